#pragma once

#include <vector>

#include "formats/stl_file.h"
#include "geometry/region.h"

namespace engd::geometry {

/// Tells whether a point is inside a closed surface: a ray along the first coordinate meets it an
/// odd number of times. Triangles are kept by cells of the plane across the ray.
class RayIndex {
 public:
  RayIndex(std::vector<formats::Corners> triangles, const Box& bounds);
  bool inside(const Point3& point) const;

 private:
  int cell(double value, std::size_t axis) const;

  std::vector<formats::Corners> triangles_;
  Box bounds_;
  int cells_ = 1;  ///< an axis
  std::vector<std::vector<std::size_t>> lists_;
};

}  // namespace engd::geometry
