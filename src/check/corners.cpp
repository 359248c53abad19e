// Where the boundary meets the start of time: their values there.

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"
#include "check/linear_condition.h"
#include "check/misfit.h"

namespace engd::check {

namespace {

bool is_start(const Subject& subject, const geometry::Region& region) {
  if (subject.time < 0) return false;
  const auto j = static_cast<std::size_t>(subject.time);
  return std::ranges::all_of(region.patches, [&](const geometry::Patch& patch) {
    std::vector<double> x(static_cast<std::size_t>(patch.space_dimension()));
    patch.map(patch.lower, x);
    return patch.normal_axis == subject.time && x[j] == subject.problem.domain.lower[j];
  });
}

bool has_face_of_time(const Subject& subject, const geometry::Region& region) {
  return std::ranges::any_of(region.patches, [&](const geometry::Patch& patch) {
    return patch.normal_axis == subject.time || patch.dimension() == 0;
  });
}

/// The points of a condition on the boundary at the start of time.
Misfit where_they_meet(const Subject& subject, const LinearCondition& start,
                       const LinearCondition& boundary) {
  Misfit misfit;
  ConditionPair pair(subject, start, boundary);
  const auto j = static_cast<std::size_t>(subject.time);
  for (std::vector<double> x : some_points(subject, *boundary.region, 40)) {
    x[j] = subject.problem.domain.lower[j];
    if (!start.region->contains(x) || !boundary.region->contains(x)) continue;
    if (const auto difference =
            pair.difference([&](const expr::Leaf& leaf) { return coordinate_of(leaf, x); }))
      misfit.add(*difference, x);
  }
  return misfit;
}

bool is_value(const LinearCondition& one) {
  return one.entries.size() == 1 && one.entries[0].order() == 0 && !one.has_normal;
}

}  // namespace

void look_at_corners(Subject& subject) {
  if (subject.time < 0 || subject.is_periodic(subject.time)) return;
  const std::vector<LinearCondition> all = linear_conditions(subject);
  for (const LinearCondition& start : all) {
    if (!is_value(start) || !is_start(subject, *start.region)) continue;
    for (const LinearCondition& boundary : all) {
      if (!is_value(boundary) || boundary.entries != start.entries ||
          has_face_of_time(subject, *boundary.region) || has_slices(*boundary.region) ||
          is_reported(subject, start) || is_reported(subject, boundary))
        continue;
      const Misfit misfit = where_they_meet(subject, start, boundary);
      if (!misfit.is_one(short_numbers)) continue;
      subject.report(
          problem::FindingKind::corner, boundary.place,
          fmt::format("\"{}\" of {} and \"{}\" of {} (line {}) do not fit where the boundary meets "
                      "the start of time: they differ by {:.2g} at {}, so that the solution jumps "
                      "there, and its accuracy ends early",
                      boundary.text, boundary.name, start.text, start.name, start.place.line,
                      misfit.largest(), misfit.place(subject)));
    }
  }
}

}  // namespace engd::check
