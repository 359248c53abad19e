#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/constraints.h"

namespace engd::geometry {
namespace {

/// The shape's `side` at a point of the domain.
double side_at(const Domain& domain, std::span<const double> point) {
  Point3 x{};
  for (std::size_t k = 0; k < domain.shape_axes.size(); ++k)
    x[k] = point[static_cast<std::size_t>(domain.shape_axes[k])];
  return domain.shape->side(std::span(x).first(domain.shape_axes.size()));
}

/// The middle of a patch without a chart: its pinned coordinates, and some of the free ones.
std::vector<double> middle_of(const Patch& patch) {
  std::vector<double> point;
  for (std::size_t j = 0; j < patch.lower.size(); ++j)
    point.push_back(std::midpoint(patch.lower[j], patch.upper[j]));
  return point;
}

/// Where the line leaves or enters the shape between two values of its coordinate, by bisection.
double crossing(const Domain& domain, std::vector<double>& point, std::size_t axis, double a,
                double b, bool inside_at_a) {
  for (int step = 0; step < 100; ++step) {
    const double middle = std::midpoint(a, b);
    point[axis] = middle;
    ((side_at(domain, point) < 0) == inside_at_a ? a : b) = middle;
  }
  return std::midpoint(a, b);
}

Patch piece_of(Patch line, std::size_t axis, double lower, double upper) {
  line.lower[axis] = lower;
  line.upper[axis] = upper;
  return line;
}

/// The pieces of a straight line that are inside; pieces and gaps shorter than 1/4096 of the line
/// can be missed.
std::vector<Patch> pieces_inside(const Patch& line, std::size_t axis, const Domain& domain) {
  constexpr int steps = 4096;
  std::vector<double> point = middle_of(line);
  const double lower = line.lower[axis], upper = line.upper[axis];
  const auto value_at = [&](int k) { return std::lerp(lower, upper, k / double{steps}); };
  const auto is_inside = [&](double value) {
    point[axis] = value;
    return side_at(domain, point) < 0;
  };
  std::vector<Patch> pieces;
  bool before = is_inside(lower);
  double entered = lower;
  for (int k = 1; k <= steps; ++k) {
    const bool now = is_inside(value_at(k));
    if (now != before) {
      const double there = crossing(domain, point, axis, value_at(k - 1), value_at(k), before);
      if (now) entered = there;
      if (!now) pieces.push_back(piece_of(line, axis, entered, there));
    }
    before = now;
  }
  if (before) pieces.push_back(piece_of(line, axis, entered, upper));
  return pieces;
}

}  // namespace

std::vector<Patch> shape_slices(const std::vector<AxisConstraint>& constraints,
                                const Domain& domain, Asked& asked) {
  const Box& box = domain;
  std::optional<Patch> patch = Patch{box.lower, box.upper, -1, 0};
  std::vector<AxisConstraint> bounds;
  for (const AxisConstraint& c : constraints) {
    const bool of_shape = std::ranges::find(domain.shape_axes, c.axis) != domain.shape_axes.end();
    // Bounds along the slice come last: they cut what is inside.
    if (of_shape && c.relation != Relation::equal)
      bounds.push_back(c);
    else if (patch)
      patch = restricted(*std::move(patch), c, static_cast<std::size_t>(c.axis), box);
  }
  if (!patch) return {};
  std::vector<std::size_t> free;
  for (const int axis : domain.shape_axes)
    if (patch->is_free(axis)) free.push_back(static_cast<std::size_t>(axis));
  std::vector<Patch> slices{*patch};
  if (free.empty() && !(side_at(domain, middle_of(*patch)) <= 0)) return {};
  if (free.size() == 1) slices = pieces_inside(*patch, free.front(), domain);
  asked.inside |= free.size() > 1;
  std::vector<Patch> result;
  for (const Patch& slice : slices) {
    std::optional<Patch> rest = slice;
    for (const AxisConstraint& c : bounds)
      if (rest) rest = restricted(*std::move(rest), c, static_cast<std::size_t>(c.axis), box);
    if (rest) result.push_back(*std::move(rest));
  }
  return result;
}

}  // namespace engd::geometry
