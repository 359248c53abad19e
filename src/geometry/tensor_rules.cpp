#include "geometry/tensor_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/point_buffer.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

using Kind = PointRule::Kind;

/// Gauss-Legendre takes O(n^2) operations; more points than this are a mistake.
constexpr int max_gauss = 10000;

int count_on(const PointRule& rule, int axis) {
  return rule.count.size() == 1 ? rule.count[0] : rule.count[static_cast<std::size_t>(axis)];
}

double between(double lower, double upper, double fraction) {
  return std::fma(fraction, upper - lower, lower);
}

LineRule grid(int n, double lower, double upper) {
  LineRule line;
  for (int k = 1; k <= n; ++k) line.nodes.push_back(between(lower, upper, k / (n + 1.0)));
  line.weights.assign(line.nodes.size(), (upper - lower) / n);
  return line;
}

/// From `start`, n steps of 1/n of the way to `end`, the last one not taken.
LineRule walk(int n, double start, double end) {
  LineRule line;
  for (int k = 0; k < n; ++k) line.nodes.push_back(between(start, end, k / static_cast<double>(n)));
  line.weights.assign(line.nodes.size(), std::abs(end - start) / n);
  return line;
}

LineRule trapezoid(int n, double lower, double upper) {
  LineRule line;
  for (int k = 0; k < n; ++k) line.nodes.push_back(between(lower, upper, k / (n - 1.0)));
  line.nodes.back() = upper;
  line.weights.assign(line.nodes.size(), (upper - lower) / (n - 1));
  line.weights.front() /= 2;
  line.weights.back() /= 2;
  return line;
}

/// The walk around a rectangle goes up the bottom and the right side, down the top and the left.
bool walks_upward(const Patch& face) {
  return (face.normal_axis == 1) == (face.normal_sign < 0);
}

/// The coordinate that a parameter is; one of the shape's for those of a chart.
int coordinate_of(const Patch& patch, int parameter) {
  if (!patch.chart) return parameter;
  if (parameter < patch.chart->parameters()) return patch.space.front();
  int other = parameter - patch.chart->parameters();
  for (int j = 0;; ++j)
    if (std::ranges::find(patch.space, j) == patch.space.end() && other-- == 0) return j;
}

bool is_on_chart(const Patch& patch, int parameter) {
  return patch.chart && parameter < patch.chart->parameters();
}

LineRule chart_rule(const PointRule& rule, const Axis& axis, double lower, double upper, int n) {
  if (rule.kind == Kind::trapezoid) return trapezoid(n, lower, upper);
  return rule.kind == Kind::gauss ? gauss_on(axis, lower, upper, n)
                                  : steps_on(axis, lower, upper, n);
}

LineRule line_rule(const PointRule& rule, const Patch& patch, int parameter) {
  const auto j = static_cast<std::size_t>(parameter);
  const double lower = patch.lower[j], upper = patch.upper[j];
  const int n = count_on(rule, coordinate_of(patch, parameter));
  if (lower == upper) return {{lower}, {1.0}};
  if (is_on_chart(patch, parameter)) return chart_rule(rule, patch.chart->axes[j], lower, upper, n);
  if (rule.kind == Kind::trapezoid) return trapezoid(n, lower, upper);
  if (rule.kind == Kind::gauss) return gauss_between(n, lower, upper);
  const bool side_of_rectangle =
      !patch.chart && patch.lower.size() == 2 && patch.normal_axis >= 0 && !patch.slice;
  if (!side_of_rectangle) return grid(n, lower, upper);
  return walks_upward(patch) ? walk(n, lower, upper) : walk(n, upper, lower);
}

double patch_count(const PointRule& rule, const Patch& patch) {
  double points = 1;
  for (int parameter = 0; parameter < static_cast<int>(patch.lower.size()); ++parameter) {
    if (!patch.is_free(parameter)) continue;
    const auto j = static_cast<std::size_t>(parameter);
    const int n = count_on(rule, coordinate_of(patch, parameter));
    points *= is_on_chart(patch, parameter) && rule.kind != Kind::trapezoid
                  ? node_count(patch.chart->axes[j], patch.lower[j], patch.upper[j], n)
                  : n;
  }
  return points;
}

/// Moves to the next combination of indices, the last fastest; false after the last one.
bool advance(std::vector<std::size_t>& index, const std::vector<LineRule>& lines) {
  for (std::size_t j = index.size(); j-- > 0;) {
    if (++index[j] < lines[j].nodes.size()) return true;
    index[j] = 0;
  }
  return false;
}

