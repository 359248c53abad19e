#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "commands.h"
#include "io/problem.h"
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

std::vector<fs::path> known_problems() {
  for (const fs::path& folder : problem_folders()) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
      if (entry.path().extension() == ".toml") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (!files.empty()) return files;
  }
  return {};
}

}  // namespace

std::string find_problem(const std::string& name) {
  if (fs::exists(name) || name.ends_with(".toml")) return name;
  std::string names;
  for (const fs::path& file : known_problems()) {
    if (file.stem() == name) return file.string();
    names += (names.empty() ? "" : ", ") + file.stem().string();
  }
  throw InputError(
      fmt::format("{}: no such file, and no problem of this name; known: {}", name, names));
}

int list() {
  for (const fs::path& file : known_problems()) {
    try {
      const io::Problem problem = io::read_problem(file.string());
      fmt::print("{:<18} {}\n", file.stem().string(), problem.title);
    } catch (const InputError& error) {
      fmt::print("{:<18} (does not read: {})\n", file.stem().string(), error.what());
    }
  }
  return finished;
}

}  // namespace engd::app
