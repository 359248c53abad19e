#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "pairs/equation.h"

namespace engd::pairs {

/// A problem file, with the files that it names.
struct ProblemFile {
  std::string text;
  std::map<std::string, std::string> files;  ///< by name

  /// Into a folder; the path of the problem file.
  std::filesystem::path write(const std::filesystem::path& folder) const;
};

ProblemFile problem_file(const Choice& choice, const Form& form = {});

/// What --seed and --threads are.
std::uint64_t seed_of(const Choice& choice);
int threads_of(const Choice& choice);

}  // namespace engd::pairs
