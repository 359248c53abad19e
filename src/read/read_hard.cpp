#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "expr/tape.h"
#include "read/reader.h"

namespace engd::read {
namespace {

using geometry::Patch;
using geometry::PointSet;
using geometry::Region;

/// All of the boundary where a condition can hold: not the end of time.
Region default_region(const Problem& problem) {
  Region region = geometry::proper_boundary_of(problem.domain);
  const std::vector<int>& spatial = problem.scope.space.spatial;
  std::erase_if(region.patches, [&](const Patch& face) {
    const bool in_space =
        std::find(spatial.begin(), spatial.end(), face.normal_axis) != spatial.end();
    return !in_space && face.normal_sign > 0;
  });
  return region;
}

bool same(const Patch& a, const Patch& b) {
  return a.lower == b.lower && a.upper == b.upper && a.normal_axis == b.normal_axis &&
         a.normal_sign == b.normal_sign && a.slice == b.slice && a.chart == b.chart;
}

bool has(const Region& region, const Patch& patch) {
  return std::any_of(region.patches.begin(), region.patches.end(),
                     [&](const Patch& other) { return same(patch, other); });
}

/// Whether the region consists of whole pieces of the boundary for which there is a distance: faces
/// of the box, ends of the time, and pieces on an ellipse, ellipsoid, line or plane. All that the
/// boundary has of one must be there, for the distance is zero on all of it.
bool has_distance(const Problem& problem, const Region& region) {
  if (region.keep) return false;
  const Region boundary = geometry::boundary_of(problem.domain);
  return std::all_of(region.patches.begin(), region.patches.end(), [&](const Patch& patch) {
    if (!has(boundary, patch)) return false;
    if (patch.normal_axis >= 0) return true;
    const auto& zero_set = patch.chart->zero_set;
    return zero_set &&
           std::all_of(boundary.patches.begin(), boundary.patches.end(), [&](const Patch& other) {
             const bool beside = other.normal_axis < 0 && other.chart->zero_set == zero_set;
             return !beside || has(region, other);
           });
  });
}

/// The product over the faces of the region of the distance to the face, each axis scaled to have
/// the largest value 1: (x-a)/(b-a), (b-x)/(b-a), or 4 (x-a)(b-x)/(b-a)^2 for both.
expr::Node box_distance(Problem& problem, const Region& region) {
  expr::Graph& graph = problem.graph;
  expr::Node product = graph.constant(1);
  for (int j = 0; j < problem.domain.dimension(); ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double a = problem.domain.lower[k], b = problem.domain.upper[k];
    const expr::Node x = graph.coordinate(j);
    int faces = 0;
    for (const bool upper : {false, true}) {
      const bool named =
          std::any_of(region.patches.begin(), region.patches.end(), [&](const Patch& face) {
            return face.normal_axis == j && (face.normal_sign > 0) == upper;
          });
      if (!named) continue;
      ++faces;
      product = graph.multiply(product, upper ? graph.subtract(graph.constant(b), x)
                                              : graph.subtract(x, graph.constant(a)));
    }
    const double factor = faces == 2 ? 4 / ((b - a) * (b - a)) : faces == 1 ? 1 / (b - a) : 1;
    product = graph.multiply(graph.constant(factor), product);
  }
  return product;
}

/// A zero set of the boundary as a formula; a flat one scaled to the sides of the box around the
/// shape.
expr::Node node_of(Problem& problem, const geometry::ZeroSet& zero_set,
                   const std::vector<int>& space) {
  expr::Graph& graph = problem.graph;
  std::vector<expr::Node> rows;
  double longest = 0;
  for (const std::vector<double>& row : zero_set.M) {
    expr::Node sum = graph.constant(0);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto j = static_cast<std::size_t>(space[k]);
      longest += std::fabs(row[k]) * (problem.domain.upper[j] - problem.domain.lower[j]);
      if (row[k] != 0)
        sum = graph.add(sum, graph.multiply(graph.constant(row[k]),
                                            graph.subtract(graph.coordinate(space[k]),
                                                           graph.constant(zero_set.centre[k]))));
    }
    rows.push_back(sum);
  }
  if (zero_set.is_flat()) return graph.multiply(graph.constant(zero_set.sign / longest), rows[0]);
  expr::Node inside = graph.constant(1);
  for (const expr::Node row : rows) inside = graph.subtract(inside, graph.multiply(row, row));
  return graph.multiply(graph.constant(zero_set.sign), inside);
}

/// The product over the curved and flat pieces of a shape's boundary, each zero set once.
expr::Node shape_distance(Problem& problem, const Region& region) {
  expr::Node product = problem.graph.constant(1);
  std::vector<geometry::ZeroSet> done;
  for (const Patch& patch : region.patches) {
    if (patch.normal_axis >= 0) continue;
    const geometry::ZeroSet& zero_set = *patch.chart->zero_set;
    if (std::find(done.begin(), done.end(), zero_set) != done.end()) continue;
    done.push_back(zero_set);
    product = problem.graph.multiply(product, node_of(problem, zero_set, patch.space));
  }
  return product;
}

std::string place_of(const Problem& problem, const PointSet& points, std::ptrdiff_t q) {
  std::string text;
  for (int j = 0; j < points.dimension; ++j)
    text += fmt::format("{}{} = {:g}", j == 0 ? "" : ", ",
                        problem.scope.coordinates[static_cast<std::size_t>(j)],
                        points.coordinate(q, j));
  return text;
}

double at(const Problem& problem, expr::Node f, const PointSet& points, std::ptrdiff_t q) {
  return expr::evaluate_scalar(problem.graph, f, std::span<const double>(points.point(q)));
}

/// The distance vanishes on the region, nowhere inside, and both formulas are finite: at points.
void check_condition(const Problem& problem, const std::string& unknown,
                     const HardCondition& condition) {
  const PointSet inside = geometry::probe_points(1000, geometry::interior_of(problem.domain),
                                                 problem.scope.coordinates);
  double largest = 0, first = 0;
  for (std::ptrdiff_t q = 0; q < inside.count; ++q) {
    if (!std::isfinite(at(problem, condition.value.node, inside, q)))
      throw error_at(condition.value.place, fmt::format("the value of '{}' is not finite at {}",
                                                        unknown, place_of(problem, inside, q)));
    const double d = at(problem, condition.distance.node, inside, q);
    if (q == 0) first = d;
    if (!(d * first > 0) || !std::isfinite(d))
      throw error_at(
          condition.distance.place,
          fmt::format(
              "the distance of '{}' is {:g} at {} and {:g} at {}: inside the domain it must "
              "be positive everywhere, or negative everywhere{}",
              unknown, first, place_of(problem, inside, 0), d, place_of(problem, inside, q),
              condition.is_made ? " (it is made of those to each line and circle of the boundary, "
                                  "which some of them cross: give distance = \"...\")"
                                : ""));
    largest = std::max(largest, std::fabs(d));
  }
  const PointSet fixed = geometry::probe_points(1000, condition.region, problem.scope.coordinates);
  constexpr double tolerance = 1e-12;  // sin(pi) is not zero, either
  for (std::ptrdiff_t q = 0; q < fixed.count; ++q) {
    const double d = at(problem, condition.distance.node, fixed, q);
    if (!(std::fabs(d) <= tolerance * largest))
      throw error_at(condition.distance.place,
                     fmt::format("the distance of '{}' is {:g} at {}: it must be zero on {}, where "
                                 "'{}' is given",
                                 unknown, d, place_of(problem, fixed, q), condition.on, unknown));
  }
}

/// u = value + distance * network is periodic when all of its parts and their slopes are: at points
/// of the faces.
void check_periodic(Problem& problem, const std::string& unknown, const HardCondition& condition) {
  for (const int axis : problem.domain.periodic) {
    PointSet below = geometry::probe_points(100, geometry::face_of(problem.domain, axis, false),
                                            problem.scope.coordinates);
    PointSet above = below;
    const auto j = static_cast<std::size_t>(axis);
    for (std::ptrdiff_t q = 0; q < above.count; ++q)
      above.coordinates[static_cast<std::size_t>(axis * above.count + q)] = problem.domain.upper[j];
    for (const Formula* formula : {&condition.value, &condition.distance}) {
      const expr::Node x = problem.graph.coordinate(axis);
      const expr::Node slope = expr::differentiate(problem.graph, formula->node, x);
      for (const expr::Node f : {formula->node, slope})
        for (std::ptrdiff_t q = 0; q < below.count; ++q) {
          const double a = at(problem, f, below, q), b = at(problem, f, above, q);
          if (std::fabs(a - b) <= 1e-10 * (1 + std::fabs(a))) continue;
          throw error_at(
              formula->place,
              fmt::format("the {} of '{}' is not periodic in {}: {} is {:g} at {} and {:g} at the "
                          "other end",
                          formula == &condition.value ? "value" : "distance", unknown,
                          problem.scope.coordinates[j],
                          f == formula->node ? "it" : "its derivative", a,
                          place_of(problem, below, q), b));
        }
    }
  }
}

HardCondition read_condition(Problem& problem, const std::string& path, const Value& table) {
  const Section section(table, path, {"value", "on", "distance"});
  expr::Scope scope = problem.scope;
  scope.allow_unknowns = false;
  HardCondition condition;
  condition.value = {problem.graph.constant(0), "0", section.place()};
  if (const Value* value = section.find("value"))
    condition.value = read_formula(problem, section.path("value"), *value, scope);

  const Value* on = section.find("on");
  condition.on = !on ? "the boundary" : on->kind == Value::Kind::text ? on->text : on->written();
  condition.region = on ? read_region(problem, section.path("on"), *on) : default_region(problem);

  if (condition.region.patches.empty())
    throw error_at(section.place(), fmt::format("{}: the domain, periodic in all of its "
                                                "coordinates, has no boundary: give on = \"...\"",
                                                path));

  const Value* distance = section.find("distance");
  if (distance && !(distance->kind == Value::Kind::text && distance->text == "auto")) {
    condition.distance = read_formula(problem, section.path("distance"), *distance, scope);
    return condition;
  }
  if (!has_distance(problem, condition.region)) {
    const std::string reason =
        "the distance is made for whole faces of the box, and for whole pieces of a boundary that "
        "lie on an ellipse, an ellipsoid, a line or a plane: give distance = \"...\", a formula "
        "that "
        "is zero there";
    if (on) throw bad_value(section.path("on"), *on, reason);
    throw error_at(section.place(), fmt::format("{}: {}", path, reason));
  }
  condition.distance.node = problem.graph.multiply(box_distance(problem, condition.region),
                                                   shape_distance(problem, condition.region));
  condition.distance.text = expr::to_string(problem.graph, condition.distance.node,
                                            problem.scope.coordinates, problem.scope.unknowns);
  condition.distance.place = section.place();
  condition.is_made = true;
  return condition;
}

}  // namespace

void read_hard(Problem& problem, const Value& table) {
  const std::vector<std::string>& unknowns = problem.scope.unknowns;
  const Section section(table, "hard", unknowns);
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    const Value* value = section.find(unknowns[k]);
    if (!value) continue;
    const std::string path = section.path(unknowns[k]);
    if (value->kind != Value::Kind::table)
      throw bad_value(path, *value, "must be a table, such as { value = 0, on = \"boundary\" }");
    problem.hard[k] = read_condition(problem, path, *value);
    check_condition(problem, unknowns[k], *problem.hard[k]);
    check_periodic(problem, unknowns[k], *problem.hard[k]);
  }
}

}  // namespace engd::read
