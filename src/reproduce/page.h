#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reproduce/collect.h"

namespace engd::reproduce {

struct PageFacts {
  std::string command, version, machine, date;
  int threads = 1;
  bool fast = false;
  bool finished = true;               ///< false: it was interrupted, or goes on
  std::vector<std::string> failures;  ///< cases without a result
};

/// Figures of a problem's solution: name and caption of each.
struct Captions {
  std::string problem;
  std::vector<std::pair<std::string, std::string>> figures;
};

/// The page that puts the paper's numbers and ours side by side: HTML, and the tables as Markdown.
/// Pictures are taken from `folder`/figures.
std::string html_page(const std::vector<Group>& groups, const PageFacts& facts,
                      const std::vector<Captions>& solutions, const std::filesystem::path& folder);
std::string markdown_tables(const std::vector<Group>& groups, const PageFacts& facts);

}  // namespace engd::reproduce
