// The problem files that come with the program.

#include <algorithm>
#include <filesystem>

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> library() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(ENGD_SOURCE_DIR "/problems"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// All of them are understood, say what they solve, and have something to measure errors against.
TEST(Library, EveryFileIsAProblem) {
  const std::vector<fs::path> files = library();
  EXPECT_GE(files.size(), 30u);
  for (const fs::path& file : files) {
    const Problem problem = read_problem(file.string());
    EXPECT_NE(problem.title, file.stem().string()) << file;
    EXPECT_FALSE(problem.terms.empty()) << file;
    const bool estimates = !problem.coefficients.empty();
    EXPECT_TRUE(problem.has_errors() || estimates) << file;
  }
}

// The comment on top of a benchmark names the command that solves it, and what it reaches.
TEST(Library, EveryBenchmarkSaysHowItIsSolvedAndWhatItReaches) {
  for (const fs::path& file : library()) {
    const std::string path = fs::relative(file, ENGD_SOURCE_DIR).string();
    if (!path.starts_with("problems/benchmarks")) continue;
    const std::string text = testing::contents(file.string());
    const std::string comment = text.substr(0, text.find("\n["));
    EXPECT_NE(comment.find("engd solve " + path), std::string::npos) << file;
    EXPECT_NE(comment.find("rror"), std::string::npos) << file;
  }
}

std::string cell(const std::string& row, std::size_t from_the_end) {
  std::size_t end = row.rfind('|');
  while (from_the_end-- > 0) end = row.rfind('|', end - 1);
  const std::size_t begin = row.rfind('|', end - 1) + 2;
  return row.substr(begin, end - 1 - begin);
}

// The table of docs/benchmarks.md has the published numbers of the files, and the files below it
// are those whose row is behind.
TEST(Library, TheTableHasThePublishedNumbersOfTheFilesAndSaysWhatIsBehind) {
  const std::string page = testing::contents(ENGD_SOURCE_DIR "/docs/benchmarks.md");
  const std::size_t behind = page.find("**Behind what is published**");
  ASSERT_NE(behind, std::string::npos);
  const std::string list = page.substr(behind, page.find("\n\n", behind) - behind);
  int rows = 0;
  for (const fs::path& file : library()) {
    const std::string name = file.stem().string();
    const std::size_t at = page.find("\n| " + name + " |");
    if (at == std::string::npos) continue;
    ++rows;
    const std::string row = page.substr(at + 1, page.find('\n', at + 1) - at - 1);
    const Problem problem = read_problem(file.string());
    EXPECT_EQ(cell(row, 0), problem.published.empty() ? "-" : problem.published) << name;
    if (problem.published.empty()) continue;
    const bool is_behind = std::stod(cell(row, 1)) > std::stod(problem.published);
    EXPECT_EQ(list.find(name + " (") != std::string::npos, is_behind) << name;
  }
  EXPECT_GE(rows, 45);
}

}  // namespace
}  // namespace engd::read
