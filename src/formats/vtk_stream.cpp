#include "formats/vtk_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "formats/xml_text.h"

namespace engd::formats {

static_assert(std::endian::native == std::endian::little, "the files say byte_order LittleEndian");

namespace {

template <typename T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

constexpr std::uint8_t hidden_point = 2;

}  // namespace

std::string VtkStream::declare(const char* type, const std::string& name, int components,
                               std::uint64_t bytes) {
  const std::string text = fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
      "offset=\"{}\"/>\n",
      type, xml_text(name), components, appended_);
  arrays_.push_back({appended_ + sizeof(std::uint64_t), bytes});
  appended_ += sizeof(std::uint64_t) + bytes;
  return text;
}

std::string VtkStream::declare_values() {
  const auto count = static_cast<std::uint64_t>(points_);
  std::string text = names_.empty()
                         ? "<PointData>\n"
                         : fmt::format("<PointData Scalars=\"{}\">\n", xml_text(names_[0]));
  for (const std::string& name : names_) text += declare("Float64", name, 1, 8 * count);
  return text + declare("UInt8", "vtkGhostType", 1, count) + "</PointData>\n<CellData/>\n";
}

/// The text, then the place of all values, in which each array begins with its length.
void VtkStream::begin(const char* type, const std::string& body) {
  file_.write(
      fmt::format("<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
                  "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n{}"
                  "<AppendedData encoding=\"raw\">\n_",
                  type, body));
  const std::uint64_t start = file_.size();
  file_.reserve(start + appended_);
  for (Array& array : arrays_) {
    array.offset += start;
    file_.write_at(array.offset - sizeof array.bytes,
                   bytes_of(std::span<const std::uint64_t>(&array.bytes, 1)));
  }
  file_.write_at(start + appended_, "\n</AppendedData>\n</VTKFile>\n");
}

VtkStream::VtkStream(const std::filesystem::path& path, const ImageGrid& grid,
                     std::vector<std::string> names)
    : file_(path), names_(std::move(names)), points_(grid.points()) {
  begin("ImageData",
        fmt::format("{}{}</Piece>\n</ImageData>\n", image_head(grid), declare_values()));
}

VtkStream::VtkStream(const std::filesystem::path& path, std::int64_t points,
                     std::vector<std::string> names)
    : file_(path), names_(std::move(names)), points_(points), has_vertices_(true) {
  const auto count = static_cast<std::uint64_t>(points);
  std::string body = fmt::format(
      "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{0}\" NumberOfCells=\"{0}\">\n", points);
  body += declare_values();
  body += "<Points>\n" + declare("Float64", "Points", 3, 24 * count) + "</Points>\n<Cells>\n";
  body += declare("Int64", "connectivity", 1, 8 * count);
  body += declare("Int64", "offsets", 1, 8 * count);
  body += declare("UInt8", "types", 1, count);
  begin("UnstructuredGrid", body + "</Cells>\n</Piece>\n</UnstructuredGrid>\n");
  write_vertices();
}

void VtkStream::write_vertices() {
  constexpr std::int64_t most = 1 << 14;
  std::vector<std::int64_t> numbers(most);
  const std::vector<std::uint8_t> types(most, 1);
  const std::size_t first_of_cells = names_.size() + 2;
  for (std::int64_t first = 0; first < points_; first += most) {
    const auto n = static_cast<std::size_t>(std::min(most, points_ - first));
    for (const std::int64_t from : {0, 1}) {
      std::iota(numbers.begin(), numbers.end(), first + from);
      file_.write_at(arrays_[first_of_cells + static_cast<std::size_t>(from)].offset +
                         8 * static_cast<std::uint64_t>(first),
                     bytes_of(std::span<const std::int64_t>(numbers).first(n)));
    }
    file_.write_at(arrays_[first_of_cells + 2].offset + static_cast<std::uint64_t>(first),
                   bytes_of(std::span<const std::uint8_t>(types).first(n)));
  }
}

void VtkStream::write_values(std::size_t array, std::int64_t first,
                             std::span<const double> values) {
  file_.write_at(arrays_[array].offset + 8 * static_cast<std::uint64_t>(first), bytes_of(values));
}

void VtkStream::write_hidden(std::int64_t first, std::span<const std::uint8_t> hidden) {
  std::vector<std::uint8_t> ghosts(hidden.size());
  std::ranges::transform(hidden, ghosts.begin(),
                         [](std::uint8_t h) { return h != 0 ? hidden_point : std::uint8_t{0}; });
  file_.write_at(arrays_[names_.size()].offset + static_cast<std::uint64_t>(first),
                 bytes_of(std::span<const std::uint8_t>(ghosts)));
}

void VtkStream::write_positions(std::int64_t first, std::span<const double> positions) {
  file_.write_at(arrays_[names_.size() + 1].offset + 24 * static_cast<std::uint64_t>(first),
                 bytes_of(positions));
}

void VtkStream::finish() {
  file_.publish();
}

}  // namespace engd::formats
