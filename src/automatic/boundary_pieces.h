#pragma once

#include <vector>

#include "geometry/domain.h"

namespace engd::automatic {

/// A part of the boundary on which the same of several regions are.
struct BoundaryPiece {
  geometry::Region region;
  std::vector<bool> has;  ///< one a region: whether the piece belongs to it
  bool is_flat = true;    ///< the normal is the same at every point of a patch
};

/// The boundary, but for periodic faces, cut along the edges of regions that are parts of it.
std::vector<BoundaryPiece> boundary_pieces(const geometry::Domain& domain,
                                           const std::vector<const geometry::Region*>& regions);

/// Whether patches of a region cover those of another one; what its predicate leaves out counts as
/// covered.
bool covers(const geometry::Region& region, const geometry::Region& other);

}  // namespace engd::automatic
