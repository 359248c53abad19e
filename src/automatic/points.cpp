#include "automatic/points.h"

#include <algorithm>
#include <cmath>

namespace engd::automatic {

namespace {

using geometry::PointRule;
using problem::Term;

constexpr double inside_part = 0.75;
// Of any rule: fewer do not show what a function does along a line, or on a surface.
constexpr int fewest_along = 10, fewest = 50;

int dimension_of(const geometry::Region& region) {
  int dimension = 0;
  for (const geometry::Patch& patch : region.patches)
    dimension = std::max(dimension, patch.dimension());
  return dimension;
}

double rows_of_a_point(const Term& term) {
  return term.density ? 1 : static_cast<double>(term.residuals.size());
}

bool has_gauss_points(const geometry::Region& region) {
  return !region.keep && dimension_of(region) <= 2 &&
         std::ranges::all_of(region.patches,
                             [](const auto& patch) { return patch.has_gauss_rule(); });
}

PointRule rule_of(const geometry::Region& region, double points, bool scattered) {
  PointRule rule;
  if (scattered || !has_gauss_points(region)) {
    rule.kind = PointRule::Kind::sobol;
    rule.count = {std::max(fewest, static_cast<int>(std::ceil(points)))};
    return rule;
  }
  rule.kind = PointRule::Kind::gauss;
  rule.count = {fewest_along};
  while (static_cast<double>(geometry::point_count(rule, region).value_or(0)) < points)
    ++rule.count.front();
  return rule;
}

}  // namespace

std::vector<std::pair<std::size_t, PointRule>> points_for(const problem::Problem& problem,
                                                          double rows) {
  const int dimension = problem.domain.dimension();
  const auto is_open = [&](const Term& term) {
    return !term.points_are_written && dimension_of(term.region) > 0;
  };
  const auto is_inside = [&](const Term& term) { return dimension_of(term.region) == dimension; };
  // In a short window the solution varies along space: points on few lines do not show that.
  const bool in_windows = problem.windows > 1 && dimension > 1;
  double inside = 0, conditions = 0;  // rows of one point of each term
  for (const Term& term : problem.terms) {
    if (!is_open(term)) continue;
    (is_inside(term) ? inside : conditions) += rows_of_a_point(term);
  }
  std::vector<std::pair<std::size_t, PointRule>> all;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const Term& term = problem.terms[t];
    if (!is_open(term)) continue;
    const double points =
        is_inside(term) ? inside_part * rows / inside : (1 - inside_part) * rows / conditions;
    all.emplace_back(t, rule_of(term.region, points, in_windows && is_inside(term)));
  }
  return all;
}

}  // namespace engd::automatic
