#include "automatic/balance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/tape.h"

namespace engd::automatic {

namespace {

constexpr int probes = 32;

/// The square of what a derivative of exp(i z) is, z with these slopes along the coordinates.
double square_of_derivative(const expr::JetEntry& entry, const std::vector<double>& slopes,
                            const std::vector<int>& spatial) {
  if (entry.laplacian) {
    double sum = 0;
    for (const int j : spatial) sum += std::pow(slopes[static_cast<std::size_t>(j)], 2);
    return sum * sum;
  }
  double product = 1;
  for (int k = 0; k < entry.order(); ++k)
    product *=
        std::pow(slopes[static_cast<std::size_t>(entry.axis[static_cast<std::size_t>(k)])], 2);
  return product;
}

/// The mean square of a formula where unknowns and measured values are zero; 0 where the formula
/// has no number.
double mean_square(const expr::Graph& graph, expr::Node f, const geometry::PointSet& points) {
  double sum = 0;
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    const auto value = [&](const expr::Leaf& leaf) {
      using Kind = expr::Leaf::Kind;
      const bool is_known = leaf.kind == Kind::coordinate || leaf.kind == Kind::normal;
      return is_known ? points.values_of(leaf)[q] : 0.0;
    };
    sum += std::pow(expr::evaluate_scalar(graph, f, value), 2);
  }
  return std::isfinite(sum) ? sum / static_cast<double>(points.count) : 0;
}

}  // namespace

std::vector<double> balanced_weights(const problem::Problem& problem,
                                     const std::vector<double>& frequency) {
  std::vector<double> slopes = frequency, weights;
  for (std::size_t j = 0; j < slopes.size(); ++j)
    slopes[j] *= 2 * std::numbers::pi / (problem.domain.upper[j] - problem.domain.lower[j]);
  expr::Graph graph = problem.graph;
  for (const problem::Term& term : problem.terms) {
    weights.push_back(term.weight);
    if (term.weight_is_written || term.balanced || term.is_data) continue;
    const geometry::PointSet points =
        geometry::probe_points(probes, term.region, problem.scope.coordinates);
    double logarithms = 0;
    int count = 0;
    for (const problem::Formula& formula : term.residuals) {
      double square = 0;
      for (const expr::JetEntry& entry : expr::jet_entries(graph, {formula.node}))
        square +=
            square_of_derivative(entry, slopes, problem.scope.space.spatial) *
            mean_square(graph, expr::differentiate(graph, formula.node, graph.jet(entry)), points);
      if (!(square > 0)) continue;
      logarithms += std::log10(square);
      ++count;
    }
    // A number that people read; of several residuals the geometric mean.
    if (count > 0) weights.back() = std::pow(10, std::round(-logarithms / count));
  }
  return weights;
}

}  // namespace engd::automatic
