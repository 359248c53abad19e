#include "automatic/boundary_pieces.h"

#include <algorithm>
#include <functional>

#include "geometry/patches.h"

namespace engd::automatic {

namespace {

using geometry::Patch;
using geometry::Region;

bool is_flat(const Patch& patch) {
  if (!patch.chart || patch.normal_axis >= 0) return true;
  return patch.chart->zero_set && patch.chart->zero_set->is_flat();
}

std::vector<Patch> without(const std::vector<Patch>& patches, const Patch& other) {
  std::vector<Patch> rest;
  for (const Patch& patch : patches)
    std::ranges::move(subtract(patch, other), std::back_inserter(rest));
  return rest;
}

/// One patch, the regions that it belongs to, and the predicates that say where.
struct Part {
  Patch patch;
  std::vector<bool> has;
  struct Side {
    std::function<bool(std::span<const double>)> keep;
    bool inside = true;
    std::size_t region = 0;
  };
  std::vector<Side> sides;
};

/// What is inside a patch of region r, in two parts where that has a predicate; then the rest.
void cut(const Part& part, const Patch& patch, const Region& region, std::size_t r,
         std::vector<Part>& parts) {
  const std::vector<Patch> outside = subtract(part.patch, patch);
  std::vector<Patch> inside{part.patch};
  for (const Patch& piece : outside) inside = without(inside, piece);
  for (const Patch& piece : outside) parts.emplace_back(part).patch = piece;
  for (const Patch& piece : inside) {
    Part kept = part;
    kept.patch = piece;
    if (region.keep) {
      Part& left_out = parts.emplace_back(kept);
      left_out.sides.push_back({region.keep, false, r});
      kept.sides.push_back({region.keep, true, r});
    }
    kept.has[r] = true;
    parts.push_back(std::move(kept));
  }
}

bool is_same_place(const Part& a, const Part& b) {
  if (a.has != b.has || is_flat(a.patch) != is_flat(b.patch) || a.sides.size() != b.sides.size())
    return false;
  for (std::size_t k = 0; k < a.sides.size(); ++k)
    if (a.sides[k].region != b.sides[k].region || a.sides[k].inside != b.sides[k].inside)
      return false;
  return true;
}

}  // namespace

std::vector<BoundaryPiece> boundary_pieces(const geometry::Domain& domain,
                                           const std::vector<const Region*>& regions) {
  const Region boundary = geometry::proper_boundary_of(domain);
  std::vector<Part> parts;
  for (const Patch& patch : boundary.patches)
    parts.push_back({patch, std::vector<bool>(regions.size(), false), {}});
  for (std::size_t r = 0; r < regions.size(); ++r)
    for (const Patch& patch : regions[r]->patches) {
      std::vector<Part> next;
      for (const Part& part : parts) cut(part, patch, *regions[r], r, next);
      parts = std::move(next);
    }
  std::vector<BoundaryPiece> pieces;
  std::vector<const Part*> firsts;
  for (const Part& part : parts) {
    std::size_t k = 0;
    while (k < firsts.size() && !is_same_place(*firsts[k], part)) ++k;
    if (k == firsts.size()) {
      firsts.push_back(&part);
      BoundaryPiece& piece = pieces.emplace_back();
      piece.region.space_dimension = domain.dimension();
      piece.has = part.has;
      piece.is_flat = is_flat(part.patch);
      if (!part.sides.empty())
        piece.region.keep = [sides = part.sides](std::span<const double> point) {
          return std::ranges::all_of(
              sides, [&](const Part::Side& side) { return side.keep(point) == side.inside; });
        };
    }
    pieces[k].region.patches.push_back(part.patch);
  }
  return pieces;
}

bool covers(const Region& region, const Region& other) {
  std::vector<Patch> rest = other.patches;
  for (const Patch& patch : region.patches) rest = without(rest, patch);
  return rest.empty();
}

}  // namespace engd::automatic
