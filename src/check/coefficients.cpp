// Unknown numbers of an equation that nothing determines: for each of their values the problem has
// a solution.

#include <fmt/format.h>

#include <algorithm>

#include "check/conditions.h"
#include "check/faces.h"
#include "check/kinds.h"

namespace engd::check {

namespace {

/// Whether a term holds at a point or on a slice inside: more than an equation needs.
bool is_apart(const Subject& subject, const problem::Term& term) {
  if (is_inside(term)) return false;
  return std::ranges::any_of(term.region.patches, [&](const geometry::Patch& patch) {
    return patch.slice || patch.dimension() + 1 < subject.problem.domain.dimension();
  });
}

/// Whether somewhere on the boundary or at the start or end of time there are more conditions than
/// the order of the equations asks for.
bool has_more(Subject& subject, Conditions& conditions, int k) {
  const geometry::Domain& domain = subject.problem.domain;
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    if (subject.is_periodic(axis)) continue;
    const int order = equation_order(subject, k, axis);
    for (std::vector<double> x : some_points(subject, geometry::face_of(domain, axis, false), 4)) {
      int have = 0;
      for (const double end : {domain.lower[static_cast<std::size_t>(axis)],
                               domain.upper[static_cast<std::size_t>(axis)]}) {
        x[static_cast<std::size_t>(axis)] = end;
        have += conditions.at(k, x);
      }
      if (have > order) return true;
    }
  }
  return false;
}

}  // namespace

void look_at_coefficients(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  if (problem.coefficients.empty() || is_observed(subject) || problem.domain.shape ||
      problem.domain.dimension() > 10)
    return;
  if (std::ranges::any_of(problem.terms, [&](const problem::Term& term) {
        return term.density || is_apart(subject, term);
      }))
    return;
  Conditions conditions(subject);
  for (int k = 0; k < subject.unknowns; ++k)
    if (has_more(subject, conditions, k)) return;
  const problem::Coefficient& first = problem.coefficients.front();
  subject.report(
      problem::FindingKind::undetermined, first.place,
      fmt::format("nothing determines the coefficient '{}': the equation has a solution for "
                  "each of its values; add measurements, a [[term]] with data = \"FILE\", or a "
                  "further condition",
                  first.name));
}

}  // namespace engd::check
