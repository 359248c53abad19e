#include "geometry/ray_index.h"

#include <algorithm>
#include <cmath>

#include "geometry/facet.h"

namespace engd::geometry {
namespace {

/// Whether the edge, seen along the ray, crosses the half line from (y, z) to larger y. The two
/// triangles of an edge ask the same question with the same numbers, so no ray slips through.
bool crosses(Point3 a, Point3 b, const Point3& x) {
  if (b < a) std::swap(a, b);
  if ((a[2] > x[2]) == (b[2] > x[2])) return false;
  return a[1] + (x[2] - a[2]) / (b[2] - a[2]) * (b[1] - a[1]) > x[1];
}

bool meets(const formats::Corners& t, const Point3& x) {
  const bool under = crosses(t[0], t[1], x) ^ crosses(t[1], t[2], x) ^ crosses(t[2], t[0], x);
  if (!under) return false;
  const Point3 n = area_vector(t);
  // n . (p - t0) = 0 on the plane, at p = (p_x, x_y, x_z).
  return n[0] != 0 && t[0][0] - (n[1] * (x[1] - t[0][1]) + n[2] * (x[2] - t[0][2])) / n[0] > x[0];
}

}  // namespace

RayIndex::RayIndex(std::vector<formats::Corners> triangles, const Box& bounds)
    : triangles_(std::move(triangles)), bounds_(bounds) {
  cells_ = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(triangles_.size()))), 1, 512);
  lists_.resize(static_cast<std::size_t>(cells_) * cells_);
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    const formats::Corners& t = triangles_[k];
    const auto [y0, y1] = std::minmax({t[0][1], t[1][1], t[2][1]});
    const auto [z0, z1] = std::minmax({t[0][2], t[1][2], t[2][2]});
    for (int i = cell(y0, 1); i <= cell(y1, 1); ++i)
      for (int j = cell(z0, 2); j <= cell(z1, 2); ++j)
        lists_[static_cast<std::size_t>(i) * cells_ + j].push_back(k);
  }
}

int RayIndex::cell(double value, std::size_t axis) const {
  const double width = (bounds_.upper[axis] - bounds_.lower[axis]) / cells_;
  return std::clamp(static_cast<int>((value - bounds_.lower[axis]) / width), 0, cells_ - 1);
}

bool RayIndex::inside(const Point3& point) const {
  for (std::size_t j = 0; j < 3; ++j)
    if (!(point[j] > bounds_.lower[j] && point[j] < bounds_.upper[j])) return false;
  bool inside = false;
  const auto list = static_cast<std::size_t>(cell(point[1], 1)) * cells_ + cell(point[2], 2);
  for (std::size_t k : lists_[list]) inside ^= meets(triangles_[k], point);
  return inside;
}

}  // namespace engd::geometry
