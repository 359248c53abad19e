#pragma once

#include <span>
#include <vector>

#include "geometry/region.h"

namespace engd::geometry {

/// True when the point lies on the closed patch, up to `tolerance` in every coordinate.
bool contains(const Patch& patch, std::span<const double> point, double tolerance = 0);

/// `a` without `b`, as disjoint patches. Only patches of one chart that are pinned alike can
/// overlap in a set of positive measure; otherwise the result is `a`.
std::vector<Patch> subtract(const Patch& a, const Patch& b);

/// Adds `patch` less what the patches of `pieces` cover already, so that nothing counts twice.
void add_disjoint(std::vector<Patch>& pieces, const Patch& patch);

/// The union of regions: what they share is there once, in the order in which it came first.
/// Throws InputError when pieces of different dimension meet: their measures do not add up.
Region merge(std::span<const Region> regions);

/// Throws InputError unless all patches have the same dimension.
void check_one_dimension(std::span<const Patch> patches);

}  // namespace engd::geometry
