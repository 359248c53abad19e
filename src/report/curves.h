#pragma once

#include <string>
#include <vector>

#include "report/quartiles.h"

namespace engd::report {

/// One quantity of several seeds.
struct Curve {
  std::string title, colour;
  std::vector<Trace> seeds;
  bool wide = false;  ///< for a sum, which would hide behind its largest part
};

/// Quantities over iterations or over time on logarithmic axes: each seed as a thin line, the
/// median of several and the band between their quartiles.
struct CurvePlot {
  std::string y_label;  ///< gnuplot's enhanced text: L^2
  bool over_time = false;
  bool seed_lines = true;  ///< false: only medians and bands, for many curves
  std::vector<Curve> curves;
};

/// Colours that can be told apart on white and on black; after the last the first comes again.
std::string series_colour(std::size_t k);

/// The gnuplot commands from the data to `plot`; empty when nothing can be shown: fewer than two
/// moments after the start, or no positive value.
std::string curve_script(const CurvePlot& plot);

}  // namespace engd::report
