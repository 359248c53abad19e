// The signs before the derivatives in time and in space: those for which an equation cannot be
// solved in the direction that its conditions ask for.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/conditions.h"
#include "check/evolution.h"
#include "check/kinds.h"

namespace engd::check {

using expr::JetEntry;

namespace {

/// The entries of a residual in which its type shows.
struct Principal {
  JetEntry in_time, in_space;
  int time_order = 0, space_order = 0;
};

bool is_pure_in_space(const Subject& subject, const JetEntry& entry) {
  if (entry.laplacian) return true;
  const int first = entry.axis[0];
  return subject.is_spatial(first) && order_along(subject, entry, first) == entry.order();
}

std::optional<Principal> principal_of(const Subject& subject, const problem::Formula& residual,
                                      int k) {
  Principal found;
  for (const JetEntry& entry : subject.entries(residual.node)) {
    if (entry.is_coefficient()) continue;
    const int in_time = order_along(subject, entry, subject.time);
    const int in_space = order_in_space(subject, entry);
    if (unknown_of(entry) != k || entry.place != expr::Leaf::Place::here) {
      if (in_time > 0 || in_space > 1) return std::nullopt;  // a system, of any kind
      continue;
    }
    if (in_time > 0 && in_space > 0) return std::nullopt;
    if (in_time > found.time_order) {
      found.time_order = in_time;
      found.in_time = entry;
    }
    if (in_space > found.space_order) {
      found.space_order = in_space;
      found.in_space = entry;
    }
  }
  if (found.time_order == 0 || found.space_order % 2 != 0 || found.space_order == 0 ||
      !is_pure_in_space(subject, found.in_space))
    return std::nullopt;
  return found;
}

/// An unknown number has a sign where it is positive.
bool has_sign(const Subject& subject, expr::Node factor) {
  return std::ranges::all_of(subject.entries(factor), [&](const JetEntry& entry) {
    return entry.is_coefficient() &&
           subject.problem.coefficients[static_cast<std::size_t>(entry.index)].positive;
  });
}

/// The sign of the ratio of both coefficients, where it is the same at all points.
int sign_of_ratio(Subject& subject, const problem::Term& term, const problem::Formula& residual,
                  const Principal& principal) {
  const expr::Node time_factor = subject.factor(residual.node, principal.in_time);
  const expr::Node space_factor = subject.factor(residual.node, principal.in_space);
  int sign = 0;
  for (const std::vector<double>& x : some_points(subject, term.region, 20)) {
    if (!has_sign(subject, time_factor) || !has_sign(subject, space_factor)) return 0;
    const auto a = coefficient_at(subject, time_factor, x);
    const auto b = coefficient_at(subject, space_factor, x);
    if (!a || !b) return 0;
    const double product = *a * *b;
    if (!(product != 0)) continue;
    const int here = product > 0 ? 1 : -1;
    if (sign != 0 && here != sign) return 0;
    sign = here;
  }
  return sign;
}

struct Decided {
  Evolution evolution = Evolution::unknown;
  const problem::Formula* residual = nullptr;
  Principal principal;
};

Decided decide(Subject& subject, int k) {
  if (subject.time < 0) return {};
  for (const auto& [term, residual] : equations_of(subject, k)) {
    const auto principal = principal_of(subject, *residual, k);
    if (!principal) continue;
    const int sign = sign_of_ratio(subject, *term, *residual, *principal);
    if (sign == 0) continue;
    const bool smooths = principal->space_order % 4 == 2 ? sign < 0 : sign > 0;
    if (principal->time_order == 1)
      return {smooths ? Evolution::forward : Evolution::backward, residual, *principal};
    if (principal->time_order == 2)
      return {smooths ? Evolution::wave : Evolution::elliptic, residual, *principal};
  }
  return {};
}

}  // namespace

Evolution evolution_of(Subject& subject, int unknown) {
  return decide(subject, unknown).evolution;
}

void look_at_signs(Subject& subject) {
  if (subject.time < 0 || subject.is_periodic(subject.time)) return;
  Conditions conditions(subject);
  const problem::Problem& problem = subject.problem;
  for (int k = 0; k < subject.unknowns; ++k) {
    const Decided decided = decide(subject, k);
    if (decided.evolution != Evolution::backward && decided.evolution != Evolution::elliptic)
      continue;
    auto points = some_points(subject, geometry::face_of(problem.domain, subject.time, false), 1);
    if (points.empty()) continue;
    const int start = conditions.at(k, points[0]);
    points[0][static_cast<std::size_t>(subject.time)] =
        problem.domain.upper[static_cast<std::size_t>(subject.time)];
    const int end = conditions.at(k, points[0]);
    const auto text = [&](const JetEntry& entry) {
      return expr::to_string(entry, problem.scope.coordinates, problem.scope.unknowns);
    };
    const std::string time = text(decided.principal.in_time);
    const std::string space = text(decided.principal.in_space);
    // Where data stand in the place of conditions, only an end would be a reason.
    const bool from_start = start > 0 || (end == 0 && is_observed(subject));
    if (decided.evolution == Evolution::backward && from_start)
      subject.report(
          problem::FindingKind::ill_posed, decided.residual->place,
          fmt::format("\"{0}\": with these signs before {1} and {2} the equation can be "
                      "solved backward in time only, and its conditions do not stand at "
                      "the end: the smallest waves grow fastest; is a sign wrong? (diffusion is "
                      "{1} {3} c*{2})",
                      decided.residual->text, time, space,
                      decided.principal.space_order % 4 == 2 ? "-" : "+"));
    if (decided.evolution == Evolution::elliptic && start > 1 && end == 0)
      subject.report(
          problem::FindingKind::ill_posed, decided.residual->place,
          fmt::format("\"{0}\": with these signs before {1} and {2} the equation is no wave "
                      "equation, and two conditions at the start of time do not determine "
                      "its solution in a stable way; is a sign wrong?",
                      decided.residual->text, time, space));
  }
}

}  // namespace engd::check
