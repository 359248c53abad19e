// Unknowns of which only derivatives occur.

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"

namespace engd::check {

using expr::Node;

namespace {

/// The derivative of a formula when a constant is added to the unknown.
Node change_by_constant(Subject& subject, Node formula, int k) {
  Node sum = subject.graph.constant(0);
  for (const auto place : {expr::Leaf::Place::here, expr::Leaf::Place::partner})
    sum = subject.graph.add(sum, subject.factor(formula, expr::value_of(k).at(place)));
  return sum;
}

/// Whether nothing that is asked for fixes a constant that is added to the unknown: residuals do
/// not change, and an energy changes by the same number wherever it stands.
bool is_free(Subject& subject, int k) {
  for (const problem::Term& term : subject.problem.terms) {
    for (const problem::Formula& residual : term.residuals)
      if (subject.graph.constant_value(change_by_constant(subject, residual.node, k)) != 0.0)
        return false;
    if (!term.density) continue;
    const Node change = change_by_constant(subject, term.density->node, k);
    if (!subject.entries(change).empty()) return false;
  }
  return !subject.problem.hard[static_cast<std::size_t>(k)];
}

/// At the last condition on the unknown, which may be the one that does not fix it, or where the
/// unknown is declared.
const problem::Place& place_of_constant(const Subject& subject, int k) {
  const problem::Place* place = &subject.problem.unknown_places[static_cast<std::size_t>(k)];
  for (const problem::Term& term : subject.problem.terms)
    for (const problem::Formula* formula : formulas_of(term))
      if (!is_inside(term) && mentions(subject, formula->node, k)) place = &formula->place;
  return *place;
}

}  // namespace

void look_at_constants(Subject& subject) {
  for (int k = 0; k < subject.unknowns; ++k) {
    const bool is_said =
        subject.problem.up_to[static_cast<std::size_t>(k)] != energy::Freedom::none;
    if (is_said || !is_free(subject, k)) continue;
    const std::string& u = subject.unknown_name(k);
    const bool energy = std::ranges::any_of(subject.problem.terms, [&](const problem::Term& term) {
      return term.density && mentions(subject, term, k);
    });
    subject.report(
        problem::FindingKind::constant, place_of_constant(subject, k),
        fmt::format(
            "nothing fixes '{0}': only its derivatives occur{1}, so that it is known up to a "
            "constant{2}; say what it is somewhere: [[term]] with on = \"{3}\", residual = "
            "\"{0}\", points = {{ grid = 1 }}",
            u, energy ? " in a way that makes a difference" : "",
            energy ? ", or the energy has no least value" : "", point_condition(subject)));
  }
}

}  // namespace engd::check
