// Conditions at the ends of periodic coordinates.

#include <fmt/format.h>

#include "check/kinds.h"

namespace engd::check {

namespace {

/// The periodic coordinate at one of whose ends a term holds; -1 for none. A single point, which
/// fixes a constant, is no condition on a face.
int periodic_end(const Subject& subject, const problem::Term& term) {
  for (const geometry::Patch& patch : term.region.patches)
    if (patch.normal_axis >= 0 && !patch.slice && patch.dimension() > 0 &&
        subject.is_periodic(patch.normal_axis))
      return patch.normal_axis;
  return -1;
}

}  // namespace

void look_at_periods(Subject& subject) {
  for (const problem::Term& term : subject.problem.terms) {
    if (is_inside(term) || term.is_data || !term.shift.empty()) continue;
    const int axis = periodic_end(subject, term);
    if (axis < 0) continue;
    subject.report(
        problem::FindingKind::overdetermined, term.on_place,
        fmt::format("'{0}' is periodic and has no ends, and term '{1}' asks for something more at "
                    "one of them: leave out the term, or periodic = \"{0}\"",
                    subject.coordinate_name(axis), term.name));
  }
}

}  // namespace engd::check
