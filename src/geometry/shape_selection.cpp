#include <algorithm>

#include "geometry/clip.h"
#include "geometry/constraints.h"

namespace engd::geometry {
namespace {

/// The position of a coordinate among those that the shape does not take.
std::optional<std::size_t> other_axis(const Domain& domain, int axis) {
  const auto found = std::ranges::find(domain.other_axes, axis);
  if (found == domain.other_axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - domain.other_axes.begin());
}

/// A conjunction as it bears on a shape: bounds of the other coordinates, which cut the patches;
/// what must vanish, and what must be satisfied, on the shape.
struct OnShape {
  std::vector<AxisConstraint> others;
  std::vector<AxisConstraint> pins;  ///< equalities of coordinates of the shape
  bool only_pins = true;             ///< no other formula must vanish
  std::vector<FormulaConstraint> equations;
  Conjunction inequalities;
  bool in_space = true;  ///< the inequalities do not depend on the other coordinates
};

OnShape sorted(const Conjunction& conjunction, const Domain& domain) {
  OnShape result;
  for (const AxisConstraint& c : conjunction.axes) {
    if (other_axis(domain, c.axis)) {
      result.others.push_back(c);
    } else if (c.relation != Relation::equal) {
      result.inequalities.axes.push_back(c);
    } else {
      const auto difference = [c](std::span<const double> x) {
        return x[static_cast<std::size_t>(c.axis)] - c.value;
      };
      result.equations.push_back({difference, Relation::equal});
      result.pins.push_back(c);
    }
  }
  for (const FormulaConstraint& f : conjunction.formulas) {
    if (is_equality(f)) {
      result.equations.push_back(f);
      result.only_pins = false;
      continue;
    }
    result.inequalities.formulas.push_back(f);
    result.in_space &= f.coordinates && std::ranges::none_of(*f.coordinates, [&](int axis) {
                         return other_axis(domain, axis).has_value();
                       });
  }
  return result;
}

}  // namespace

namespace {

bool is_inside(const Region* part, const Domain& domain) {
  return !part || std::ranges::all_of(part->patches, [&](const Patch& patch) {
    return patch.dimension() == domain.dimension();
  });
}

/// The slices by the equalities, less what the inequalities of single coordinates cut off.
std::vector<Patch> slices_of(const OnShape& condition, const Domain& domain, Asked& asked) {
  std::vector<AxisConstraint> constraints = condition.pins;
  for (const auto* more : {&condition.others, &condition.inequalities.axes})
    constraints.insert(constraints.end(), more->begin(), more->end());
  asked.condition |= !condition.inequalities.formulas.empty();
  return shape_slices(constraints, domain, asked);
}

}  // namespace

std::vector<Patch> shape_patches(const Conjunction& conjunction, const Domain& domain,
                                 const Region* part, Asked& asked) {
  const OnShape condition = sorted(conjunction, domain);
  const bool restricts =
      !condition.inequalities.axes.empty() || !condition.inequalities.formulas.empty();
  const double scale = scale_of(domain);
  std::vector<Patch> patches;
  for (const Patch& patch : part                          ? part->patches
                            : condition.equations.empty() ? interior_of(domain).patches
                                                          : boundary_of(domain).patches) {
    std::optional<Patch> rest = patch;
    for (const AxisConstraint& c : condition.others)
      if (rest)
        rest = restricted(*std::move(rest), c,
                          patch.chart->axes.size() + *other_axis(domain, c.axis), domain);
    const auto vanishes_here = [&](const FormulaConstraint& f) {
      return vanishes_on(*rest, f, scale);
    };
    if (!rest || !std::ranges::all_of(condition.equations, vanishes_here)) continue;
    const bool is_curve = patch.chart->parameters() == 1;
    if (restricts && is_curve && condition.in_space) {
      std::ranges::move(clip(*rest,
                             [&](std::span<const double> point, std::span<const double>) {
                               return holds_at(condition.inequalities, point, scale);
                             }),
                        std::back_inserter(patches));
      continue;
    }
    asked.condition |= restricts;
    patches.push_back(*std::move(rest));
  }
  if (patches.empty() && !condition.pins.empty() && condition.only_pins && is_inside(part, domain))
    patches = slices_of(condition, domain, asked);
  keep_largest_dimension(patches);
  return patches;
}

}  // namespace engd::geometry
