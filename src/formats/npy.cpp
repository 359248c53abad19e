#include "formats/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "support/error.h"
#include "support/text.h"

namespace engd::formats {

static_assert(std::endian::native == std::endian::little, "arrays are written as they stand");

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t written_header = 128;  ///< bytes, a multiple of 64, with room for any shape

/// The value of a key in a Python dictionary literal of NumPy, up to the comma behind it.
std::string_view value_of(std::string_view header, const std::string& key) {
  for (const char quote : {'\'', '"'}) {
    const std::string name = quote + key + quote;
    const std::size_t at = header.find(name);
    if (at == std::string_view::npos) continue;
    std::string_view rest = without_leading_blanks(header.substr(at + name.size()));
    if (!rest.starts_with(':')) continue;
    rest = without_leading_blanks(rest.substr(1));
    const std::size_t end = rest.starts_with('(')   ? rest.find(')') + 1
                            : rest.starts_with('[') ? rest.find(']') + 1
                                                    : rest.find_first_of(",}");
    return trimmed(rest.substr(0, end));
  }
  return {};
}

/// What is written in place of '<f8', in words where they are known.
std::string type_in_words(std::string_view type) {
  const std::string_view bare = type.size() > 2 ? type.substr(1, type.size() - 2) : type;
  if (type.starts_with('[')) return "a structured type";
  if (bare == "<f4") return "float32";
  if (bare == ">f8") return "float64 of big-endian order";
  if (bare == "<i8") return "int64";
  if (bare == "<i4") return "int32";
  if (bare == "<c16") return "complex128";
  if (bare == "|b1") return "bool";
  if (bare == "|O") return "Python objects";
  return std::string(type);
}

}  // namespace

NpyReader::NpyReader(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) refuse("there is no such file of points");
  if (!std::filesystem::is_regular_file(path_, error)) refuse("not a file of points");
  stream_.open(path_, std::ios::binary);
  if (!stream_) refuse("the file cannot be read");
  read_header();
}

void NpyReader::refuse(const std::string& why) const {
  throw InputError(fmt::format("{}: {}", path_.string(), why));
}

void NpyReader::read_header() {
  char start[8];
  if (!stream_.read(start, sizeof start) || std::string_view(start, magic.size()) != magic)
    refuse("is no .npy file: it does not begin as those of NumPy do");
  const int version = static_cast<unsigned char>(start[6]);
  if (version != 1 && version != 2)
    refuse(fmt::format("is a .npy file of format {}.{}; formats 1.0 and 2.0 are read", version,
                       static_cast<int>(static_cast<unsigned char>(start[7]))));
  unsigned char size[4] = {};
  const int bytes = version == 1 ? 2 : 4;
  stream_.read(reinterpret_cast<char*>(size), bytes);
  std::uint32_t length = 0;
  for (int k = 0; k < bytes; ++k) length |= static_cast<std::uint32_t>(size[k]) << (8 * k);
  constexpr std::uint32_t most = 1 << 20;
  if (!stream_ || length > most) refuse("the header of the .npy file is damaged");
  std::string header(length, '\0');
  if (!stream_.read(header.data(), length)) refuse("the header of the .npy file is cut off");

  const std::string_view type = value_of(header, "descr");
  if (type.empty()) refuse("the header of the .npy file does not say of what type it is");
  if (type != "'<f8'" && type != "\"<f8\"")
    refuse(fmt::format("holds {}; points are float64 (write array.astype('<f8'))",
                       type_in_words(type)));
  const std::string_view order = value_of(header, "fortran_order");
  if (order != "False" && order != "True")
    refuse("the header of the .npy file does not say in which order it is");
  read_shape(header);
  if (order == "True" && rows_ > 1 && columns_ > 1)
    refuse("is stored by columns (Fortran order); write numpy.ascontiguousarray(array)");
}

void NpyReader::read_shape(const std::string& header) {
  std::string_view shape = value_of(header, "shape");
  if (shape.size() < 2 || !shape.starts_with('('))
    refuse("the header of the .npy file has no shape");
  shape = shape.substr(1, shape.size() - 2);
  std::vector<std::int64_t> sizes;
  while (!(shape = trimmed(shape)).empty()) {
    std::int64_t size = -1;
    const auto [end, error] = std::from_chars(shape.data(), shape.data() + shape.size(), size);
    if (error != std::errc{} || size < 0)
      refuse("the shape in the header of the .npy file is none");
    sizes.push_back(size);
    shape = without_leading_blanks(shape.substr(static_cast<std::size_t>(end - shape.data())));
    if (shape.starts_with(',')) shape.remove_prefix(1);
  }
  if (sizes.empty() || sizes.size() > 2)
    refuse(
        fmt::format("is an array with {} axes; points are rows: two axes, or one for points of "
                    "one coordinate",
                    sizes.size()));
  rows_ = sizes[0];
  columns_ = sizes.size() == 2 ? sizes[1] : 1;
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / 16;
  if (columns_ == 0 || rows_ > most / columns_)
    refuse("the shape in the header of the .npy file is none");
  const std::int64_t begin = stream_.tellg();
  const auto there = static_cast<std::int64_t>(std::filesystem::file_size(path_)) - begin;
  const std::int64_t wanted = 8 * rows_ * columns_;
  if (there < wanted)
    refuse(fmt::format("is cut off: {} bytes of values are there, {} belong to the shape ({}, {})",
                       there, wanted, rows_, columns_));
}

std::int64_t NpyReader::read(std::span<double> values) {
  const std::int64_t count = std::min(std::ssize(values) / columns_, rows_ - next_);
  if (count <= 0) return 0;
  if (!stream_.read(reinterpret_cast<char*>(values.data()), 8 * count * columns_))
    refuse("the file cannot be read");
  next_ += count;
  return count;
}

NpyWriter::NpyWriter(const std::filesystem::path& path, std::int64_t columns)
    : file_(path), columns_(columns) {
  file_.write(header());
}

std::string NpyWriter::header() const {
  std::string text(magic);
  text += {'\1', '\0', static_cast<char>(written_header - 10), '\0'};
  text += fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}", rows_,
                      columns_);
  text.resize(written_header - 1, ' ');
  return text + '\n';
}

void NpyWriter::write(std::span<const double> rows) {
  file_.write({reinterpret_cast<const char*>(rows.data()), rows.size_bytes()});
  rows_ += std::ssize(rows) / columns_;
}

void NpyWriter::finish() {
  file_.write_at(0, header());
  file_.publish();
}

}  // namespace engd::formats
