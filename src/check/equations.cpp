// Equations inside the domain: none at all, or a value beside the equation of the same unknown.

#include <fmt/format.h>

#include <algorithm>

#include "check/conditions.h"
#include "check/kinds.h"
#include "check/rows.h"

namespace engd::check {

using expr::JetEntry;

namespace {

/// Boundaries and slices alone: any function inside fits.
void look_for_none(Subject& subject) {
  const auto& terms = subject.problem.terms;
  if (terms.empty() || std::ranges::any_of(terms, is_inside)) return;
  subject.report(
      problem::FindingKind::undetermined, terms.front().place,
      fmt::format("no term holds inside the domain, so that nothing says what {} {} there: add a "
                  "[[term]] with on = \"interior\" and the equation",
                  fmt::join(subject.problem.scope.unknowns, ", "),
                  subject.unknowns == 1 ? "is" : "are"));
}

/// Measurements, from a file or as a formula of the coordinates: with them a value inside may be
/// what is expected of a field that is sought.
bool has_data(const Subject& subject) {
  return std::ranges::any_of(subject.problem.terms, [&](const problem::Term& term) {
    if (is_measured(term) || is_file(term)) return true;
    return is_inside(term) && std::ranges::any_of(term.residuals, [&](const auto& residual) {
             const auto& entries = subject.entries(residual.node);
             return expr::depends_on(subject.graph, residual.node, expr::Leaf::Kind::coordinate) &&
                    std::ranges::all_of(entries, [](const auto& e) { return e.order() == 0; });
           });
  });
}

/// The unknown whose value alone a residual fixes, as u - 3 does; -1 for other residuals. One with
/// a formula of the coordinates stands for measurements.
int unknown_fixed_by(Subject& subject, const problem::Formula& residual) {
  const auto& entries = subject.entries(residual.node);
  if (entries.size() != 1 || entries[0].is_coefficient() || entries[0].order() > 0 ||
      expr::depends_on(subject.graph, residual.node, expr::Leaf::Kind::coordinate))
    return -1;
  const expr::Node factor = subject.factor(residual.node, entries[0]);
  return subject.entries(factor).empty() ? unknown_of(entries[0]) : -1;
}

/// Whether an unknown has as many equations as it needs, apart from one residual.
bool has_equation(const Subject& subject, int k) {
  return has_density(subject, k) ||
         std::ranges::any_of(equations_of(subject, k), [&](const auto& equation) {
           return equation.first->on == "interior";
         });
}

/// More residuals inside than unknowns and coefficients, and one of them is the value of an unknown
/// at every point.
void look_for_values(Subject& subject) {
  if (has_data(subject)) return;
  std::size_t equations = 0;
  for (const problem::Term& term : subject.problem.terms)
    if (term.on == "interior") equations += term.density ? 1 : term.residuals.size();
  if (equations <= subject.problem.scope.unknowns.size() + subject.problem.coefficients.size())
    return;
  for (const problem::Term& term : subject.problem.terms) {
    if (term.on != "interior" || term.weight_is_written) continue;
    for (const problem::Formula& residual : term.residuals) {
      const int k = unknown_fixed_by(subject, residual);
      if (k < 0 || !has_equation(subject, k)) continue;
      const std::string& u = subject.unknown_name(k);
      subject.report(
          problem::FindingKind::overdetermined, residual.place,
          fmt::format("term '{0}' asks that \"{1}\" is zero at every point inside, where {2} has "
                      "an equation already: a term is a sum of squares over its points, and says "
                      "nothing of a mean. To fix a constant that is free, say what {2} is at a "
                      "point (on = \"{3}\", points = {{ grid = 1 }}), and let errors leave out the "
                      "mean, {2} = {{ value = \"...\", up_to = \"constant\" }} in [solution]",
                      term.name, residual.text, u, point_condition(subject)));
      return;
    }
  }
}

}  // namespace

void look_at_equations(Subject& subject) {
  look_for_none(subject);
  look_for_values(subject);
}

}  // namespace engd::check
