// Residuals beside an energy: what is least is the sum of both, so that the residual is small and
// not zero.

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"

namespace engd::check {

namespace {

/// The highest order of an unknown in densities; -1 where none has the unknown.
int order_of_energy(const Subject& subject, int k) {
  int order = -1;
  for (const problem::Term& term : subject.problem.terms)
    if (term.density && is_inside(term))
      for (const expr::JetEntry& entry : subject.entries(term.density->node))
        if (unknown_of(entry) == k) order = std::max(order, entry.order());
  return order;
}

/// The unknown of which a term is a condition on the boundary that bends what the energy is least
/// for; -1 for other terms. A weight that is written is meant, a point fixes a constant, and the
/// highest derivatives have natural conditions.
int unknown_of_penalty(const Subject& subject, const problem::Term& term) {
  if (is_inside(term) || term.density || is_measured(term) || term.weight_is_written ||
      term.region.patches.empty() ||
      term.region.patches.front().dimension() + 1 < subject.problem.domain.dimension())
    return -1;
  for (const problem::Formula& residual : term.residuals)
    for (const expr::JetEntry& entry : subject.entries(residual.node))
      if (const int k = unknown_of(entry); k >= 0 && entry.order() < order_of_energy(subject, k))
        return k;
  return -1;
}

}  // namespace

void look_at_penalties(Subject& subject) {
  std::vector<std::string> names;
  const problem::Term* first = nullptr;
  for (const problem::Term& term : subject.problem.terms) {
    if (unknown_of_penalty(subject, term) < 0) continue;
    names.push_back("'" + term.name + "'");
    if (!first) first = &term;
  }
  if (!first) return;
  subject.report(
      problem::FindingKind::penalty, first->place,
      fmt::format(
          "a residual beside an energy is a penalty ({} {}): the sum of both is least where "
          "the residual is not zero, and with weight = 1 far from zero; write [hard.{}] for "
          "a condition that holds exactly, or a weight that says how strong the penalty is",
          names.size() == 1 ? "term" : "terms", fmt::join(names, ", "),
          subject.unknown_name(unknown_of_penalty(subject, *first))));
}

}  // namespace engd::check
