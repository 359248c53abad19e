#include "geometry/patches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "support/error.h"

namespace engd::geometry {
namespace {

constexpr double same_place = 1e-9;

double size_of(std::span<const double> point) {
  double largest = 0;
  for (double x : point) largest = std::max(largest, std::abs(x));
  return largest;
}

}  // namespace

bool contains(const Patch& patch, std::span<const double> point, double tolerance) {
  if (patch.chart) {
    std::vector<double> nearest(point.size());
    patch.map(patch.locate(point), nearest);
    for (std::size_t j = 0; j < point.size(); ++j)
      if (!(std::abs(point[j] - nearest[j]) <= tolerance)) return false;
    return patch.keeps(nearest);
  }
  for (std::size_t j = 0; j < patch.lower.size(); ++j)
    if (!(point[j] >= patch.lower[j] - tolerance && point[j] <= patch.upper[j] + tolerance))
      return false;
  return true;
}

namespace {

/// Overlap in a set of positive measure relative to the patches' own dimension.
bool overlap(const Patch& a, const Patch& b) {
  if (a.chart != b.chart) return false;
  for (std::size_t j = 0; j < a.lower.size(); ++j) {
    const bool a_free = a.lower[j] != a.upper[j], b_free = b.lower[j] != b.upper[j];
    if (a_free != b_free) return false;
    if (a_free ? !(std::max(a.lower[j], b.lower[j]) < std::min(a.upper[j], b.upper[j]))
               : a.lower[j] != b.lower[j])
      return false;
  }
  return true;
}

}  // namespace

std::vector<Patch> subtract(const Patch& a, const Patch& b) {
  if (!overlap(a, b)) return {a};
  // Cut off the slabs of `a` that stick out of `b`, axis by axis; what is left lies inside `b`.
  std::vector<Patch> pieces;
  Patch rest = a;
  for (std::size_t j = 0; j < a.lower.size(); ++j) {
    if (rest.lower[j] < b.lower[j]) {
      pieces.push_back(rest);
      pieces.back().upper[j] = rest.lower[j] = b.lower[j];
    }
    if (rest.upper[j] > b.upper[j]) {
      pieces.push_back(rest);
      pieces.back().lower[j] = rest.upper[j] = b.upper[j];
    }
  }
  return pieces;
}

void add_disjoint(std::vector<Patch>& pieces, const Patch& patch) {
  std::vector<Patch> fresh{patch};
  for (const Patch& present : pieces) {
    std::vector<Patch> remaining;
    for (const Patch& candidate : fresh)
      std::ranges::move(subtract(candidate, present), std::back_inserter(remaining));
    fresh = std::move(remaining);
  }
  std::ranges::move(fresh, std::back_inserter(pieces));
}

void check_one_dimension(std::span<const Patch> patches) {
  for (const Patch& patch : patches)
    if (patch.dimension() != patches.front().dimension())
      throw InputError(
          fmt::format("pieces of dimension {} and {} are put together, whose measures do not add "
                      "up; give each a term of its own",
                      patches.front().dimension(), patch.dimension()));
}

Region merge(std::span<const Region> regions) {
  assert(!regions.empty());
  Region merged{regions.front().space_dimension, {}, {}};
  for (const Region& region : regions) {
    assert(region.space_dimension == merged.space_dimension);
    for (const Patch& patch : region.patches) add_disjoint(merged.patches, patch);
  }
  check_one_dimension(merged.patches);
  if (std::ranges::any_of(regions, [](const Region& r) { return bool(r.keep); })) {
    // A point stays when one of the regions has it.
    merged.keep = [parts = std::vector<Region>(regions.begin(), regions.end())](
                      std::span<const double> point) {
      return std::ranges::any_of(parts, [&](const Region& part) {
        // A point comes back from its place on a curve with round-off.
        const auto holds_point = [&](const Patch& patch) {
          return contains(patch, point, patch.chart ? same_place * size_of(point) : 0);
        };
        return std::ranges::any_of(part.patches, holds_point) && (!part.keep || part.keep(point));
      });
    };
  }
  return merged;
}

}  // namespace engd::geometry
