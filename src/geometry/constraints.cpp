#include "geometry/constraints.h"

#include <algorithm>
#include <cmath>

#include "geometry/halton.h"

namespace engd::geometry {
namespace {

/// Points on the patch of an equality are on it by construction, those of a file to this accuracy.
constexpr double same_place = 1e-9;

bool compare(double a, Relation relation, double b) {
  switch (relation) {
    case Relation::equal:
      return a == b;
    case Relation::not_equal:
      return a != b;
    case Relation::less:
      return a < b;
    case Relation::less_equal:
      return a <= b;
    case Relation::greater:
      return a > b;
    case Relation::greater_equal:
      return a >= b;
  }
  return false;
}

/// Equality up to round-off of a formula that the scale measures.
bool vanishes(double difference, double scale) {
  return std::abs(difference) <= round_off * std::max(1.0, scale);
}

}  // namespace

std::optional<Patch> restricted(Patch patch, const AxisConstraint& c, std::size_t parameter,
                                const Box& box) {
  const auto j = static_cast<std::size_t>(c.axis);
  double &lower = patch.lower[parameter], &upper = patch.upper[parameter];
  if (lower == upper) {
    if (!compare(lower, c.relation, c.value)) return std::nullopt;
    return patch;
  }
  switch (c.relation) {
    case Relation::not_equal:
      break;  // leaves out a set of measure zero
    case Relation::less:
    case Relation::less_equal:
      upper = std::min(upper, c.value);
      break;
    case Relation::greater:
    case Relation::greater_equal:
      lower = std::max(lower, c.value);
      break;
    case Relation::equal: {
      if (!(lower <= c.value && c.value <= upper)) return std::nullopt;
      const bool first_pin = patch.dimension() == box.dimension();
      lower = upper = c.value;
      patch.normal_axis = -1;
      patch.normal_sign = 0;
      patch.slice = false;
      if (!first_pin) return patch;  // an edge or a corner has no one normal
      patch.normal_axis = c.axis;
      patch.normal_sign = c.value == box.lower[j] ? -1 : 1;
      patch.slice = c.value != box.lower[j] && c.value != box.upper[j];
      return patch;
    }
  }
  if (!(lower < upper)) return std::nullopt;
  return patch;
}

bool vanishes_on(const Patch& patch, const FormulaConstraint& formula, double scale) {
  constexpr std::uint64_t samples = 64;
  const auto parameters = patch.lower.size();
  const Halton halton(static_cast<int>(parameters), samples, RandomStream{0, Purpose::shift, 0, 0});
  std::vector<double> s(parameters), point(static_cast<std::size_t>(patch.space_dimension()));
  for (std::uint64_t i = 0; i < samples; ++i) {
    halton.point(i, s);
    for (std::size_t j = 0; j < parameters; ++j)
      s[j] = std::fma(s[j], patch.upper[j] - patch.lower[j], patch.lower[j]);
    patch.map(s, point);
    if (!vanishes(formula.difference(point), scale)) return false;
  }
  return true;
}

double scale_of(const Box& box) {
  double scale = 0;
  for (std::size_t j = 0; j < box.lower.size(); ++j)
    scale = std::max({scale, std::abs(box.lower[j]), std::abs(box.upper[j])});
  return scale;
}

bool is_equality(const FormulaConstraint& f) {
  return f.relation == Relation::equal;
}

void keep_largest_dimension(std::vector<Patch>& patches) {
  int largest = 0;
  for (const Patch& patch : patches) largest = std::max(largest, patch.dimension());
  std::erase_if(patches, [&](const Patch& patch) { return patch.dimension() < largest; });
}

bool holds_at(const Conjunction& conjunction, std::span<const double> point, double scale) {
  for (const AxisConstraint& c : conjunction.axes) {
    const double x = point[static_cast<std::size_t>(c.axis)];
    if (!(c.relation == Relation::equal ? std::abs(x - c.value) <= same_place * scale
                                        : compare(x, c.relation, c.value)))
      return false;
  }
  for (const FormulaConstraint& f : conjunction.formulas) {
    const double difference = f.difference(point);
    if (!(is_equality(f) ? vanishes(difference, scale) : compare(difference, f.relation, 0)))
      return false;
  }
  return true;
}

}  // namespace engd::geometry
