#include "solve/slow_size.h"

#include <algorithm>
#include <cmath>

namespace engd::solve {

namespace {

using expr::Node;

// Summands are at least so large a part of what slow functions would make of a residual.
constexpr double part_of_slow = 0.25;
// An unknown below this part of the largest one may be zero but for rounding.
constexpr double small_unknown = 1e-3, part_of_balance = 1e-2;

/// How much a residual r changes where unknown k changes by a slow function of the size sizes[k]:
/// the formulas dr/d(D^a u_k) * slow_size(D^a u_k), one for each derivative in r. Unknowns whose
/// size is 0 have none.
std::vector<Node> slow_changes(Level& level, Node residual, const std::vector<double>& sizes) {
  expr::Graph& graph = level.graph;
  std::vector<Node> changes;
  for (const expr::JetEntry& entry : expr::jet_entries(graph, {residual})) {
    if (entry.is_coefficient()) continue;
    const double size = sizes[static_cast<std::size_t>(entry.index)];
    if (!(size > 0)) continue;
    changes.push_back(graph.multiply(expr::differentiate(graph, residual, graph.jet(entry)),
                                     graph.constant(slow_size(*level.problem, entry, size))));
  }
  return changes;
}

/// Root mean squares of the unknowns, each where its equations hold.
std::vector<double> sizes_of_unknowns(Level& level, const std::vector<Measured>& all,
                                      const Vector& theta, int threads) {
  std::vector<problem::Term> terms;
  for (int k = 0; k < std::ssize(level.problem->scope.unknowns); ++k) {
    const Node u = level.graph.jet(expr::value_of(k));
    terms.push_back(with_formulas(all.front().residual, {u}));
    terms.back().region = home_of(level, {u});
    terms.back().shift.clear();
  }
  const Vector sizes = sizes_of(level, terms, theta, threads).values;
  return {sizes.begin(), sizes.end()};
}

/// An unknown that is small next to the others, as the velocity across a channel, has no size of
/// its own by which its errors could be told from rounding: then this part of the size at which it
/// would balance the other summands of an equation.
void raise_small_unknowns(Level& level, const std::vector<Measured>& all, const Vector& summands,
                          const Vector& theta, int threads, std::vector<double>& sizes) {
  const double largest = std::ranges::max(sizes);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!(sizes[k] < small_unknown * largest)) continue;
    std::vector<double> one(sizes.size()), others = sizes;
    one[k] = 1;
    others[k] = 0;
    std::vector<problem::Term> terms;
    std::vector<Index> numbers;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Node residual = all[i].residual.residuals.front().node;
      const auto own = slow_changes(level, residual, one),
                 rest = slow_changes(level, residual, others);
      if (all[i].inside || own.empty() || rest.empty()) continue;
      terms.push_back(with_formulas(all[i].here, own));
      terms.push_back(with_formulas(all[i].here, rest));
      numbers.push_back(static_cast<Index>(i));
    }
    if (terms.empty()) continue;
    const Vector changes = sizes_of(level, terms, theta, threads).values;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto at = static_cast<Index>(2 * i);
      const double balanced = std::max(summands[numbers[i]], changes[at + 1]) / changes[at];
      if (std::isfinite(balanced)) sizes[k] = std::max(sizes[k], part_of_balance * balanced);
    }
  }
}

/// What residuals change by where the unknowns change by slow functions of their own size. 0 where
/// that is not finite.
Vector sizes_of_slow_changes(Level& level, const std::vector<Measured>& all, const Vector& summands,
                             const Vector& theta, int threads) {
  std::vector<double> sizes = sizes_of_unknowns(level, all, theta, threads);
  raise_small_unknowns(level, all, summands, theta, threads, sizes);
  std::vector<problem::Term> terms;
  std::vector<Index> numbers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto changes = slow_changes(level, all[i].residual.residuals.front().node, sizes);
    if (changes.empty()) continue;
    terms.push_back(with_formulas(all[i].here, changes));
    numbers.push_back(static_cast<Index>(i));
  }
  Vector result = Vector::Zero(summands.size());
  if (terms.empty()) return result;
  const Vector changes = sizes_of(level, terms, theta, threads).values;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double size = changes[static_cast<Index>(i)];
    if (std::isfinite(size)) result[numbers[i]] = size;
  }
  return result;
}

}  // namespace

double slow_size(const problem::Problem& problem, const expr::JetEntry& entry, double size) {
  const auto slope = [&](int axis) {
    const auto j = static_cast<std::size_t>(axis);
    return 2 / (problem.domain.upper[j] - problem.domain.lower[j]);
  };
  if (entry.laplacian) {
    double sum = 0;
    for (const int axis : problem.scope.space.spatial) sum += slope(axis) * slope(axis);
    return size * sum;
  }
  for (int k = 0; k < entry.order(); ++k) size *= slope(entry.axis[static_cast<std::size_t>(k)]);
  return size;
}

Vector sizes_of_residuals(Level& level, const std::vector<Measured>& all, const Vector& theta,
                          int threads) {
  const Vector sizes = sizes_of_summands(level, all, theta, threads);
  return sizes.cwiseMax(part_of_slow * sizes_of_slow_changes(level, all, sizes, theta, threads));
}

}  // namespace engd::solve
