#pragma once

#include <string>
#include <vector>

#include "geometry/points.h"
#include "support/types.h"

namespace engd::io {

/// A solution that is known at points only: computed elsewhere, by another method.
struct Reference {
  std::string file;
  geometry::PointSet points;  ///< weights add up to one where the file has none
  std::vector<int> unknowns;  ///< those that the file has
  Matrix values;              ///< (point, position in `unknowns`)
};

/// Reads a CSV file: columns of all coordinates, of one unknown or several, and if wanted `weight`.
/// Throws InputError as FILE:LINE: message.
Reference read_reference(const std::string& file, const std::vector<std::string>& coordinates,
                         const std::vector<std::string>& unknowns, const geometry::Box& domain);

}  // namespace engd::io
