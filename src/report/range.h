#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace engd::report {

/// The least and the greatest of the values seen that are finite.
struct Range {
  double lower = INFINITY, upper = -INFINITY;

  void include(double value) {
    if (!std::isfinite(value)) return;
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  void include(const std::vector<double>& values) {
    for (double value : values) include(value);
  }
  bool is_empty() const { return !(lower <= upper); }
  double magnitude() const { return std::max(std::abs(lower), std::abs(upper)); }
};

}  // namespace engd::report
