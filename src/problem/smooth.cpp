#include "problem/smooth.h"

#include <algorithm>
#include <cmath>

#include "expr/tape.h"
#include "geometry/gauss_legendre.h"
#include "problem/time_order.h"

namespace engd::problem {

namespace {

constexpr int lines = 3, segments = 100, nodes = 10;
// Rounding is far below; a corner that is rounded off in less than a segment is far above.
constexpr double tolerance = 1e-6;

/// Along one line of the box, in the direction of `axis`.
bool is_smooth_along(const Problem& problem, expr::Node f, expr::Node slope, std::vector<double> at,
                     int axis) {
  static const geometry::LineRule rule = geometry::gauss_legendre(nodes);
  const auto j = static_cast<std::size_t>(axis);
  const double lower = problem.domain.lower[j], upper = problem.domain.upper[j];
  const double length = (upper - lower) / segments;
  const auto value = [&](expr::Node node, double x) {
    at[j] = x;
    return expr::evaluate_scalar(problem.graph, node, std::span<const double>(at));
  };
  const auto inside = [&](double x) {
    at[j] = x;
    return problem.domain.contains(at);
  };
  double size = 0, worst = 0;
  for (int k = 0; k < segments; ++k) {
    const double left = lower + k * length, right = left + length;
    if (!inside(left) || !inside(right)) continue;
    const double from = value(f, left), to = value(f, right);
    double sum = 0;
    for (std::size_t q = 0; q < rule.nodes.size(); ++q)
      sum += 0.5 * rule.weights[q] * value(slope, left + 0.5 * length * (1 + rule.nodes[q]));
    size = std::max({size, std::fabs(from), std::fabs(to), std::fabs(sum) * (upper - lower)});
    const double missing = std::fabs(to - from - sum * length);
    if (!std::isfinite(missing)) return false;
    worst = std::max(worst, missing);
  }
  const bool is_periodic =
      std::ranges::find(problem.domain.periodic, axis) != problem.domain.periodic.end();
  if (is_periodic) worst = std::max(worst, std::fabs(value(f, upper) - value(f, lower)));
  return worst <= tolerance * size;
}

}  // namespace

bool is_smooth(Problem& problem, expr::Node f, int order) {
  const int time = time_axis(problem);
  const auto points = geometry::probe_points(lines, geometry::interior_of(problem.domain),
                                             problem.scope.coordinates);
  for (const int axis : problem.scope.space.spatial) {
    expr::Node g = f;
    for (int k = 0; k < order; ++k) {
      const expr::Node slope =
          expr::differentiate(problem.graph, g, problem.graph.coordinate(axis));
      for (std::ptrdiff_t q = 0; q < points.count; ++q) {
        std::vector<double> at = points.point(q);
        at[static_cast<std::size_t>(time)] = problem.domain.lower[static_cast<std::size_t>(time)];
        if (!is_smooth_along(problem, g, slope, std::move(at), axis)) return false;
      }
      g = slope;
    }
  }
  return true;
}

}  // namespace engd::problem
