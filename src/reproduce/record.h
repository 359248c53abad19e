#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reproduce/cases.h"
#include "reproduce/page.h"

namespace engd::reproduce {

/// What a folder of results is the reproduction of: reproduction.json.
struct Record {
  PageFacts facts;
  std::vector<Case> cases;
};

void write_record(const std::filesystem::path& folder, const Record& record);

/// Problem files are those that the cases kept: the folder can be moved. Throws InputError for a
/// file that is missing or damaged.
Record read_record(const std::filesystem::path& folder);

/// Draws the figures and writes report.html and tables.md from the files in the folder. Returns the
/// tables.
std::string write_page(const std::filesystem::path& folder);

}  // namespace engd::reproduce
