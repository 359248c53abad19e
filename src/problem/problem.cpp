#include "problem/problem.h"

#include <algorithm>

#include "network/kinds.h"

namespace engd::problem {

bool Problem::has_solution() const {
  return !solution.empty() && std::all_of(solution.begin(), solution.end(),
                                          [](const auto& formula) { return formula.has_value(); });
}

bool Problem::has_formulas() const {
  return std::any_of(solution.begin(), solution.end(),
                     [](const auto& formula) { return formula.has_value(); });
}

std::vector<int> Problem::measured_unknowns() const {
  std::vector<int> measured = reference ? reference->unknowns : std::vector<int>{};
  for (std::size_t k = 0; k < solution.size(); ++k)
    if (solution[k]) measured.push_back(static_cast<int>(k));
  std::sort(measured.begin(), measured.end());
  return measured;
}

Index largest_network(const Problem& problem) {
  const auto unknowns = static_cast<int>(problem.scope.unknowns.size());
  Index most = network::make(problem.network, problem.domain, unknowns)->parameters();
  for (const Correction& correction : problem.corrections)
    most =
        std::max(most, network::make(correction.network, problem.domain, unknowns)->parameters());
  return most;
}

}  // namespace engd::problem
