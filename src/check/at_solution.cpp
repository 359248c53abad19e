#include "check/at_solution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/solution_jets.h"
#include "problem/place.h"

namespace engd::check {

std::size_t affordable(std::size_t operations) {
  constexpr double most_operations = 4e5, most_points = 1000;
  const double count = most_operations / static_cast<double>(std::max<std::size_t>(operations, 1));
  return static_cast<std::size_t>(std::clamp(count, 20.0, most_points));
}

namespace {

/// Unknowns with a solution on a part of the domain alone are looked at there.
bool is_known_at(const Subject& subject, const std::set<int>& unknowns,
                 std::span<const double> point) {
  return std::ranges::all_of(unknowns, [&](int k) {
    const auto& part = subject.problem.solution_on[static_cast<std::size_t>(k)];
    return !part || part->contains(point);
  });
}

/// The values of the solution at a point inside the domain must be numbers.
void require_values(const Subject& subject, const problem::Term& term,
                    const std::set<int>& unknowns, SolutionJets& values,
                    std::span<const double> point) {
  for (const int k : unknowns) {
    if (std::isfinite(values[expr::value_of(k)].value)) continue;
    const problem::Formula& solution = *subject.problem.solution[static_cast<std::size_t>(k)];
    const std::string& u = subject.unknown_name(k);
    throw problem::error_at(
        solution.place,
        fmt::format(
            "the solution of '{0}' is not finite at {1}, a point of the term '{2}'; where '{0}' "
            "lives on a part of the domain, write {0} = {{ value = \"...\", on = \"inside.NAME\" "
            "}}",
            u, subject.place_text(point), term.name));
  }
}

}  // namespace

bool is_known(const Subject& subject, const expr::JetEntry& entry) {
  const auto k = static_cast<std::size_t>(unknown_of(entry));
  if (!subject.problem.solution[k]) return false;
  switch (subject.problem.up_to[k]) {
    case energy::Freedom::none:
      return true;
    case energy::Freedom::constant:
      return entry.order() > 0;
    case energy::Freedom::time:
      return order_in_space(subject, entry) > 0;
  }
  return true;
}

bool is_known(const Subject& subject, expr::Node formula) {
  return std::ranges::all_of(subject.entries(formula), [&](const expr::JetEntry& entry) {
    if (!entry.is_coefficient()) return is_known(subject, entry);
    return subject.problem.coefficients[static_cast<std::size_t>(entry.index)].exact.has_value();
  });
}

std::optional<AtSolution> at_solution(Subject& subject, const problem::Term& term,
                                      const TermPoints& points, expr::Node formula) {
  AtSolution result;
  std::vector<expr::JetEntry> entries = subject.entries(formula);
  for (const expr::JetEntry& entry : subject.entries(formula))
    if (!entry.is_coefficient()) {
      result.unknowns.insert(unknown_of(entry));
      entries.push_back(expr::value_of(unknown_of(entry)));
    }
  std::ranges::sort(entries);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  auto jets = SolutionJets::of(subject, entries, term.shift);
  if (!jets) return std::nullopt;
  SizedFormulas values(subject.graph, {formula});
  const bool inside = is_inside(term);
  for (const std::ptrdiff_t q :
       points.chosen(affordable(jets->operations() + values.operations()))) {
    const std::vector<double> x = points.point(q);
    if (inside && !is_known_at(subject, result.unknowns, x)) continue;
    jets->evaluate(x);
    if (inside) require_values(subject, term, result.unknowns, *jets, x);
    const Sized value = values([&](const expr::Leaf& leaf) {
      return leaf.is_jet_entry() ? (*jets)[leaf] : points.at(leaf, q);
    })[0];
    result.misfit.add(value, x);
  }
  return result;
}

}  // namespace engd::check
