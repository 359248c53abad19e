#pragma once

#include <string>
#include <vector>

#include "geometry/chart.h"

namespace engd::geometry {

using Corners = std::array<Point3, 3>;

/// The triangles of one solid of an STL file, corners counterclockwise seen from outside.
struct StlSolid {
  std::string name;  ///< as the file has it; may be empty
  std::vector<Corners> triangles;
};

/// Reads an STL file, text or binary. Throws InputError "FILE:LINE: ..." for what is none.
std::vector<StlSolid> read_stl(const std::string& file);

}  // namespace engd::geometry
