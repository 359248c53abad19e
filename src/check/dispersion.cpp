// Equations u_t + c*u_xxx: on which side they take one condition, and on which two.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/conditions.h"
#include "check/kinds.h"

namespace engd::check {

using expr::JetEntry;

namespace {

/// The sign of what stands before the third derivative along an axis, next to that of u_t, where it
/// is the same at all points; 0 for other equations.
int dispersion_of(Subject& subject, const problem::Term& term, const problem::Formula& residual,
                  int k, int axis) {
  std::optional<JetEntry> in_time, third;
  for (const JetEntry& entry : subject.entries(residual.node)) {
    if (entry.is_coefficient()) continue;
    const int along_time = order_along(subject, entry, subject.time);
    const int along = order_along(subject, entry, axis);
    const bool is_own = unknown_of(entry) == k && entry.place == expr::Leaf::Place::here;
    if (!is_own && (along_time > 0 || along > 1)) return 0;
    if (along_time > 1 || along > 3 || (along_time > 0 && along > 0)) return 0;
    if (along_time == 1) in_time = entry;
    if (along == 3) third = entry;
  }
  if (!in_time || !third || in_time->order() != 1 || third->order() != 3) return 0;
  int sign = 0;
  for (const std::vector<double>& x : some_points(subject, term.region, 20)) {
    const auto a = coefficient_at(subject, subject.factor(residual.node, *in_time), x);
    const auto b = coefficient_at(subject, subject.factor(residual.node, *third), x);
    if (!a || !b || *a * *b == 0) return 0;
    const int here = *a * *b > 0 ? 1 : -1;
    if (sign != 0 && here != sign) return 0;
    sign = here;
  }
  return sign;
}

void look_at_axis(Subject& subject, Conditions& conditions, int k, int axis, int sign,
                  const problem::Formula& equation) {
  const geometry::Domain& domain = subject.problem.domain;
  const auto j = static_cast<std::size_t>(axis);
  for (std::vector<double> x : some_points(subject, geometry::face_of(domain, axis, false), 4)) {
    x[j] = domain.lower[j];
    const int lower = conditions.at(k, x);
    x[j] = domain.upper[j];
    const int upper = conditions.at(k, x);
    // Waves of u_t + u_xxx go to the left: one condition there, two at the right.
    const int one = sign > 0 ? lower : upper, two = sign > 0 ? upper : lower;
    if (lower + upper < 3 || (one >= 1 && two >= 2)) continue;
    const std::string& u = subject.unknown_name(k);
    const std::string& name = subject.coordinate_name(axis);
    const char* many = sign > 0 ? "max" : "min";
    return subject.report(
        problem::FindingKind::boundary, equation.place,
        fmt::format("with this sign before {0}_{1}{1}{1} the equation \"{2}\" takes one condition "
                    "at boundary.{1}.{3} and two at boundary.{1}.{4}; there are {5} and {6}: give "
                    "the slope {0}_{1} at boundary.{1}.{4}",
                    u, name, equation.text, sign > 0 ? "min" : "max", many, one, two));
  }
}

}  // namespace

void look_at_dispersion(Subject& subject) {
  if (subject.time < 0 || is_observed(subject)) return;
  Conditions conditions(subject);
  for (int k = 0; k < subject.unknowns; ++k)
    for (const auto& [term, residual] : equations_of(subject, k))
      for (const int axis : subject.problem.scope.space.spatial) {
        if (subject.is_periodic(axis) || !geometry::has_interval(subject.problem.domain, axis))
          continue;
        const int sign = dispersion_of(subject, *term, *residual, k, axis);
        if (sign != 0) look_at_axis(subject, conditions, k, axis, sign, *residual);
      }
}

}  // namespace engd::check
