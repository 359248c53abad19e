#include "formats/stl_file.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "support/error.h"

namespace engd::formats {
namespace {

constexpr std::size_t header = 80, record = 50;
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;

static_assert(std::endian::native == std::endian::little, "binary STL is little-endian");

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) throw InputError(fmt::format("{}: cannot read the file", file));
  const auto bytes = static_cast<std::uintmax_t>(stream.tellg());
  if (!(bytes <= most_bytes)) throw InputError(fmt::format("{}: is too large", file));
  stream.seekg(0);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint32_t count_at_header(const std::string& text) {
  std::uint32_t count = 0;
  std::memcpy(&count, text.data() + header, sizeof count);
  return count;
}

/// The length says it: text that begins with "solid" is not always text.
bool is_binary(const std::string& text) {
  return text.size() >= header + 4 &&
         text.size() == header + 4 + std::uintmax_t{record} * count_at_header(text);
}

StlSolid read_binary(const std::string& text, const std::string& file) {
  StlSolid solid;
  for (std::uint32_t k = 0; k < count_at_header(text); ++k) {
    std::array<float, 12> numbers{};  // the normal, then three corners
    std::memcpy(numbers.data(), text.data() + header + 4 + record * k, sizeof numbers);
    Corners corners{};
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t j = 0; j < 3; ++j) {
        corners[c][j] = static_cast<double>(numbers[3 + 3 * c + j]);
        if (!std::isfinite(corners[c][j]))
          throw InputError(fmt::format("{}: a corner of triangle {} is not finite", file, k + 1));
      }
    solid.triangles.push_back(corners);
  }
  return solid;
}

/// Words of the text, with the line that they stand on.
class Words {
 public:
  Words(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool at_end() {
    while (at_ < text_.size() && is_blank(text_[at_])) line_ += text_[at_++] == '\n';
    return at_ == text_.size();
  }
  std::string_view next() {
    if (at_end()) fail("the file ends too early");
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string_view rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    return rest;
  }
  void expect(std::string_view word) {
    const std::string_view found = next();
    if (found != word) fail(fmt::format("'{}' where '{}' is expected", found, word));
  }
  double number() {
    std::string_view word = next();
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
      fail(fmt::format("'{}' is not a finite number", word));
    return value;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line_, message));
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  long line_ = 1;
};

Corners read_facet(Words& words) {
  words.expect("normal");
  for (int j = 0; j < 3; ++j) words.number();  // the order of the corners says it better
  words.expect("outer");
  words.expect("loop");
  Corners corners{};
  for (Corner& corner : corners) {
    words.expect("vertex");
    for (double& x : corner) x = words.number();
  }
  words.expect("endloop");
  words.expect("endfacet");
  return corners;
}

std::vector<StlSolid> read_text(std::string_view text, const std::string& file) {
  std::vector<StlSolid> solids;
  Words words(text, file);
  do {
    words.expect("solid");
    StlSolid& solid = solids.emplace_back();
    solid.name = words.rest_of_line();
    while (true) {
      const std::string_view word = words.next();
      if (word == "endsolid") break;
      if (word != "facet") words.fail(fmt::format("'{}' where 'facet' is expected", word));
      solid.triangles.push_back(read_facet(words));
    }
    words.rest_of_line();
  } while (!words.at_end());
  return solids;
}

}  // namespace

std::vector<StlSolid> read_stl(const std::string& file) {
  const std::string text = contents(file);
  if (is_binary(text)) return {read_binary(text, file)};
  return read_text(text, file);
}

}  // namespace engd::formats
