#include "automatic/oscillation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "automatic/probe.h"
#include "automatic/runner.h"

namespace engd::automatic {

namespace {

/// The coefficients of the unknown and of its even derivatives along one coordinate.
struct Symbol {
  double value = 0, second = 0, fourth = 0;

  /// The real xi > 0 with value - second xi^2 + fourth xi^4 = 0; 0 where there is none. Of two
  /// roots the larger one.
  double root() const {
    if (value == 0) return 0;
    double square = 0;
    if (fourth == 0) {
      square = value / second;
    } else {
      const double half = second / (2 * fourth), inside = half * half - value / fourth;
      square = inside < 0 ? 0 : half + std::sqrt(inside);
    }
    return std::isfinite(square) && square > 0 ? std::sqrt(square) : 0;
  }
};

/// The order of a derivative along one coordinate alone; -1 of others.
int order_along(const expr::JetEntry& entry, int axis, const std::vector<int>& spatial) {
  if (entry.laplacian) return std::ranges::count(spatial, axis) > 0 ? 2 : -1;
  for (int k = 0; k < entry.order(); ++k)
    if (entry.axis[static_cast<std::size_t>(k)] != axis) return -1;
  return entry.order();
}

}  // namespace

std::vector<double> turns_of_equations(const problem::Problem& problem) {
  const int dimension = problem.domain.dimension();
  std::vector<double> turns(static_cast<std::size_t>(dimension));
  expr::Graph graph = problem.graph;
  for (const problem::Term& term : problem.terms) {
    if (term.is_data || term.density || !is_inside(term, dimension)) continue;
    const geometry::PointSet points = probe_points(problem, term);
    for (const problem::Formula& residual : term.residuals) {
      const auto entries = expr::jet_entries(graph, {residual.node});
      for (int k = 0; k < std::ssize(problem.scope.unknowns); ++k)
        for (int axis = 0; axis < dimension; ++axis) {
          Symbol symbol;
          for (const expr::JetEntry& entry : entries) {
            if (entry.is_coefficient() || entry.index != k) continue;
            const int order = order_along(entry, axis, problem.scope.space.spatial);
            if (order != 0 && order != 2 && order != 4) continue;
            const double mean = mean_at_zero(
                graph, expr::differentiate(graph, residual.node, graph.jet(entry)), points);
            (order == 0 ? symbol.value : order == 2 ? symbol.second : symbol.fourth) += mean;
          }
          const auto j = static_cast<std::size_t>(axis);
          const double length = problem.domain.upper[j] - problem.domain.lower[j];
          turns[j] = std::max(turns[j], symbol.root() * length / (2 * std::numbers::pi));
        }
    }
  }
  return turns;
}

}  // namespace engd::automatic
