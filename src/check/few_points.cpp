// Fewer rows than parameters: the network can be right at every point and wrong between them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/kinds.h"
#include "network/kinds.h"

namespace engd::check {

namespace {

/// Rows a point gives: residuals, or of an energy at most one for each entry of the jet.
Index rows_of(const Subject& subject, const problem::Term& term) {
  if (!term.density) return std::ssize(term.residuals);
  return std::ranges::count_if(subject.entries(term.density->node),
                               [](const auto& entry) { return !entry.is_coefficient(); });
}

/// The parameters of the largest network that is trained.
Index parameters_of(const Subject& subject) {
  const problem::Problem& problem = subject.problem;
  Index most = network::make(problem.network, problem.domain, subject.unknowns)->parameters();
  for (const problem::Correction& correction : problem.corrections)
    most = std::max(
        most, network::make(correction.network, problem.domain, subject.unknowns)->parameters());
  return most;
}

}  // namespace

void look_at_points(Subject& subject) {
  Index rows = 0;
  const problem::Term* largest = nullptr;
  Index most = -1;
  for (const problem::Term& term : subject.problem.terms) {
    if (term.points.resample > 0) return;
    const auto count = geometry::point_count(term.points, term.region);
    if (!count) return;  // a file: as many as there are
    const Index here = *count * rows_of(subject, term);
    rows += here;
    if (is_inside(term) && here > most) {
      most = here;
      largest = &term;
    }
  }
  const Index parameters = parameters_of(subject);
  if (rows >= parameters || !largest) return;
  const int dimension = largest->region.patches.front().dimension();
  const double wanted = 4.0 * static_cast<double>(parameters);
  const bool axes = largest->points.kind != geometry::PointRule::Kind::random &&
                    largest->points.kind != geometry::PointRule::Kind::sobol &&
                    largest->points.kind != geometry::PointRule::Kind::halton;
  const int number = static_cast<int>(std::ceil(axes ? std::pow(wanted, 1.0 / dimension) : wanted));
  subject.report(
      problem::FindingKind::few_points, largest->place,
      fmt::format(
          "there are {} rows (points times residuals) for {} parameters: the network can "
          "satisfy all of them and be wrong between the points; with points = {{ {} = {} }} "
          "in term '{}' there are four for a parameter, or take smaller layers",
          rows, parameters, geometry::to_string(largest->points.kind), number, largest->name));
}

}  // namespace engd::check
