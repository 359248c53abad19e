#include "check/solution_jets.h"

#include <cmath>
#include <stdexcept>

#include "expr/shift.h"

namespace engd::check {

using expr::JetEntry;
using expr::Node;

namespace {

constexpr double most_work = 2e6;  // nodes that derivatives walk over: some tens of milliseconds

double work_of(const Subject& subject, Node solution, const JetEntry& entry) {
  const auto nodes = static_cast<double>(expr::reachable(subject.graph, {solution}).size());
  const auto axes = static_cast<double>(subject.problem.scope.space.spatial.size());
  return nodes * (entry.laplacian ? 2 * axes : std::pow(4.0, entry.order() - 1));
}

/// The formulas whose sum is the derivative. Those of a Laplacian stay apart: what cancels in it
/// would not be seen in the size of the sum.
std::vector<Node> derivatives(Subject& subject, Node solution, const JetEntry& entry) {
  const expr::Space& space = subject.problem.scope.space;
  const auto along = [&](Node f, int axis) {
    return expr::total_derivative(subject.graph, f, axis, space);
  };
  std::vector<Node> parts;
  if (entry.laplacian) {
    for (const int axis : space.spatial) parts.push_back(along(along(solution, axis), axis));
    return parts;
  }
  for (int k = 0; k < entry.order(); ++k)
    solution = along(solution, entry.axis[static_cast<std::size_t>(k)]);
  return {solution};
}

}  // namespace

std::optional<SolutionJets> SolutionJets::of(Subject& subject, const std::vector<JetEntry>& entries,
                                             std::span<const double> shift) {
  const problem::Problem& problem = subject.problem;
  std::vector<Node> formulas;
  std::vector<Sum> sums;
  std::map<JetEntry, Sized> values;
  double work = 0;
  for (const JetEntry& entry : entries) {
    if (entry.is_coefficient()) {
      const auto& exact = problem.coefficients[static_cast<std::size_t>(entry.index)].exact;
      if (!exact) return std::nullopt;
      values[entry] = {*exact, std::fabs(*exact), std::fabs(*exact)};
      continue;
    }
    const auto& solution = problem.solution[static_cast<std::size_t>(unknown_of(entry))];
    if (!solution) return std::nullopt;
    if ((work += work_of(subject, solution->node, entry)) > most_work) return std::nullopt;
    try {
      const std::size_t first = formulas.size();
      for (Node f : derivatives(subject, solution->node, entry)) {
        if (entry.place == expr::Leaf::Place::partner) f = expr::shifted(subject.graph, f, shift);
        formulas.push_back(f);
      }
      sums.push_back({entry, first, formulas.size()});
    } catch (const std::length_error&) {  // the graph is full
      return std::nullopt;
    }
  }
  return SolutionJets(SizedFormulas(subject.graph, formulas), std::move(sums), std::move(values));
}

void SolutionJets::evaluate(std::span<const double> point) {
  const std::vector<Sized> parts = formulas_([&](const expr::Leaf& leaf) {
    const double x = point[static_cast<std::size_t>(leaf.index)];
    return Sized{x, std::fabs(x), 0};
  });
  for (const Sum& sum : sums_) {
    Sized total;
    for (std::size_t k = sum.first; k < sum.last; ++k) {
      total.value += parts[k].value;
      total.size += parts[k].size;
      total.error += parts[k].error + std::fabs(total.value);
    }
    values_[sum.entry] = total;
  }
}

}  // namespace engd::check
