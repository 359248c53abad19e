// Files of the library with one mistake each that newcomers make (wrong_files.json, written from
// the documentation of the format alone): `engd check` names the line, by an error or by a warning.
#include <fstream>
#include <regex>
#include <set>

#include "app_test.h"

namespace engd::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path library = ENGD_SOURCE_DIR "/problems";

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

/// The lines of `text` that messages about `file` name, without spaces around them.
std::set<std::string> named_lines(const std::string& messages, const std::string& file,
                                  const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
  std::set<std::string> named;
  const std::regex place(file + ":([0-9]+):[0-9]+: ");
  for (std::sregex_iterator at(messages.begin(), messages.end(), place), end; at != end; ++at) {
    const auto number = static_cast<std::size_t>(std::stoi((*at)[1]));
    if (number >= 1 && number <= lines.size()) named.insert(lines[number - 1]);
  }
  return named;
}

using WrongFilesTest = AppTest;

TEST_F(WrongFilesTest, NineOfTenMistakesOfNewcomersAreNoticedAtTheRightLine) {
  // Data files stand beside the problem files.
  fs::create_directories(folder / "benchmarks/card");
  fs::create_directory_symlink(library / "benchmarks/data", folder / "benchmarks/data");
  fs::create_directories(folder / "paper");
  fs::create_directories(folder / "precise");
  const json mistakes = json::parse(contents(ENGD_SOURCE_DIR "/tests/app/wrong_files.json"));
  ASSERT_EQ(mistakes.size(), 56u);
  int noticed = 0;
  std::string missed;
  for (const json& one : mistakes) {
    const std::string file = one["file"], replaced = one["replace"], by = one["by"];
    std::string text = contents(library / file);
    const std::size_t at = text.find(replaced);
    ASSERT_NE(at, std::string::npos) << file << ": " << replaced;
    text.replace(at, replaced.size(), by);
    folder.write(file, text);
    const Outcome outcome = engd({"check", file});
    EXPECT_EQ(outcome.signal, 0) << file;
    std::set<std::string> right{one["at"]};
    for (const json& line : one["also"]) right.insert(line);
    const std::set<std::string> named = named_lines(outcome.err, file, text);
    const bool good = std::any_of(named.begin(), named.end(),
                                  [&](const std::string& line) { return right.contains(line); });
    noticed += good;
    if (!good)
      missed += "--- " + file + ": " + one["mistake"].get<std::string>() + "\n" + outcome.err;
  }
  EXPECT_GE(noticed, 51) << missed;
  std::cout << noticed << " of " << mistakes.size() << " noticed; not:\n" << missed;
}

}  // namespace
}  // namespace engd::testing
