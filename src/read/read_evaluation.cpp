#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "read/reader.h"
#include "read/reference_file.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

using geometry::PointRule;
using Kind = PointRule::Kind;

/// More Gauss points an axis take seconds to compute; the trapezoidal rule is accurate by then.
constexpr int most_gauss = 2000;

/// What few points are not fewer than, an axis: the square of a network's error varies faster than
/// the solution.
int least_gauss(int dimension) {
  return dimension == 1 ? 100 : dimension == 2 ? 50 : dimension == 3 ? 20 : 1;
}

bool has_gauss_points(const geometry::Domain& domain) {
  return std::ranges::all_of(geometry::interior_of(domain).patches,
                             [](const geometry::Patch& patch) { return patch.has_gauss_rule(); });
}

/// A rule of as many points that integrates, in the place of equal steps.
PointRule integrating(PointRule rule, const geometry::Domain& domain) {
  if (!has_gauss_points(domain)) return rule;
  const bool fine = std::ranges::all_of(rule.count, [](int n) { return n > most_gauss; });
  rule.kind = fine && !domain.shape ? Kind::trapezoid : Kind::gauss;
  const int least = least_gauss(domain.dimension());
  for (int& n : rule.count) n = rule.kind == Kind::trapezoid ? n : std::clamp(n, least, most_gauss);
  return rule;
}

bool is_up_to_time(const Problem& problem) {
  return std::ranges::find(problem.up_to, energy::Freedom::time) != problem.up_to.end();
}

/// Means over space at each time need many points at one time: products of rules have them.
PointRule product_rule(const geometry::Domain& domain) {
  constexpr double about = 50'000;
  const int dimension = domain.dimension();
  PointRule rule;
  rule.kind = has_gauss_points(domain) ? Kind::gauss : Kind::grid;
  rule.count = {std::clamp(static_cast<int>(std::pow(about, 1.0 / dimension)), 2, 95)};
  return rule;
}

PointRule ten_times(const Problem& problem) {
  const int dimension = problem.domain.dimension();
  for (const Term& term : problem.terms) {
    if (term.region.patches[0].dimension() != dimension || term.points.kind == Kind::file) continue;
    PointRule rule = geometry::finer(term.points, dimension, 10);
    rule.resample = 0;
    rule.adaptation = geometry::Adaptation::none;
    return rule;
  }
  return geometry::finer(default_points(geometry::interior_of(problem.domain), false), dimension,
                         10);
}

