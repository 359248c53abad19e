// Reads the VTK files that this program writes; not those of others.
#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "formats/base64.h"
#include "formats/text_file.h"
#include "formats/vtk.h"
#include "support/error.h"

namespace engd::formats {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path), text_(read_text_file(path)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}: is damaged or not a file of engd: {}", path_.string(), what));
  }

  /// The text between two marks, from `begin` on.
  std::string_view between(std::string_view first, std::string_view last,
                           std::size_t begin = 0) const {
    const std::string_view text = text_;
    const std::size_t from = text.find(first, begin);
    const std::size_t to = from == text.npos ? text.npos : text.find(last, from + first.size());
    if (to == text.npos) refuse(fmt::format("no '{}'", first));
    return text.substr(from + first.size(), to - from - first.size());
  }

  std::vector<double> numbers(std::string_view attribute, std::size_t count) const {
    std::string_view list = between(fmt::format(" {}=\"", attribute), "\"");
    std::vector<double> values;
    while (!list.empty() && values.size() < count) {
      double value = 0;
      const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), value);
      if (error != std::errc{}) break;
      values.push_back(value);
      list.remove_prefix(static_cast<std::size_t>(end - list.data()));
      if (list.starts_with(' ')) list.remove_prefix(1);
    }
    if (values.size() != count || !list.empty())
      refuse(fmt::format("{} is not {} numbers", attribute, count));
    return values;
  }

  /// The arrays of a stretch of the file.
  std::vector<PointArray> arrays(std::string_view stretch) const {
    std::vector<PointArray> found;
    std::size_t at = static_cast<std::size_t>(stretch.data() - text_.data());
    const std::size_t end = at + stretch.size();
    while ((at = text_.find("<DataArray ", at)) < end) {
      PointArray array;
      array.name = between(" Name=\"", "\"", at);
      if (array.name == "vtkGhostType") {  // says what the values say, which are not numbers there
        ++at;
        continue;
      }
      array.components = between(" NumberOfComponents=\"", "\"", at) == "3" ? 3 : 1;
      array.values = values(array.name, between("format=\"binary\">\n", "\n", at));
      found.push_back(std::move(array));
      ++at;
    }
    return found;
  }

  void require_sizes(const std::vector<PointArray>& arrays, std::int64_t points) const {
    if (arrays.empty()) refuse("no values");
    for (const PointArray& array : arrays)
      if (array.components != 1 || std::ssize(array.values) != points)
        refuse(
            fmt::format("{} has {} values for {} points", array.name, array.values.size(), points));
  }

 private:
  /// base64 of the number of bytes, then of the bytes.
  std::vector<double> values(const std::string& name, std::string_view text) const {
    constexpr std::size_t header = 12;  // digits of eight bytes
    const auto length = from_base64(text.substr(0, header));
    const auto bytes = from_base64(text.substr(std::min(header, text.size())));
    std::uint64_t expected = 0;
    if (length && length->size() == sizeof expected)
      std::memcpy(&expected, length->data(), sizeof expected);
    if (!length || !bytes || bytes->size() != expected || expected % sizeof(double) != 0)
      refuse(fmt::format("the values of {} are not whole", name));
    std::vector<double> values(bytes->size() / sizeof(double));
    if (!values.empty()) std::memcpy(values.data(), bytes->data(), bytes->size());
    return values;
  }

  std::filesystem::path path_;
  std::string text_;
};

}  // namespace

SampledField read_vti(const std::filesystem::path& path) {
  const Reader reader(path);
  const auto extent = reader.numbers("WholeExtent", 6), origin = reader.numbers("Origin", 3),
             spacing = reader.numbers("Spacing", 3);
  SampledField field;
  for (std::size_t j = 0; j < 3; ++j) {
    const double last = extent[2 * j + 1];
    if (!(last >= 0 && last < 1e6 && spacing[j] > 0)) reader.refuse("sizes that make no grid");
    if (last < 1) break;
    field.grid.count.push_back(static_cast<int>(last) + 1);
    field.grid.lower.push_back(origin[j]);
    field.grid.upper.push_back(origin[j] + last * spacing[j]);
  }
  field.arrays = reader.arrays(reader.between("<PointData", "</PointData>"));
  reader.require_sizes(field.arrays, field.grid.points());
  return field;
}

SampledField read_planar_vtu(const std::filesystem::path& path) {
  const Reader reader(path);
  const auto places = reader.arrays(reader.between("<Points>", "</Points>"));
  if (places.size() != 1 || places[0].components != 3 || places[0].values.size() % 3 != 0 ||
      places[0].values.empty())
    reader.refuse("no points");
  const std::vector<double>& x = places[0].values;  // x, y, z of each point
  const std::size_t points = x.size() / 3;
  std::size_t row = 1;
  while (row < points && x[3 * row + 1] == x[1]) ++row;
  if (row < 2 || points / row < 2 || points % row != 0) reader.refuse("points that make no grid");
  SampledField field;
  field.grid.count = {static_cast<int>(row), static_cast<int>(points / row)};
  field.grid.lower = {x[0], x[1]};
  field.grid.upper = {x[3 * points - 3], x[3 * points - 2]};
  field.arrays = reader.arrays(reader.between("<PointData", "</PointData>"));
  reader.require_sizes(field.arrays, field.grid.points());
  return field;
}

}  // namespace engd::formats
