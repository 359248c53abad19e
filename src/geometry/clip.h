#pragma once

#include <functional>
#include <span>
#include <vector>

#include "geometry/region.h"

namespace engd::geometry {

/// The parts of a curve where a predicate of the point and the normal holds, with ends that are
/// exact to round-off: the curve is asked at 4096 places, and where the answer changes between two
/// of them, the change is found by bisection. What is shorter than the steps can be missed.
/// The patch has a chart with one parameter; other coordinates are left as they are, and the
/// predicate is asked in the middle of their intervals.
std::vector<Patch> clip(const Patch& curve,
                        const std::function<bool(std::span<const double> point,
                                                 std::span<const double> normal)>& holds);

}  // namespace engd::geometry
