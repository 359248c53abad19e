#include "formats/vtk.h"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <numeric>
#include <stdexcept>

#include "formats/base64.h"
#include "formats/xml_text.h"

namespace engd::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say byte_order LittleEndian");

void require(bool good, const char* sentence) {
  if (!good) throw std::invalid_argument(sentence);
}

/// One DataArray: base64 of the number of bytes (UInt64), then of the bytes.
template <typename T>
std::string data_array(const char* type, const std::string& name, int components,
                       std::span<const T> values) {
  const std::uint64_t bytes = values.size_bytes();
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">\n{}{}\n"
      "</DataArray>\n",
      type, xml_text(name), components, base64(std::as_bytes(std::span(&bytes, 1))),
      base64(std::as_bytes(values)));
}

/// VTK's own array for points that are not shown.
std::string blanking(const std::vector<bool>& outside, std::int64_t points) {
  if (outside.empty()) return "";
  require(static_cast<std::int64_t>(outside.size()) == points, "a mask has a value for each point");
  constexpr std::uint8_t hidden_point = 2;
  std::vector<std::uint8_t> ghosts;
  for (bool is_outside : outside) ghosts.push_back(is_outside ? hidden_point : 0);
  return data_array<std::uint8_t>("UInt8", "vtkGhostType", 1, ghosts);
}

std::string point_data(std::span<const PointArray> arrays, std::int64_t points,
                       const std::vector<bool>& outside = {}) {
  std::string text = arrays.empty()
                         ? "<PointData>\n"
                         : fmt::format("<PointData Scalars=\"{}\">\n", xml_text(arrays[0].name));
  for (const PointArray& array : arrays) {
    require(array.components >= 1 &&
                static_cast<std::int64_t>(array.values.size()) == points * array.components,
            "a point array has as many values as points times components");
    text += data_array<double>("Float64", array.name, array.components, array.values);
  }
  return text + blanking(outside, points) + "</PointData>\n";
}

void save(const std::filesystem::path& path, const char* type, const std::string& body) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary);
  stream << "<?xml version=\"1.0\"?>\n<VTKFile type=\"" << type
         << "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
         << body << "</VTKFile>\n";
  stream.close();
  if (!stream) {
    throw std::runtime_error(
        fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno ? errno : EIO)));
  }
}

}  // namespace

std::int64_t ImageGrid::points() const {
  return std::accumulate(count.begin(), count.end(), std::int64_t{1},
                         [](std::int64_t product, int n) { return product * n; });
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string image_head(const ImageGrid& grid) {
  const std::size_t dimension = grid.count.size();
  require(dimension >= 1 && dimension <= 3, "an image has one to three dimensions");
  require(grid.lower.size() == dimension && grid.upper.size() == dimension,
          "an image has a lower and an upper bound for each dimension");
  // Axes that the problem does not have are one point thick.
  std::string extent, origin, spacing;
  for (std::size_t j = 0; j < 3; ++j) {
    const bool present = j < dimension;
    require(!present || grid.count[j] >= 2, "an image has at least two points an axis");
    const char* gap = j == 0 ? "" : " ";
    extent += fmt::format("{}0 {}", gap, present ? grid.count[j] - 1 : 0);
    origin += fmt::format("{}{:.17g}", gap, present ? grid.lower[j] : 0.0);
    spacing += fmt::format("{}{:.17g}", gap,
                           present ? (grid.upper[j] - grid.lower[j]) / (grid.count[j] - 1) : 1.0);
  }
  return fmt::format(
      "<ImageData WholeExtent=\"{0}\" Origin=\"{1}\" Spacing=\"{2}\">\n<Piece Extent=\"{0}\">\n",
      extent, origin, spacing);
}

void write_vti(const std::filesystem::path& path, const ImageGrid& grid,
               std::span<const PointArray> arrays, const std::vector<bool>& outside) {
  save(path, "ImageData",
       fmt::format("{}{}<CellData/>\n</Piece>\n</ImageData>\n", image_head(grid),
                   point_data(arrays, grid.points(), outside)));
}

void write_vtu(const std::filesystem::path& path, int dimension,
               std::span<const double> coordinates, std::span<const PointArray> arrays,
               const Cells& cells) {
  require(dimension >= 1 && dimension <= 3, "points have one to three dimensions");
  const auto d = static_cast<std::size_t>(dimension);
  require(coordinates.size() % d == 0, "every point has all its coordinates");
  const std::size_t count = coordinates.size() / d;
  std::vector<double> positions(3 * count, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t q = 0; q < count; ++q) positions[3 * q + j] = coordinates[j * count + q];
  }
  Cells vertices;
  if (cells.types.empty()) {
    vertices.connectivity.resize(count);
    vertices.offsets.resize(count);
    vertices.types.assign(count, 1);
    std::iota(vertices.connectivity.begin(), vertices.connectivity.end(), 0);
    std::iota(vertices.offsets.begin(), vertices.offsets.end(), 1);
  }
  const Cells& shown = cells.types.empty() ? vertices : cells;
  require(shown.offsets.size() == shown.types.size() &&
              (shown.offsets.empty() ||
               shown.offsets.back() == static_cast<std::int64_t>(shown.connectivity.size())),
          "cells have an offset and a type each, and the last offset ends the connectivity");
  for (std::int64_t point : shown.connectivity) {
    require(point >= 0 && point < static_cast<std::int64_t>(count), "cells join existing points");
  }
  save(path, "UnstructuredGrid",
       fmt::format("<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n{}"
                   "<CellData/>\n<Points>\n{}</Points>\n<Cells>\n{}{}{}</Cells>\n</Piece>\n"
                   "</UnstructuredGrid>\n",
                   count, shown.types.size(), point_data(arrays, static_cast<std::int64_t>(count)),
                   data_array<double>("Float64", "Points", 3, positions),
                   data_array<std::int64_t>("Int64", "connectivity", 1, shown.connectivity),
                   data_array<std::int64_t>("Int64", "offsets", 1, shown.offsets),
                   data_array<std::uint8_t>("UInt8", "types", 1, shown.types)));
}

}  // namespace engd::formats
