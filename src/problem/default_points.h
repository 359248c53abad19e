#pragma once

#include "geometry/points.h"

namespace engd::problem {

/// The points of a term that does not say which.
geometry::PointRule default_points(const geometry::Region& region, bool density);

}  // namespace engd::problem
