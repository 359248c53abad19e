#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/flat_charts.h"
#include "geometry/shape.h"
#include "geometry/triangulate.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

double signed_area(const std::vector<Point2>& vertices) {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < vertices.size(); ++k)
    twice += turn(vertices[0], vertices[k], vertices[k + 1]);
  return twice / 2;
}

double size_of(const std::vector<Point2>& vertices) {
  double size = 0;
  for (const Point2& v : vertices)
    size = std::max({size, std::abs(v[0] - vertices[0][0]), std::abs(v[1] - vertices[0][1])});
  return size;
}

/// Whether the closed segments ab and cd have a point in common.
bool meet(Point2 a, Point2 b, Point2 c, Point2 d) {
  const auto sign = [](double x) { return (x > 0) - (x < 0); };
  const int abc = sign(turn(a, b, c)), abd = sign(turn(a, b, d)), cda = sign(turn(c, d, a)),
            cdb = sign(turn(c, d, b));
  if (abc * abd < 0 && cda * cdb < 0) return true;
  const auto between = [](Point2 p, Point2 q, Point2 x) {
    return std::min(p[0], q[0]) <= x[0] && x[0] <= std::max(p[0], q[0]) &&
           std::min(p[1], q[1]) <= x[1] && x[1] <= std::max(p[1], q[1]);
  };
  return (abc == 0 && between(a, b, c)) || (abd == 0 && between(a, b, d)) ||
         (cda == 0 && between(c, d, a)) || (cdb == 0 && between(c, d, b));
}

void check(const std::vector<Point2>& v) {
  const std::size_t n = v.size();
  if (n < 3) throw InputError(fmt::format("the polygon has {} vertices; at least 3 are needed", n));
  constexpr std::size_t most = 1000;  // cutting it into triangles takes time n^3
  if (n > most)
    throw InputError(fmt::format("the polygon has {} vertices; at most {} are possible", n, most));
  const double size = size_of(v);
  for (std::size_t i = 0; i < n; ++i) {
    const Point2 a = v[i], b = v[(i + 1) % n], c = v[(i + 2) % n];
    if (!(std::hypot(b[0] - a[0], b[1] - a[1]) > 1e-12 * size))
      throw InputError(fmt::format("vertices {} and {} of the polygon are the same, ({}, {})",
                                   i + 1, (i + 1) % n + 1, a[0], a[1]));
    const double ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
    if (turn(a, b, c) == 0 && ahead < 0)
      throw InputError(fmt::format("the polygon turns back on itself at vertex {}, ({}, {})",
                                   (i + 1) % n + 1, b[0], b[1]));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours share a vertex
      if (meet(v[i], v[(i + 1) % n], v[j], v[(j + 1) % n]))
        throw InputError(
            fmt::format("the polygon crosses itself: edge {} meets edge {}", i + 1, j + 1));
    }
  if (!(std::abs(signed_area(v)) > 1e-12 * size * size))
    throw InputError("the polygon is degenerate: its area is zero");
}

class Polygon final : public Shape {
 public:
  explicit Polygon(std::vector<Point2> vertices) : vertices_(std::move(vertices)) {
    check(vertices_);
    const bool clockwise = signed_area(vertices_) < 0;
    const std::size_t n = vertices_.size();
    for (std::size_t k = 0; k < n; ++k)
      boundary_.push_back(
          whole(segment(std::to_string(k + 1), vertices_[k], vertices_[(k + 1) % n], clockwise)));
    if (clockwise) std::ranges::reverse(vertices_);
    for (const auto& [a, b, c] : triangulate(vertices_))
      interior_.push_back(whole(triangle("interior", vertices_[a], vertices_[b], vertices_[c])));
  }

  std::string describe() const override {
    return fmt::format("polygon with {} vertices", vertices_.size());
  }

  Box bounds() const override {
    Box box{{vertices_[0][0], vertices_[0][1]}, {vertices_[0][0], vertices_[0][1]}};
    for (const Point2& v : vertices_)
      for (std::size_t j = 0; j < 2; ++j) {
        box.lower[j] = std::min(box.lower[j], v[j]);
        box.upper[j] = std::max(box.upper[j], v[j]);
      }
    return box;
  }

  /// The distance to the nearest edge; inside when a ray to the right meets an odd number of edges.
  double side(std::span<const double> point) const override {
    const double x = point[0], y = point[1];
    double squared = INFINITY;
    bool inside = false;
    for (std::size_t k = 0; k < vertices_.size(); ++k) {
      const Point2 a = vertices_[k], b = vertices_[(k + 1) % vertices_.size()];
      const double dx = b[0] - a[0], dy = b[1] - a[1];
      const double s =
          std::clamp(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0., 1.);
      const double ex = x - a[0] - s * dx, ey = y - a[1] - s * dy;
      squared = std::min(squared, ex * ex + ey * ey);
      if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / dy * dx) inside = !inside;
    }
    return inside ? -std::sqrt(squared) : std::sqrt(squared);
  }

  double measure() const override { return signed_area(vertices_); }
  const std::vector<Patch>& interior() const override { return interior_; }
  const std::vector<Patch>& boundary() const override { return boundary_; }

 private:
  std::vector<Point2> vertices_;
  std::vector<Patch> interior_, boundary_;
};

}  // namespace

ShapePtr make_polygon(std::vector<Point2> vertices) {
  return std::make_shared<Polygon>(std::move(vertices));
}

}  // namespace engd::geometry
