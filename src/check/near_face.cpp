// Slices that lie next to a face: what was meant is the face, with a bound that was rounded.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/conditions.h"
#include "check/kinds.h"

namespace engd::check {

namespace {

constexpr double near = 1e-3;  // of the way across the domain

/// The face that a slice misses by little; nothing for other patches.
std::optional<std::pair<bool, double>> missed(const Subject& subject,
                                              const geometry::Patch& patch) {
  const geometry::Domain& domain = subject.problem.domain;
  if (!patch.slice || patch.chart || patch.normal_axis < 0 ||
      !geometry::has_interval(domain, patch.normal_axis) || subject.is_periodic(patch.normal_axis))
    return std::nullopt;
  const auto j = static_cast<std::size_t>(patch.normal_axis);
  const double lower = domain.lower[j], upper = domain.upper[j], x = patch.lower[j];
  const bool is_upper = upper - x < x - lower;
  const double distance = is_upper ? upper - x : x - lower;
  if (!(distance < near * (upper - lower))) return std::nullopt;
  return std::pair(is_upper, distance);
}

}  // namespace

void look_at_near_faces(Subject& subject) {
  const Conditions conditions(subject);
  for (const problem::Term& term : subject.problem.terms) {
    if (term.is_data || is_inside(term)) continue;
    for (const geometry::Patch& patch : term.region.patches) {
      const auto found = missed(subject, patch);
      if (!found) continue;
      const auto& [upper, distance] = *found;
      const geometry::Region face =
          geometry::face_of(subject.problem.domain, patch.normal_axis, upper);
      // A condition on the face itself shows that the slice is meant.
      const auto points = some_points(subject, face, 1);
      const bool has_condition =
          !points.empty() && std::ranges::any_of(formulas_of(term), [&](const auto* formula) {
            for (int k = 0; k < subject.unknowns; ++k)
              if (mentions(subject, formula->node, k) &&
                  !conditions.terms_at(k, points.front()).empty())
                return true;
            return false;
          });
      if (has_condition) continue;
      const auto j = static_cast<std::size_t>(patch.normal_axis);
      const std::string& x = subject.coordinate_name(patch.normal_axis);
      subject.report(
          problem::FindingKind::boundary, term.on_place,
          fmt::format(
              "\"{}\" is a slice inside the domain, {:.1g} away from the face {} = {:.15g}, "
              "on which no condition holds: if the face is meant, write on = "
              "\"boundary.{}.{}\"",
              term.on, distance, x,
              upper ? subject.problem.domain.upper[j] : subject.problem.domain.lower[j], x,
              upper ? "max" : "min"));
      break;
    }
  }
}

}  // namespace engd::check
