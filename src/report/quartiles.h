#pragma once

#include <span>
#include <vector>

namespace engd::report {

/// A quantity on the way of one seed.
struct Trace {
  std::vector<double> iteration, seconds, value;  ///< of the same length, iterations increasing
};

/// Over seeds at one moment: the quartiles of the quantity.
struct Band {
  double iteration = 0, seconds = 0;  ///< seconds: the median
  double low = 0, median = 0, high = 0;
};

/// At every iteration that some seed has. Seeds that stopped early keep their last value; one that
/// is not finite counts as larger than every number.
std::vector<Band> quartiles(std::span<const Trace> seeds);

}  // namespace engd::report
