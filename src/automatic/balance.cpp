#include "automatic/balance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "automatic/probe.h"

namespace engd::automatic {

namespace {

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
    const geometry::PointSet points = probe_points(problem, term);
    double logarithms = 0;
    int count = 0;
    for (const problem::Formula& formula : term.residuals) {
      double square = 0;
      for (const expr::JetEntry& entry : expr::jet_entries(graph, {formula.node}))
        square += square_of_derivative(entry, slopes, problem.scope.space.spatial) *
                  mean_square_at_zero(
                      graph, expr::differentiate(graph, formula.node, graph.jet(entry)), points);
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