void check_fits(const PointRule& rule, AxisKind axis) {
  if (rule.kind == Kind::gauss && axis == AxisKind::lattice)
    throw InputError(
        "there are no Gauss points on this shape, which is no exact image of a box; use grid, "
        "sobol, halton or random points");
  if (rule.kind == Kind::trapezoid && axis != AxisKind::straight && axis != AxisKind::lattice)
    throw InputError(
        "trapezoid points are for boxes and straight pieces; use gauss, grid, sobol, halton or "
        "random points on curved ones");
}

void check_counts(const PointRule& rule, const Region& region) {
  const char* kind = to_string(rule.kind);
  if (rule.count.size() != 1 && static_cast<int>(rule.count.size()) != region.space_dimension)
    throw InputError(
        fmt::format("{} has {} counts; give one number for all axes or {}, one for "
                    "each coordinate",
                    kind, rule.count.size(), region.space_dimension));
  for (int n : rule.count)
    if (n < 1)
      throw InputError(fmt::format("{} = {}: at least 1 point an axis is needed", kind, n));
  for (const Patch& patch : region.patches) {
    for (int axis : patch.space)
      if (count_on(rule, axis) != count_on(rule, patch.space.front()))
        throw InputError(
            fmt::format("{} has different counts for the coordinates of one shape; give the same "
                        "for these",
                        kind));
    for (int parameter = 0; parameter < static_cast<int>(patch.lower.size()); ++parameter) {
      const int n = count_on(rule, coordinate_of(patch, parameter));
      if (!patch.is_free(parameter)) continue;
      if (is_on_chart(patch, parameter))
        check_fits(rule, patch.chart->axes[static_cast<std::size_t>(parameter)].kind);
      if (rule.kind == Kind::trapezoid && n < 2)
        throw InputError(
            fmt::format("trapezoid = {}: at least 2 points an axis are needed, the "
                        "ends",
                        n));
      if (rule.kind == Kind::gauss && n > max_gauss)
        throw InputError(
            fmt::format("gauss = {}: at most {} points an axis; use trapezoid or grid "
                        "for more",
                        n, max_gauss));
    }
  }
}

}  // namespace

std::ptrdiff_t tensor_count(const PointRule& rule, const Region& region) {
  check_counts(rule, region);
  double points = 0;
  for (const Patch& patch : region.patches) points += patch_count(rule, patch);
  if (!(points <= static_cast<double>(max_points)))
    throw InputError(
        fmt::format("{} would need {:.3g} points; at most {} are possible. Take fewer "
                    "an axis, or random, sobol or halton points",
                    to_string(rule.kind), points, max_points));
  return static_cast<std::ptrdiff_t>(points);
}

namespace {

/// The patch's points, and weights that add up to its measure; what `keep` of the region says is
/// asked last, so that it takes its share of the measure away.
void add_patch(PointBuffer& buffer, const PointRule& rule, const Region& region,
               const Patch& patch) {
  const std::size_t parameters = patch.lower.size();
  std::vector<LineRule> lines;
  for (std::size_t j = 0; j < parameters; ++j)
    lines.push_back(line_rule(rule, patch, static_cast<int>(j)));
  const auto dimension = static_cast<std::size_t>(region.space_dimension);
  std::vector<double> s(parameters), point(dimension), normal(dimension);
  const auto for_all = [&](auto&& visit) {
    std::vector<std::size_t> index(parameters, 0);
    do {
      double weight = 1;
      for (std::size_t j = 0; j < parameters; ++j) {
        s[j] = lines[j].nodes[index[j]];
        weight *= lines[j].weights[index[j]];
      }
      weight *= patch.map(s, point, normal);
      if (patch.keeps(point)) visit(weight);
    } while (advance(index, lines));
  };
  double scale = 1;
  if (patch.chart && patch.chart->keep) {
    double sum = 0;
    for_all([&](double weight) { sum += weight; });
    if (sum > 0) scale = patch.measure() / sum;
  }
  for_all([&](double weight) {
    if (!region.keep || region.keep(point)) buffer.add(point, scale * weight, normal);
  });
}

}  // namespace

PointSet place_tensor(const PointRule& rule, const Region& region) {
  PointBuffer buffer(region.space_dimension, tensor_count(rule, region), region.has_normals());
  for (const Patch& patch : region.patches) add_patch(buffer, rule, region, patch);
  return std::move(buffer).finish();
}

}  // namespace engd::geometry
