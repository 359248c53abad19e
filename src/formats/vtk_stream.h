#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/output_file.h"
#include "formats/vtk.h"

namespace engd::formats {

/// Writes the files of vtk.h some points at a time, for any number of points: the values stand as
/// raw bytes behind the XML text. Points that are hidden are blanked. Throws std::runtime_error.
class VtkStream {
 public:
  /// ImageData (.vti).
  VtkStream(const std::filesystem::path& path, const ImageGrid& grid,
            std::vector<std::string> names);
  /// UnstructuredGrid (.vtu): so many points, each a vertex.
  VtkStream(const std::filesystem::path& path, std::int64_t points, std::vector<std::string> names);

  void write_values(std::size_t array, std::int64_t first, std::span<const double> values);
  void write_hidden(std::int64_t first, std::span<const std::uint8_t> hidden);
  /// Of an unstructured grid: x, y, z of one point after another.
  void write_positions(std::int64_t first, std::span<const double> positions);
  void finish();

 private:
  struct Array {
    std::uint64_t offset = 0;  ///< of the values in the file
    std::uint64_t bytes = 0;
  };
  std::string declare(const char* type, const std::string& name, int components,
                      std::uint64_t bytes);
  std::string declare_values();
  void begin(const char* type, const std::string& body);
  void write_vertices();

  OutputFile file_;
  std::vector<std::string> names_;
  std::int64_t points_;
  std::vector<Array> arrays_;  ///< the values, what is hidden, then those of vertices
  std::uint64_t appended_ = 0;
  bool has_vertices_ = false;
};

}  // namespace engd::formats
