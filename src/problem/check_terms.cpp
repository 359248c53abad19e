#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "problem/place.h"
#include "problem/problem.h"

namespace engd::problem {
namespace {

std::vector<expr::Node> formulas_of(const Term& term) {
  std::vector<expr::Node> nodes;
  for (const Formula& residual : term.residuals) nodes.push_back(residual.node);
  if (term.density) nodes.push_back(term.density->node);
  return nodes;
}

/// The unknowns and the coefficients that formulas mention, in any place.
std::set<expr::JetEntry> mentioned_in(const Problem& problem,
                                      const std::vector<expr::Node>& formulas) {
  std::set<expr::JetEntry> mentioned;
  for (const expr::JetEntry& entry : expr::jet_entries(problem.graph, formulas))
    mentioned.insert(entry.without_derivative().at(expr::Leaf::Place::here));
  return mentioned;
}

int unknowns_in(const std::set<expr::JetEntry>& mentioned) {
  return static_cast<int>(
      std::count_if(mentioned.begin(), mentioned.end(),
                    [](const expr::JetEntry& entry) { return !entry.is_coefficient(); }));
}

bool is_inside(const Term& term) {
  const auto& patches = term.region.patches;
  return std::any_of(patches.begin(), patches.end(), [&](const geometry::Patch& patch) {
    return patch.dimension() == term.region.space_dimension;
  });
}

void check_all_are_used(const Problem& problem) {
  std::set<expr::JetEntry> used;
  for (const Term& term : problem.terms) used.merge(mentioned_in(problem, formulas_of(term)));
  for (std::size_t k = 0; k < problem.scope.unknowns.size(); ++k)
    if (!used.contains(expr::value_of(static_cast<int>(k))))
      throw error_at(problem.unknown_places[k],
                     fmt::format("no term uses the unknown '{}'", problem.scope.unknowns[k]));
  for (std::size_t k = 0; k < problem.coefficients.size(); ++k)
    if (!used.contains(expr::coefficient_entry(static_cast<int>(k))))
      throw error_at(problem.coefficients[k].place, fmt::format("no term uses the coefficient '{}'",
                                                                problem.coefficients[k].name));
}

/// An unknown function needs an equation inside the domain. An energy is one for every unknown in
/// it; data are one; and so are conditions beyond one for each unknown that has one in the same
/// place.
void check_equations(const Problem& problem) {
  int inside = 0, data = 0;
  bool any_inside = false;
  std::map<std::string, std::pair<int, std::set<expr::JetEntry>>> conditions;  // by place
  for (const Term& term : problem.terms) {
    const int count = term.density ? unknowns_in(mentioned_in(problem, formulas_of(term)))
                                   : static_cast<int>(term.residuals.size());
    if (is_inside(term)) {
      any_inside = true;
      inside += count;
    } else if (term.is_data) {
      data += count;
    } else {
      auto& [number, unknowns] = conditions[term.on];
      number += count;
      for (const expr::Node formula : formulas_of(term))
        if (std::set<expr::JetEntry> mentioned = mentioned_in(problem, {formula});
            unknowns_in(mentioned) == 1)
          unknowns.merge(mentioned);
    }
  }
  int further = 0;
  for (const auto& [on, condition] : conditions)
    further = std::max(
        further, any_inside ? condition.first - unknowns_in(condition.second) : condition.first);
  const auto unknowns = static_cast<int>(problem.scope.unknowns.size());
  if (inside + data + further >= unknowns) return;
  throw error_at(
      problem.unknown_places.back(),
      fmt::format("there are {} unknowns ({}) and only {} equation{} for them inside the "
                  "domain",
                  unknowns, fmt::join(problem.scope.unknowns, ", "), inside,
                  inside == 1 ? "" : "s"));
}

}  // namespace

void check_terms(const Problem& problem) {
  check_all_are_used(problem);
  check_equations(problem);
}

}  // namespace engd::problem
