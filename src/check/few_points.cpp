// Fewer rows than parameters: the network can be right at every point and wrong between them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/kinds.h"
#include "check/rows.h"

namespace engd::check {

namespace {

std::string more_points(const problem::Term& term, Index parameters) {
  if (is_file(term)) return fmt::format("more points in {}", term.points.file);
  const int dimension = term.region.patches.front().dimension();
  const double wanted = 4.0 * static_cast<double>(parameters);
  const bool axes = term.points.kind != geometry::PointRule::Kind::random &&
                    term.points.kind != geometry::PointRule::Kind::sobol &&
                    term.points.kind != geometry::PointRule::Kind::halton;
  return fmt::format(
      "points = {{ {} = {} }}", geometry::to_string(term.points.kind),
      static_cast<int>(std::ceil(axes ? std::pow(wanted, 1.0 / dimension) : wanted)));
}

/// Whether a term asks for an equation at some time from `begin` to `end`.
bool asks_between(const Subject& subject, const problem::Term& term, double begin, double end) {
  if (!is_file(term)) return true;
  const geometry::PointSet points = file_points(subject, term);
  for (Index q = 0; q < points.count; ++q)
    if (const double t = points.coordinate(q, subject.time); begin <= t && t <= end) return true;
  return false;
}

/// Windows of time in which no equation has points: their networks are asked nothing there.
void look_at_windows(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  if (problem.windows == 1 || subject.time < 0) return;
  std::vector<const problem::Term*> equations;
  for (const problem::Term& term : problem.terms)
    if (is_inside(term) && !term.is_data) equations.push_back(&term);
  if (equations.empty() || !std::ranges::all_of(equations, [](auto* t) { return is_file(*t); }))
    return;
  const auto j = static_cast<std::size_t>(subject.time);
  const double start = problem.domain.lower[j];
  const double length = (problem.domain.upper[j] - start) / problem.windows;
  for (int w = 0; w < problem.windows; ++w) {
    const double begin = start + w * length, end = begin + length;
    if (std::ranges::any_of(equations,
                            [&](auto* term) { return asks_between(subject, *term, begin, end); }))
      continue;
    return subject.report(
        problem::FindingKind::few_points, equations.front()->points_place,
        fmt::format("none of the points of {} is in window {} of {}, {} from {:g} to {:g}: nothing "
                    "says what the solution is there; take points at all times, or fewer windows",
                    equations.front()->points.file, w + 1, problem.windows,
                    subject.coordinate_name(subject.time), begin, end));
  }
}

}  // namespace

void look_at_points(Subject& subject) {
  look_at_windows(subject);
  Index rows = 0;
  const problem::Term* largest = nullptr;
  Index most = -1;
  for (const problem::Term& term : subject.problem.terms) {
    if (term.points.resample > 0 && is_inside(term)) return;
    const Index here = points_of(subject, term) * rows_of(subject, term);
    rows += here;
    if (is_inside(term) && !term.is_data && here > most) {
      most = here;
      largest = &term;
    }
  }
  const Index parameters = problem::largest_network(subject.problem);
  if (rows >= parameters || !largest) return;
  subject.report(
      problem::FindingKind::few_points, largest->points_place,
      fmt::format(
          "there are {} rows (points times residuals) for {} parameters: the network can "
          "satisfy all of them and be wrong between the points; with {} in term '{}' there are "
          "four for a parameter, or take smaller layers",
          rows, parameters, more_points(*largest, parameters), largest->name));
}

}  // namespace engd::check