/// A rule, or a number: that of the rule that would be there without it.
PointRule rule_or_number(Problem& problem, const std::string& path, const Value& value) {
  if (value.kind != Value::Kind::integer) return read_points(problem, path, value);
  PointRule rule = problem.evaluation;
  rule.count = {as_integer(path, value, 1, 2'000'000'000)};
  return rule;
}

void read_evaluation_points(Problem& problem, const std::string& path, const Value& value) {
  problem.evaluation = rule_or_number(problem, path, value);
  problem.evaluation_is_written = true;
  if (problem.evaluation.resample > 0)
    throw bad_value(path, value,
                    "errors are measured on the same points all the time: no resample here");
  if (problem.has_formulas() && is_up_to_time(problem) &&
      !geometry::is_tensor_rule(problem.evaluation.kind))
    throw bad_value(path, value,
                    "a solution that is known up to a function of time needs many points at each "
                    "time: grid, trapezoid or gauss");
  check_points(path, value, problem.evaluation, geometry::interior_of(problem.domain));
}

/// Without a second point at the same time nothing is left of a difference.
void require_slices(const Problem& problem, const std::string& path, const Value& value) {
  const geometry::PointSet& points = problem.reference->points;
  const std::vector<int>& spatial = problem.scope.space.spatial;
  for (int axis = 0; axis < points.dimension; ++axis) {
    if (std::ranges::find(spatial, axis) != spatial.end()) continue;
    std::vector<double> times;
    for (std::ptrdiff_t q = 0; q < points.count; ++q) times.push_back(points.coordinate(q, axis));
    std::ranges::sort(times);
    for (std::size_t k = 0; k < times.size(); ++k)
      if ((k == 0 || times[k - 1] != times[k]) &&
          (k + 1 == times.size() || times[k + 1] != times[k]))
        throw bad_value(
            path, value,
            fmt::format("{} has one point only at {} = {:g}, and the mean over space "
                        "at each time is removed",
                        problem.reference->file,
                        problem.scope.coordinates[static_cast<std::size_t>(axis)], times[k]));
  }
}

/// up_to = { p = "constant" }: of unknowns in a reference, which have no table in [solution].
void read_reference_up_to(Problem& problem, const std::string& path, const Value& table) {
  std::vector<std::string> names;
  for (const int k : problem.reference->unknowns)
    names.push_back(problem.scope.unknowns[static_cast<std::size_t>(k)]);
  const Section section(table, path, names);
  for (const int k : problem.reference->unknowns) {
    const std::string& name = problem.scope.unknowns[static_cast<std::size_t>(k)];
    energy::Freedom& up_to = problem.up_to[static_cast<std::size_t>(k)];
    read_up_to(problem, section, name, up_to);
    if (up_to == energy::Freedom::time)
      require_slices(problem, section.path(name), *section.find(name));
  }
}

/// A formula and a column of values for the same unknown may disagree.
void refuse_second_solution(const Problem& problem, const std::string& path, const Value& value) {
  for (const int k : problem.reference->unknowns)
    if (problem.solution[static_cast<std::size_t>(k)])
      throw bad_value(path, value,
                      fmt::format("has a column of '{0}', for which [solution] has a formula: one "
                                  "of them must go",
                                  problem.scope.unknowns[static_cast<std::size_t>(k)]));
}

/// Beside integrals over the domain, sums over the points of a file become such.
void weigh_as_integrals(Problem& problem) {
  geometry::PointSet& points = problem.reference->points;
  const double factor = geometry::interior_of(problem.domain).measure() / points.measure();
  for (double& weight : points.weights) weight *= factor;
}

void read_reference_file(Problem& problem, const std::string& path, const Value& value) {
  if (problem.has_solution())
    throw bad_value(path, value,
                    "errors are measured against [solution], which has a formula for every "
                    "unknown: one of them must go");
  problem.reference =
      read_reference(read_file_name(problem, path, value), problem.scope.coordinates,
                     problem.scope.unknowns, problem.domain);
  refuse_second_solution(problem, path, value);
  if (problem.has_formulas()) weigh_as_integrals(problem);
}

}  // namespace

PointRule default_evaluation(const Problem& problem) {
  PointRule rule = ten_times(problem);
  switch (rule.kind) {
    case Kind::grid:
    case Kind::trapezoid:
      return integrating(rule, problem.domain);
    case Kind::gauss:
      return rule;
    case Kind::random:
    case Kind::sobol:
    case Kind::halton:
    case Kind::file:
      return is_up_to_time(problem) ? product_rule(problem.domain) : rule;
  }
  return rule;
}

void read_evaluation(Problem& problem, const Value& table) {
  const Section section(table, "evaluation", {"points", "every", "reference", "up_to"});
  if (const Value* points = section.find("points"))
    read_evaluation_points(problem, section.path("points"), *points);
  section.read("every", problem.evaluate_every, 0, 2'000'000'000);
  const Value* reference = section.find("reference");
  const Value* up_to = section.find("up_to");
  if (reference) read_reference_file(problem, section.path("reference"), *reference);
  if (up_to && !reference)
    throw bad_value(section.path("up_to"), *up_to,
                    "belongs to a reference; of a formula it is said in [solution]: p = { value = "
                    "\"...\", up_to = \"constant\" }");
  if (up_to) read_reference_up_to(problem, section.path("up_to"), *up_to);
}

}  // namespace engd::read
