#pragma once

#include <string>
#include <vector>

#include "solution/solution.h"

namespace engd::solution {

/// An integral over a part of the domain, by quadrature.
struct Integral {
  double value = 0;
  /// How far the last rule was from the one with half as many points along an axis, and what
  /// rounding does to the sum.
  double error = 0;
  double measure = 0;  ///< of the part: length, area, volume, or the number of points
  Index points = 0;    ///< of the last rule
};

/// Integrals of all formulas of the evaluator, with the region's normals, by rules with more and
/// more points until further ones change nothing or there are two million. Throws InputError where
/// a formula is not finite, or needs normals that the part has not.
std::vector<Integral> integrate(const Solution& solution, const Evaluator& evaluator,
                                const geometry::Region& region, const std::string& part);

}  // namespace engd::solution
