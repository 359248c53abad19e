#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reproduce/collect.h"

namespace engd::reproduce {

/// Error over iterations or over time: the median of the seeds of every optimiser and the band
/// between the quartiles, on logarithmic axes. Writes NAME.svg and NAME.png; false when gnuplot is
/// missing.
struct CurveFigure {
  std::string name, title;
  bool h1 = false, over_time = false;
};
bool draw_curves(const std::filesystem::path& folder, const CurveFigure& figure,
                 const std::vector<Group>& groups);

/// The three functions of the paper's figures 2 and 6 at the start of a run: the error u - u*, the
/// push-forward of the energy natural gradient, and that of the plain gradient, each divided by its
/// largest absolute value. Writes NAME.png. For problems in two dimensions.
bool draw_push_forwards(const std::filesystem::path& folder, const std::string& name,
                        const std::string& problem_file, std::uint64_t seed, int threads);

}  // namespace engd::reproduce
