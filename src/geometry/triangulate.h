#pragma once

#include <array>
#include <vector>

#include "geometry/chart.h"

namespace engd::geometry {

/// A simple polygon cut into triangles whose corners are its vertices, by clipping the ear with the
/// largest smallest angle first. The vertices go around to the left. Vertices in the middle of an
/// edge are left out where they would be the tip of a flat triangle.
std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<Point2>& vertices);

}  // namespace engd::geometry
