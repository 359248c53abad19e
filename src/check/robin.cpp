// Conditions dn(u) + c*u on the boundary: the sign of c, by which the boundary takes or feeds.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/conditions.h"
#include "check/kinds.h"
#include "check/linear_condition.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

using expr::JetEntry;

/// Whether the equation of an unknown is diffusion alone, with sources that do not depend on the
/// unknown: second derivatives in space with factors of one sign, and maybe a first one in time.
bool is_diffusion(Subject& subject, int k) {
  const auto equations = equations_of(subject, k);
  if (equations.size() != 1 || equations.front().first->on != "interior" || has_density(subject, k))
    return false;
  const problem::Formula& residual = *equations.front().second;
  double second = 0;
  for (const JetEntry& entry : subject.entries(residual.node)) {
    if (unknown_of(entry) != k || entry.place != expr::Leaf::Place::here) return false;
    const auto factor = subject.graph.constant_value(subject.factor(residual.node, entry));
    if (!factor) return false;
    const bool first_in_time =
        subject.time >= 0 && entry.order() == 1 && order_along(subject, entry, subject.time) == 1;
    if (first_in_time) continue;
    const bool pure = entry.laplacian || (entry.order() == 2 && entry.axis[0] == entry.axis[1] &&
                                          entry.axis[0] != subject.time);
    if (!pure || second * *factor < 0) return false;
    second = *factor;
  }
  return second != 0;
}

/// Whether a condition is a*dn(u) + b*u with a*b < 0 at all of its points.
bool feeds(const Subject& subject, const LinearCondition& condition) {
  SizedFormulas formulas(subject.graph, condition.factors);
  const TermPoints points(subject, *condition.region);
  bool any = false;
  for (const std::ptrdiff_t q : points.chosen(20)) {
    const std::vector<Sized> values =
        formulas([&](const expr::Leaf& leaf) { return points.at(leaf, q); });
    double value = 0, slope = 0, squares = 0;
    for (std::size_t e = 0; e < condition.entries.size(); ++e) {
      const JetEntry& entry = condition.entries[e];
      if (entry.order() == 0) {
        value = values[e].value;
      } else {
        const double n =
            points.at(expr::Leaf::of(expr::Leaf::Kind::normal, entry.axis[0]), q).value;
        slope += values[e].value * n;
        squares += values[e].value * values[e].value;
      }
    }
    const bool along_normal = std::fabs(slope * slope - squares) <= 1e-9 * squares;
    if (!along_normal || !(value * slope < 0)) return false;
    any = true;
  }
  return any;
}

bool is_robin(const Subject& subject, const LinearCondition& condition, int k) {
  bool value = false, slope = false;
  for (const JetEntry& entry : condition.entries) {
    if (unknown_of(entry) != k || entry.order() > 1) return false;
    if (entry.order() == 1 && entry.axis[0] == subject.time) return false;
    (entry.order() == 0 ? value : slope) = true;
  }
  return value && slope && !condition.turns && condition.region->has_normals();
}

}  // namespace

void look_at_losses(Subject& subject) {
  const std::vector<LinearCondition> conditions = linear_conditions(subject);
  for (int k = 0; k < subject.unknowns; ++k) {
    // Of a solution that is known the residuals are looked at.
    if (subject.problem.solution[static_cast<std::size_t>(k)] || !is_diffusion(subject, k))
      continue;
    for (const LinearCondition& one : conditions) {
      if (!is_robin(subject, one, k) || !feeds(subject, one)) continue;
      const std::string& u = subject.unknown_name(k);
      subject.report(
          problem::FindingKind::ill_posed, one.place,
          fmt::format(
              "\"{1}\": with these signs the boundary feeds {0} the more the larger {0} is, "
              "so that {0} grows without bound, or has no solution for some numbers; is a "
              "sign wrong? (a loss is dn({0}) + c*{0}, with the outward normal)",
              u, one.text));
    }
  }
}

}  // namespace engd::check
