#include "automatic/probe.h"

#include <cmath>

#include "expr/tape.h"

namespace engd::automatic {

namespace {

constexpr int probes = 32;

template <typename Measure>
double mean_of(const expr::Graph& graph, expr::Node f, const geometry::PointSet& points,
               Measure&& measure) {
  double sum = 0;
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    const auto value = [&](const expr::Leaf& leaf) {
      using Kind = expr::Leaf::Kind;
      const bool is_known = leaf.kind == Kind::coordinate || leaf.kind == Kind::normal;
      return is_known ? points.values_of(leaf)[q] : 0.0;
    };
    sum += measure(expr::evaluate_scalar(graph, f, value));
  }
  return std::isfinite(sum) ? sum / static_cast<double>(points.count) : 0;
}

}  // namespace

geometry::PointSet probe_points(const problem::Problem& problem, const problem::Term& term) {
  return geometry::probe_points(probes, term.region, problem.scope.coordinates);
}

double mean_at_zero(const expr::Graph& graph, expr::Node f, const geometry::PointSet& points) {
  return mean_of(graph, f, points, [](double value) { return value; });
}

double mean_square_at_zero(const expr::Graph& graph, expr::Node f,
                           const geometry::PointSet& points) {
  return mean_of(graph, f, points, [](double value) { return value * value; });
}

}  // namespace engd::automatic
