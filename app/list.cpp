#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <vector>

#include "commands.h"
#include "read/read_problem.h"
#include "support/error.h"

namespace engd::app {

namespace {

namespace fs = std::filesystem;

/// Beside an installed program, in its source tree, or under the working folder.
std::vector<fs::path> problem_folders() {
  std::vector<fs::path> folders{fs::path("problems"), fs::path(ENGD_PROBLEM_DIR)};
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(self.parent_path().parent_path() / "share/engd/problems");
  return folders;
}

/// Sorted by name; of several with one name, that of the first folder.
std::vector<fs::path> known_problems() {
  std::map<std::string, fs::path> by_name;
  for (const fs::path& folder : problem_folders()) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::end(entry); entry.increment(error))
      if (entry->path().extension() == ".toml")
        by_name.try_emplace(entry->path().stem(), entry->path());
  }
  std::vector<fs::path> files;
  for (const auto& [name, file] : by_name) files.push_back(file);
  return files;
}

}  // namespace

std::string find_problem(const std::string& name) {
  std::error_code error;
  const bool is_there = fs::exists(name, error);
  if (name.ends_with(".toml") || (is_there && !fs::is_directory(name, error))) return name;
  std::string names;
  for (const fs::path& file : known_problems()) {
    if (file.stem() == name) return file.string();
    names += (names.empty() ? "" : ", ") + file.stem().string();
  }
  if (is_there) return name;  // a folder, which the reader refuses
  throw InputError(
      fmt::format("{}: no such file, and no problem of this name; known: {}", name, names));
}

int list() {
  for (const fs::path& file : known_problems()) {
    try {
      const problem::Problem problem = read::read_problem(file.string());
      fmt::print("{:<18} {}\n", file.stem().string(), problem.title);
    } catch (const InputError& error) {
      fmt::print("{:<18} (does not read: {})\n", file.stem().string(), error.what());
    }
  }
  return finished;
}

}  // namespace engd::app
