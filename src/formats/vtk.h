#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace engd::formats {

/// Values at points under a name: u, exact, error, ...
struct PointArray {
  std::string name;
  std::vector<double> values;  ///< component c of point q at q * components + c
  int components = 1;
};

/// A uniform grid on a box of one to three dimensions, both ends included; a count of at least 2
/// an axis. The first coordinate runs fastest.
struct ImageGrid {
  std::vector<double> lower, upper;
  std::vector<int> count;
  std::int64_t points() const;
};

/// solution.vti: ImageData for ParaView and VTK. Points of the grid that are `outside` the domain
/// (nothing: all are inside) are blanked. Throws std::invalid_argument when sizes do not match,
/// std::runtime_error when the file cannot be written.
void write_vti(const std::filesystem::path& path, const ImageGrid& grid,
               std::span<const PointArray> arrays, const std::vector<bool>& outside = {});

/// Cells of an unstructured grid, in VTK's own numbering of cell types.
struct Cells {
  std::vector<std::int64_t> connectivity;  ///< point numbers, cell after cell
  std::vector<std::int64_t> offsets;       ///< where each cell ends in `connectivity`
  std::vector<std::uint8_t> types;         ///< 1 vertex, 3 line, 5 triangle, 9 quad, 10 tetrahedron
};

/// solution.vtu: points in one to three dimensions, coordinate j of point q at j * count + q as in
/// geometry::PointSet. Without cells, each point is a vertex.
void write_vtu(const std::filesystem::path& path, int dimension,
               std::span<const double> coordinates, std::span<const PointArray> arrays,
               const Cells& cells = {});

/// Values on a grid, as solution.vti holds them.
struct SampledField {
  ImageGrid grid;
  std::vector<PointArray> arrays;
};

/// Reads what write_vti wrote; of axes that are one point thick nothing is said. Throws InputError
/// for a file that is missing, foreign or damaged.
SampledField read_vti(const std::filesystem::path& path);

/// Reads what write_vtu wrote for points of a uniform grid in a plane, the first coordinate
/// fastest.
SampledField read_planar_vtu(const std::filesystem::path& path);

}  // namespace engd::formats
