// Two conditions in the same place that cannot hold together.

#include <fmt/format.h>

#include <algorithm>

#include "check/kinds.h"
#include "check/linear_condition.h"
#include "check/misfit.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

bool are_comparable(const LinearCondition& a, const LinearCondition& b) {
  if (a.entries != b.entries) return false;
  const bool normals = a.has_normal || b.has_normal;
  return !normals || (a.region->has_normals() && b.region->has_normals() && !a.turns && !b.turns);
}

/// The points of the smaller part that belong to the other one as well.
Misfit on_common_points(const Subject& subject, const LinearCondition& a,
                        const LinearCondition& b) {
  Misfit misfit;
  if (a.region->patches.front().dimension() != b.region->patches.front().dimension()) return misfit;
  ConditionPair pair(subject, a, b);
  for (const auto* region : {a.region, b.region}) {
    const geometry::Region& other = region == a.region ? *b.region : *a.region;
    const TermPoints points(subject, *region);
    for (const std::ptrdiff_t q : points.chosen(50)) {
      const std::vector<double> x = points.point(q);
      if (!other.contains(x)) continue;
      if (const auto difference =
              pair.difference([&](const expr::Leaf& leaf) { return points.at(leaf, q); }))
        misfit.add(*difference, x);
    }
  }
  return misfit;
}

/// How one of both conditions loses the place: the faces of time belong to "boundary".
std::string remedy_at(const Subject& subject, std::span<const double> x) {
  if (subject.time >= 0) {
    const auto j = static_cast<std::size_t>(subject.time);
    const geometry::Domain& domain = subject.problem.domain;
    if (domain.dimension() > 1 && (x[j] == domain.lower[j] || x[j] == domain.upper[j]))
      return fmt::format("on = \"lateral\" is the boundary without the faces of {}",
                         subject.coordinate_name(subject.time));
  }
  return "take the place out of one of them (on = \"boundary and x > 0\", or a list of faces)";
}

void report_contradiction(Subject& subject, const LinearCondition& first,
                          const LinearCondition& second, const Misfit& misfit) {
  subject.report(
      problem::FindingKind::overdetermined, second.place,
      fmt::format(
          "{} asks that \"{}\" is zero, and {} (line {}) that \"{}\" is, in the same place: "
          "both cannot be, they differ by {:.2g} at {}; {}",
          second.name, second.text, first.name, first.place.line, first.text, misfit.largest(),
          misfit.place(subject), remedy_at(subject, misfit.where())));
}

}  // namespace

void look_at_contradictions(Subject& subject) {
  const std::vector<LinearCondition> all = linear_conditions(subject);
  for (std::size_t b = 0; b < all.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      if (!are_comparable(all[a], all[b]) || is_reported(subject, all[a]) ||
          is_reported(subject, all[b]))
        continue;
      const Misfit misfit = on_common_points(subject, all[a], all[b]);
      if (!misfit.is_one(short_numbers)) continue;
      report_contradiction(subject, all[a], all[b], misfit);
      break;  // one message a condition
    }
}

}  // namespace engd::check
