#include "geometry/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "geometry/constraints.h"
#include "geometry/patches.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

/// The value itself or the bound that it equals up to round-off.
double snapped(double value, double lower, double upper) {
  const double tolerance = round_off * std::max(std::abs(lower), std::abs(upper));
  if (std::abs(value - lower) <= tolerance) return lower;
  if (std::abs(value - upper) <= tolerance) return upper;
  return value;
}

Selection with_snapped_values(const Domain& domain, const std::vector<std::string>& names,
                              Selection selection) {
  const Box& box = domain;
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
                                     to_string(domain, names)));
    }
  return selection;
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
      if (rest) rest = restricted(*std::move(rest), c, static_cast<std::size_t>(c.axis), box);
    const auto holds = [&](const FormulaConstraint& f) {
      return !is_equality(f) || vanishes_on(*rest, f, scale_of(box));
    };
    if (rest && std::ranges::all_of(conjunction.formulas, holds)) patches.push_back(*rest);
  }
  keep_largest_dimension(patches);
  return patches;
}

bool needs_points(const Conjunction& conjunction) {
  return !std::ranges::all_of(conjunction.formulas, is_equality);
}

[[noreturn]] void refuse_nothing(const Domain& domain, const std::vector<std::string>& names) {
  throw InputError(fmt::format(
      "the condition selects nothing of the domain: {}{}", to_string(domain, names),
      domain.shape ? "; an equality selects the parts of the boundary that lie on it or, of a "
                     "coordinate, what is inside; points on other curves come from a file, on = "
                     "\"interior\" with points = { file = ... }"
                   : "; an equality of a formula selects the faces on which it holds; points on "
                     "other curves come from a file, on = \"interior\" with points = { file = ... "
                     "}"));
}

Region selected(const Domain& domain, const std::vector<std::string>& names, const Region* part,
                const Selection& given) {
  check_box(domain, names);
  const Selection selection = with_snapped_values(domain, names, given);
  Region region{domain.dimension(), {}, part ? part->keep : nullptr};
  Asked asked{!domain.shape && std::ranges::any_of(selection, needs_points)};
  for (const Conjunction& conjunction : selection)
    for (const Patch& patch : domain.shape ? shape_patches(conjunction, domain, part, asked)
                                           : patches_of(conjunction, domain, part))
      add_disjoint(region.patches, patch);
  if (region.patches.empty()) refuse_nothing(domain, names);
  check_one_dimension(region.patches);
  if (asked.condition)
    region.keep = [selection, also = region.keep,
                   scale = scale_of(domain)](std::span<const double> point) {
      return (!also || also(point)) && std::ranges::any_of(selection, [&](const Conjunction& c) {
               return holds_at(c, point, scale);
             });
    };
  if (asked.inside)
    region.keep = [domain, also = region.keep](std::span<const double> point) {
      return domain.contains(point) && (!also || also(point));
    };
  return region;
}

}  // namespace

Region select(const Domain& domain, const std::vector<std::string>& coordinate_names,
              const Selection& selection) {
  return selected(domain, coordinate_names, nullptr, selection);
}

Region select_within(const Domain& domain, const std::vector<std::string>& coordinate_names,
                     const Region& part, const Selection& selection) {
  return selected(domain, coordinate_names, &part, selection);
}

}  // namespace engd::geometry
