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

std::vector<Index> network_sizes(const Problem& problem) {
  std::vector<Index> sizes;
  const auto add = [&](const network::Options& options) {
    const auto unknowns = static_cast<int>(problem.scope.unknowns.size());
    sizes.push_back(network::make(options, problem.domain, unknowns)->parameters());
  };
  add(problem.network);
  for (const Correction& correction : problem.corrections) add(correction.network);
  return sizes;
}

Index largest_network(const Problem& problem) {
  return std::ranges::max(network_sizes(problem));
}

}  // namespace engd::problem
