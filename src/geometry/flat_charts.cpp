#include "geometry/flat_charts.h"

#include <algorithm>
#include <cmath>

namespace engd::geometry {

double turn(Point2 a, Point2 b, Point2 c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

Chart segment(const std::string& name, Point2 a, Point2 b, bool flipped) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], length = std::hypot(dx, dy),
               sign = flipped ? -1 : 1;
  Chart chart;
  chart.name = name;
  chart.axes = {{0, 1, AxisKind::straight}};
  chart.space_dimension = 2;
  chart.has_normal = true;
  chart.largest_density = length;
  chart.zero_set = ZeroSet{{a[0], a[1]}, {{-sign * dy / length, sign * dx / length}}, 1};
  chart.map = [=](std::span<const double> s, std::span<double> point, std::span<double> normal) {
    // The ends are met exactly.
    point[0] = s[0] < 0.5 ? a[0] + s[0] * dx : b[0] - (1 - s[0]) * dx;
    point[1] = s[0] < 0.5 ? a[1] + s[0] * dy : b[1] - (1 - s[0]) * dy;
    if (!normal.empty()) {
      normal[0] = sign * dy / length;
      normal[1] = -sign * dx / length;
    }
    return length;
  };
  chart.locate = [=](std::span<const double> point, std::span<double> s) {
    s[0] = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (length * length);
  };
  return chart;
}

Chart triangle(const std::string& name, Point2 a, Point2 b, Point2 c) {
  const double area = std::abs(turn(a, b, c)) / 2;
  Chart chart;
  chart.name = name;
  chart.axes = {{0, 1, AxisKind::apex}, {0, 1, AxisKind::straight}};
  chart.space_dimension = 2;
  chart.largest_density = area;
  chart.map = [=](std::span<const double> p, std::span<double> point, std::span<double>) {
    const double s = std::sqrt(p[0]);
    for (std::size_t j = 0; j < 2; ++j)
      point[j] = a[j] + s * ((b[j] - a[j]) + p[1] * (c[j] - b[j]));
    return area;
  };
  chart.locate = [=](std::span<const double> point, std::span<double> p) {
    // s (1 - v) and s v are the barycentric coordinates of b and c.
    const Point2 x{point[0], point[1]};
    const double whole = turn(a, b, c), of_b = turn(a, x, c) / whole, of_c = turn(a, b, x) / whole;
    const double s = std::max(0.0, of_b + of_c);
    p[0] = s * s;
    p[1] = s > 0 ? of_c / s : 0;
  };
  return chart;
}

Chart rectangle(const std::string& name, const Point3& lower, const Point3& upper, int axis,
                bool upper_face) {
  const auto fixed = static_cast<std::size_t>(axis);
  const std::array<std::size_t, 2> free{fixed == 0 ? 1u : 0u, fixed == 2 ? 1u : 2u};
  Chart chart;
  chart.name = name;
  for (std::size_t j : free) chart.axes.push_back({lower[j], upper[j], AxisKind::straight});
  chart.space_dimension = 3;
  chart.has_normal = true;
  const Point3& corner = upper_face ? upper : lower;
  chart.zero_set = ZeroSet{{corner.begin(), corner.end()}, {{0, 0, 0}}, 1};
  chart.zero_set->M[0][fixed] = upper_face ? -1 : 1;
  chart.map = [=](std::span<const double> s, std::span<double> point, std::span<double> normal) {
    point[fixed] = upper_face ? upper[fixed] : lower[fixed];
    for (std::size_t k = 0; k < 2; ++k) point[free[k]] = s[k];
    std::ranges::fill(normal, 0.0);
    if (!normal.empty()) normal[fixed] = upper_face ? 1 : -1;
    return 1.0;
  };
  chart.locate = [=](std::span<const double> point, std::span<double> s) {
    for (std::size_t k = 0; k < 2; ++k) s[k] = point[free[k]];
  };
  return chart;
}

}  // namespace engd::geometry
