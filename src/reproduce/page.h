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
  std::vector<std::string> failures;  ///< cases without a result
};

/// The page that puts the paper's numbers and ours side by side: HTML, and the tables as Markdown.
/// Pictures are taken from `folder`/figures.
std::string html_page(const std::vector<Group>& groups, const PageFacts& facts,
                      const std::filesystem::path& folder);
std::string markdown_tables(const std::vector<Group>& groups, const PageFacts& facts);

}  // namespace engd::reproduce
