#include "geometry/triangulate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "geometry/flat_charts.h"

namespace engd::geometry {
namespace {

double distance(Point2 a, Point2 b) {
  return std::hypot(b[0] - a[0], b[1] - a[1]);
}

/// Sine of the smallest angle: twice the area over the product of the two longest sides.
double quality(Point2 a, Point2 b, Point2 c) {
  std::array<double, 3> sides{distance(a, b), distance(b, c), distance(c, a)};
  std::ranges::sort(sides);
  return turn(a, b, c) / (sides[1] * sides[2]);
}

bool inside_closed(Point2 a, Point2 b, Point2 c, Point2 x) {
  return turn(a, b, x) >= 0 && turn(b, c, x) >= 0 && turn(c, a, x) >= 0;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<Point2>& vertices) {
  constexpr double flat = 1e-12;
  std::vector<std::size_t> rest(vertices.size());
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  std::vector<std::array<std::size_t, 3>> triangles;
  while (rest.size() >= 3) {
    const std::size_t n = rest.size();
    std::size_t best = n;
    double best_quality = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < n; ++k) {
      const std::array corner{rest[(k + n - 1) % n], rest[k], rest[(k + 1) % n]};
      const Point2 a = vertices[corner[0]], b = vertices[corner[1]], c = vertices[corner[2]];
      const double value = quality(a, b, c);
      const bool blocked = value > flat && std::ranges::any_of(rest, [&](std::size_t other) {
                             return std::ranges::find(corner, other) == corner.end() &&
                                    inside_closed(a, b, c, vertices[other]);
                           });
      if (value < -flat || blocked || value <= best_quality) continue;
      best_quality = value;
      best = k;
    }
    if (best == n) break;  // round-off left no ear: the rest is flat
    if (best_quality > flat)
      triangles.push_back({rest[(best + n - 1) % n], rest[best], rest[(best + 1) % n]});
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return triangles;
}

}  // namespace engd::geometry
