#include "check/rows.h"

#include <algorithm>

namespace engd::check {

Index rows_of(Subject& subject, const problem::Term& term) {
  if (!term.density) return std::ssize(term.residuals);
  return std::ranges::count_if(subject.entries(term.density->node), [&](const auto& entry) {
    const expr::Node factor = subject.factor(term.density->node, entry);
    return !entry.is_coefficient() &&
           (expr::depends_on(subject.graph, factor, expr::Leaf::Kind::jet) ||
            expr::depends_on(subject.graph, factor, expr::Leaf::Kind::coefficient));
  });
}

bool is_file(const problem::Term& term) {
  return term.points.kind == geometry::PointRule::Kind::file;
}

geometry::PointSet file_points(const Subject& subject, const problem::Term& term) {
  return geometry::place_points(term.points, term.region, {}, subject.problem.scope.coordinates);
}

Index points_of(const Subject& subject, const problem::Term& term) {
  const auto count = geometry::point_count(term.points, term.region);
  return count ? *count : file_points(subject, term).count;
}

}  // namespace engd::check
