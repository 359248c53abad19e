#pragma once

#include <span>
#include <vector>

#include "geometry/points.h"

namespace engd::energy {

/// Factors of the weights that hold later times back until the equation holds at earlier ones:
///
///     c(t) = exp(-epsilon * mean over all points of |r|^2 [its time < t]) ,
///
/// 1 where the residuals vanish. `squares` are those of the residuals at the points.
std::vector<double> causal_factors(const geometry::PointSet& points,
                                   std::span<const double> squares, int time_axis, double epsilon);

}  // namespace engd::energy
