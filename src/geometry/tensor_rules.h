#pragma once

#include "geometry/points.h"

namespace engd::geometry {

/// grid, trapezoid and gauss: products of rules on the free axes of each patch, the last
/// coordinate fastest.
///
/// grid n: linspace(lower, upper, n + 2) without its ends, equal weights. On the faces of a
/// two-dimensional box n points a side walk around the perimeter: each side starts at its corner
/// and stops one step before the next.
/// trapezoid n: n points with the ends. gauss n: Gauss-Legendre.
/// A patch without free axes is one point of weight 1 in each of them.
PointSet place_tensor(const PointRule& rule, const Region& region);

/// Points of a tensor rule, in all; throws InputError where the counts do not fit.
std::ptrdiff_t tensor_count(const PointRule& rule, const Region& region);

}  // namespace engd::geometry
