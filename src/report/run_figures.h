#pragma once

#include <filesystem>
#include <string>

#include "report/gnuplot.h"
#include "report/run_record.h"

namespace engd::report {

/// The figures of a run as HTML; empty where there is nothing to show.
struct RunFigures {
  std::string solution, training;
  bool drawn = false;  ///< false: gnuplot is not installed, or it failed
};

/// Draws in a folder inside `folder`, which is gone afterwards.
RunFigures draw_run(const RunRecord& record, const std::filesystem::path& folder);

/// The pictures of a solution (a value and, where it is known, an error for each unknown) and their
/// captions. Names begin with `prefix`.
struct CaptionedPicture {
  Picture picture;
  std::string caption;
};
std::vector<CaptionedPicture> solution_pictures(const formats::SampledField& solution,
                                                const std::vector<std::string>& coordinates,
                                                const std::string& prefix);

}  // namespace engd::report
