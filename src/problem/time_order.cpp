#include "problem/time_order.h"

#include <algorithm>

#include "geometry/time_cut.h"

namespace engd::problem {

int time_axis(const Problem& problem) {
  const std::vector<int>& spatial = problem.scope.space.spatial;
  for (int j = 0; j < problem.domain.dimension(); ++j)
    if (std::find(spatial.begin(), spatial.end(), j) == spatial.end()) return j;
  return -1;
}

std::vector<expr::JetEntry> entries_of(const Problem& problem, const Term& term) {
  std::vector<expr::Node> roots;
  for (const Formula& residual : term.residuals) roots.push_back(residual.node);
  if (term.density) roots.push_back(term.density->node);
  std::vector<expr::JetEntry> entries = expr::jet_entries(problem.graph, roots);
  std::erase_if(entries, [](const expr::JetEntry& entry) { return entry.is_coefficient(); });
  return entries;
}

int order_in_time(const expr::JetEntry& entry, int time_axis) {
  return static_cast<int>(std::count(entry.axis.begin(), entry.axis.end(), time_axis));
}

int order_in_time(const Problem& problem, const Term& term, int unknown) {
  const int axis = time_axis(problem);
  int order = -1;
  for (const expr::JetEntry& entry : entries_of(problem, term))
    if (entry.without_derivative() == expr::value_of(unknown))
      order = std::max(order, order_in_time(entry, axis));
  return order;
}

int order_in_time(const Problem& problem, int unknown) {
  int order = 0;
  for (const Term& term : problem.terms)
    if (runs_over_time(problem, term))
      order = std::max(order, order_in_time(problem, term, unknown));
  return order;
}

bool runs_over_time(const Problem& problem, const Term& term) {
  const int axis = time_axis(problem);
  const auto& patches = term.region.patches;
  return std::any_of(patches.begin(), patches.end(), [&](const geometry::Patch& patch) {
    const std::size_t j = geometry::parameter_of(patch, axis);
    return patch.lower[j] != patch.upper[j];
  });
}

}  // namespace engd::problem
