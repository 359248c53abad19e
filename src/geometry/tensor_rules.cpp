#include "geometry/tensor_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/gauss_legendre.h"
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

LineRule gauss(int n, double lower, double upper) {
  LineRule line = gauss_legendre(n);
  const double half = (upper - lower) / 2, middle = lower + half;
  for (double& x : line.nodes) x = std::fma(half, x, middle);
  for (double& w : line.weights) w *= half;
  return line;
}

/// The walk around a rectangle goes up the bottom and the right side, down the top and the left.
bool walks_upward(const Patch& face) {
  return (face.normal_axis == 1) == (face.normal_sign < 0);
}

LineRule line_rule(const PointRule& rule, const Patch& patch, int axis) {
  const auto j = static_cast<std::size_t>(axis);
  const double lower = patch.lower[j], upper = patch.upper[j];
  const int n = count_on(rule, axis);
  if (lower == upper) return {{lower}, {1.0}};
  if (rule.kind == Kind::trapezoid) return trapezoid(n, lower, upper);
  if (rule.kind == Kind::gauss) return gauss(n, lower, upper);
  const bool side_of_rectangle = patch.lower.size() == 2 && patch.normal_axis >= 0;
  if (!side_of_rectangle) return grid(n, lower, upper);
  return walks_upward(patch) ? walk(n, lower, upper) : walk(n, upper, lower);
}

double patch_count(const PointRule& rule, const Patch& patch) {
  double points = 1;
  for (int axis = 0; axis < static_cast<int>(patch.lower.size()); ++axis)
    if (patch.is_free(axis)) points *= count_on(rule, axis);
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
  for (const Patch& patch : region.patches)
    for (int axis = 0; axis < region.space_dimension; ++axis) {
      const int n = count_on(rule, axis);
      if (!patch.is_free(axis)) continue;
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

PointSet place_tensor(const PointRule& rule, const Region& region) {
  const auto dimension = static_cast<std::size_t>(region.space_dimension);
  PointBuffer buffer(region.space_dimension, tensor_count(rule, region), region.has_normals());
  std::vector<double> point(dimension);
  for (const Patch& patch : region.patches) {
    std::vector<LineRule> lines;
    for (int axis = 0; axis < region.space_dimension; ++axis)
      lines.push_back(line_rule(rule, patch, axis));
    std::vector<std::size_t> index(dimension, 0);
    do {
      double weight = 1;
      for (std::size_t j = 0; j < dimension; ++j) {
        point[j] = lines[j].nodes[index[j]];
        weight *= lines[j].weights[index[j]];
      }
      if (!region.keep || region.keep(point)) buffer.add(point, weight, patch);
    } while (advance(index, lines));
  }
  return std::move(buffer).finish();
}

}  // namespace engd::geometry
