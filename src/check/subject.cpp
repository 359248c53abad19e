#include "check/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace engd::check {

Subject::Subject(const problem::Problem& problem)
    : problem(problem),
      graph(problem.graph),
      unknowns(static_cast<int>(problem.scope.unknowns.size())) {
  for (int j = 0; j < problem.domain.dimension(); ++j)
    if (!is_spatial(j)) time = j;
}

void Subject::report(problem::FindingKind kind, const problem::Place& place,
                     const std::string& text, const std::string& mark) {
  if (std::ranges::find(problem.silence, kind) != problem.silence.end()) return;
  findings.push_back({kind, place,
                      fmt::format("{} (silence = [\"{}\"] in [problem] if this is meant)", text,
                                  problem::name(kind)),
                      mark});
}

const std::string& Subject::unknown_name(int k) const {
  return problem.scope.unknowns[static_cast<std::size_t>(k)];
}

const std::string& Subject::coordinate_name(int axis) const {
  return problem.scope.coordinates[static_cast<std::size_t>(axis)];
}

bool Subject::is_spatial(int axis) const {
  return std::ranges::find(problem.scope.space.spatial, axis) != problem.scope.space.spatial.end();
}

bool Subject::is_periodic(int axis) const {
  return std::ranges::find(problem.domain.periodic, axis) != problem.domain.periodic.end();
}

bool Subject::is_periodic_in_space() const {
  return std::ranges::all_of(problem.scope.space.spatial,
                             [&](int axis) { return is_periodic(axis); });
}

const std::vector<expr::JetEntry>& Subject::entries(expr::Node formula) const {
  const auto found = entries_.find(formula);
  if (found != entries_.end()) return found->second;
  return entries_[formula] = expr::jet_entries(graph, {formula});
}

expr::Node Subject::factor(expr::Node formula, const expr::JetEntry& entry) {
  const auto key = std::pair(formula, entry);
  const auto found = factors_.find(key);
  if (found != factors_.end()) return found->second;
  return factors_[key] = expr::differentiate(graph, formula, graph.jet(entry));
}

std::string Subject::place_text(std::span<const double> point) const {
  std::string text;
  const std::size_t shown = std::min<std::size_t>(point.size(), 6);
  for (std::size_t j = 0; j < shown; ++j)
    text +=
        fmt::format("{}{} = {:.4g}", j == 0 ? "" : ", ", problem.scope.coordinates[j], point[j]);
  return shown < point.size() ? text + ", ..." : text;
}

int unknown_of(const expr::JetEntry& entry) {
  return entry.is_coefficient() ? -1 : entry.index;
}

int order_along(const Subject& subject, const expr::JetEntry& entry, int axis) {
  if (entry.laplacian) return subject.is_spatial(axis) ? 2 : 0;
  return static_cast<int>(std::ranges::count(entry.axis, axis));
}

int order_in_space(const Subject& subject, const expr::JetEntry& entry) {
  return entry.order() - (subject.time < 0 ? 0 : order_along(subject, entry, subject.time));
}

int order_along(const Subject& subject, expr::Node formula, int k, int axis) {
  int order = 0;
  for (const expr::JetEntry& entry : subject.entries(formula))
    if (unknown_of(entry) == k) order = std::max(order, order_along(subject, entry, axis));
  return order;
}

bool mentions(const Subject& subject, expr::Node formula, int k) {
  return std::ranges::any_of(subject.entries(formula),
                             [&](const expr::JetEntry& entry) { return unknown_of(entry) == k; });
}

bool mentions(const Subject& subject, const problem::Term& term, int k) {
  return std::ranges::any_of(formulas_of(term), [&](const problem::Formula* formula) {
    return mentions(subject, formula->node, k);
  });
}

bool is_inside(const problem::Term& term) {
  return std::ranges::any_of(term.region.patches, [&](const geometry::Patch& patch) {
    return patch.dimension() == term.region.space_dimension;
  });
}

bool is_measured(const problem::Term& term) {
  return term.is_data || term.noise > 0 || term.noise_column >= 0;
}

std::vector<const problem::Formula*> formulas_of(const problem::Term& term) {
  std::vector<const problem::Formula*> formulas;
  for (const problem::Formula& residual : term.residuals) formulas.push_back(&residual);
  if (term.density) formulas.push_back(&*term.density);
  return formulas;
}

namespace {

bool is_well_inside(const geometry::Domain& domain, std::span<const double> x) {
  std::vector<double> of_shape;
  double size = 0;
  for (const int axis : domain.shape_axes) {
    const auto j = static_cast<std::size_t>(axis);
    of_shape.push_back(x[j]);
    size = std::max(size, domain.upper[j] - domain.lower[j]);
  }
  return domain.shape->side(of_shape) < -0.01 * size;
}

/// A point inside with few digits, where there is one.
std::vector<double> short_point_inside(const Subject& subject) {
  const geometry::Domain& domain = subject.problem.domain;
  const auto points = some_points(subject, geometry::interior_of(domain), 50);
  for (const double digits : {1.0, 2.0, 10.0, 100.0, 1000.0})
    for (std::vector<double> x : points) {
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double size = domain.upper[j] - domain.lower[j];
        const double step = std::pow(10.0, std::floor(std::log10(size))) / digits;
        x[j] = std::round(x[j] / step) * step + 0.0;  // no -0
      }
      if (is_well_inside(domain, x)) return x;
    }
  return points.empty() ? domain.lower : points.front();
}

}  // namespace

std::string point_condition(const Subject& subject) {
  const geometry::Domain& domain = subject.problem.domain;
  if (domain.dimension() > 3) return "...";
  const std::vector<double> x = domain.shape ? short_point_inside(subject) : domain.lower;
  std::string text;
  for (int j = 0; j < domain.dimension(); ++j)
    if (subject.is_spatial(j))
      text += fmt::format("{}{} == {:g}", text.empty() ? "" : " and ", subject.coordinate_name(j),
                          x[static_cast<std::size_t>(j)]);
  return text;
}

std::vector<std::vector<double>> some_points(const Subject& subject, const geometry::Region& region,
                                             int count) {
  if (region.patches.empty()) return {};
  geometry::PointRule rule;
  const bool single = region.patches.front().dimension() == 0;
  rule.kind = single ? geometry::PointRule::Kind::grid : geometry::PointRule::Kind::halton;
  rule.count = {single ? 1 : count};
  geometry::PointSet set;
  try {
    set = geometry::place_points(rule, region, {}, subject.problem.scope.coordinates);
  } catch (const InputError&) {
    return {};  // a condition keeps none of them
  }
  std::vector<std::vector<double>> points(static_cast<std::size_t>(set.count));
  for (std::ptrdiff_t q = 0; q < set.count; ++q)
    for (int j = 0; j < set.dimension; ++j)
      points[static_cast<std::size_t>(q)].push_back(set.coordinate(q, j));
  return points;
}

}  // namespace engd::check
