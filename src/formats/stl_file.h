#pragma once

#include <array>
#include <string>
#include <vector>

namespace engd::formats {

using Corner = std::array<double, 3>;
using Corners = std::array<Corner, 3>;

/// The triangles of one solid of an STL file, corners counterclockwise seen from outside.
struct StlSolid {
  std::string name;  ///< as the file has it; may be empty
  std::vector<Corners> triangles;
};

/// Reads an STL file, text or binary. Throws InputError "FILE:LINE: ..." for what is none.
std::vector<StlSolid> read_stl(const std::string& file);

}  // namespace engd::formats
