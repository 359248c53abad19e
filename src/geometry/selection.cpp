#include "geometry/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "geometry/halton.h"
#include "geometry/patches.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

/// Bounds and values are computed by the user's formulas: 3 * 0.1 is meant as 0.3.
constexpr double round_off = 1e-12;
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

/// The value itself or the bound that it equals up to round-off.
double snapped(double value, double lower, double upper) {
  const double tolerance = round_off * std::max(std::abs(lower), std::abs(upper));
  if (std::abs(value - lower) <= tolerance) return lower;
  if (std::abs(value - upper) <= tolerance) return upper;
  return value;
}

Selection with_snapped_values(const Box& box, const std::vector<std::string>& names,
                              Selection selection) {
  for (Conjunction& conjunction : selection)
    for (AxisConstraint& c : conjunction.axes) {
      const auto j = static_cast<std::size_t>(c.axis);
      assert(j < names.size() && j < box.lower.size());
      if (!std::isfinite(c.value))
        throw InputError(
            fmt::format("{} is compared with {}, which is not finite", names[j], c.value));
      c.value = snapped(c.value, box.lower[j], box.upper[j]);
      if (c.relation == Relation::equal && !(c.value >= box.lower[j] && c.value <= box.upper[j]))
        throw InputError(fmt::format("{} == {} lies outside the domain: {}", names[j], c.value,
                                     to_string(box, names)));
    }
  return selection;
}

/// The part of the patch where the constraint holds; nothing when it has no measure.
std::optional<Patch> restricted(Patch patch, const AxisConstraint& c, const Box& box) {
  const auto j = static_cast<std::size_t>(c.axis);
  double &lower = patch.lower[j], &upper = patch.upper[j];
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
      if (!first_pin) return patch;  // an edge or a corner has no one normal
      if (c.value == box.lower[j]) patch.normal_sign = -1;
      if (c.value == box.upper[j]) patch.normal_sign = 1;
      if (patch.normal_sign != 0) patch.normal_axis = c.axis;
      return patch;
    }
  }
  if (!(lower < upper)) return std::nullopt;
  return patch;
}

/// Equality up to round-off of a formula that the scale measures.
bool vanishes(double difference, double scale) {
  return std::abs(difference) <= round_off * std::max(1.0, scale);
}

/// Whether the formula is zero on the whole patch: it is asked at scattered points.
bool vanishes_on(const Patch& patch, const FormulaConstraint& formula, double scale) {
  constexpr std::uint64_t samples = 64;
  const auto dimension = patch.lower.size();
  const Halton halton(static_cast<int>(dimension), samples, RandomStream{0, Purpose::shift, 0, 0});
  std::vector<double> point(dimension);
  for (std::uint64_t i = 0; i < samples; ++i) {
    halton.point(i, point);
    for (std::size_t j = 0; j < dimension; ++j)
      point[j] = std::fma(point[j], patch.upper[j] - patch.lower[j], patch.lower[j]);
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

/// What one conjunction leaves of the patches of a part, or of the box.
std::vector<Patch> patches_of(const Conjunction& conjunction, const Box& box, const Region* part) {
  const bool on_faces = std::ranges::any_of(conjunction.formulas, is_equality) &&
                        std::ranges::none_of(conjunction.axes, [](const AxisConstraint& c) {
                          return c.relation == Relation::equal;
                        });
  std::vector<Patch> patches;
  for (Patch patch : part       ? part->patches
                     : on_faces ? boundary_of(box).patches
                                : interior_of(box).patches) {
    std::optional<Patch> rest = std::move(patch);
    for (const AxisConstraint& c : conjunction.axes)
      if (rest) rest = restricted(*std::move(rest), c, box);
    const auto holds = [&](const FormulaConstraint& f) {
      return !is_equality(f) || vanishes_on(*rest, f, scale_of(box));
    };
    if (rest && std::ranges::all_of(conjunction.formulas, holds)) patches.push_back(*rest);
  }
  // "boundary and x == 0" is the face; the edges of its neighbours, which it selects too, are on
  // it.
  int largest = 0;
  for (const Patch& patch : patches) largest = std::max(largest, patch.dimension());
  std::erase_if(patches, [&](const Patch& patch) { return patch.dimension() < largest; });
  return patches;
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

bool needs_points(const Conjunction& conjunction) {
  return !std::ranges::all_of(conjunction.formulas, is_equality);
}

Region selected(const Box& box, const std::vector<std::string>& names, const Region* part,
                const Selection& given) {
  check_box(box, names);
  const Selection selection = with_snapped_values(box, names, given);
  Region region{box.dimension(), {}, part ? part->keep : nullptr};
  for (const Conjunction& conjunction : selection)
    for (const Patch& patch : patches_of(conjunction, box, part))
      add_disjoint(region.patches, patch);
  if (region.patches.empty())
    throw InputError(
        fmt::format("the condition selects nothing of the domain: {}", to_string(box, names)));
  check_one_dimension(region.patches);
  if (std::ranges::any_of(selection, needs_points))
    region.keep = [selection, also = region.keep,
                   scale = scale_of(box)](std::span<const double> point) {
      return (!also || also(point)) && std::ranges::any_of(selection, [&](const Conjunction& c) {
               return holds_at(c, point, scale);
             });
    };
  return region;
}

}  // namespace

Region select(const Box& box, const std::vector<std::string>& coordinate_names,
              const Selection& selection) {
  return selected(box, coordinate_names, nullptr, selection);
}

Region select_within(const Box& box, const std::vector<std::string>& coordinate_names,
                     const Region& part, const Selection& selection) {
  return selected(box, coordinate_names, &part, selection);
}

}  // namespace engd::geometry
