#pragma once

#include <string>
#include <vector>

#include "geometry/points.h"
#include "support/types.h"

namespace engd::problem {

/// A solution that is known at points only: computed elsewhere, by another method.
struct Reference {
  std::string file;
  geometry::PointSet points;  ///< weights add up to one where the file has none
  std::vector<int> unknowns;  ///< those that the file has
  Matrix values;              ///< (point, position in `unknowns`)
};

}  // namespace engd::problem
