#pragma once

#include <filesystem>
#include <string>

#include "report/run_figures.h"
#include "report/run_record.h"

namespace engd::report {

/// The page about a run.
std::string run_page(const RunRecord& record, const RunFigures& figures);

/// Writes report.html from the files in the folder and from nothing else, so that it can be written
/// again at any time. Returns its path.
std::filesystem::path write_run_page(const std::filesystem::path& folder);

}  // namespace engd::report
