#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "read/problem_names.h"
#include "support/error.h"

namespace engd::read {

/// Text that values are read from: the problem file, or one --set argument.
struct Source {
  std::string name;     ///< what messages call it
  std::string text;     ///< for a --set argument: the part after '='
  bool is_file = true;  ///< lines and columns are told for files only
};
using SourcePtr = std::shared_ptr<const Source>;

/// A stretch of source text that a message is about. Lines and columns count from 1; a column is
/// a Unicode character, as editors count.
struct Span {
  std::size_t begin = 0, length = 0;  ///< bytes of Source::text
};
struct Position {
  int line = 1, column = 1;
};
std::size_t byte_offset(std::string_view text, Position position);
Position position_of(std::string_view text, std::size_t byte);

/// Where each byte of a TOML string's value stands in the source. `begin` is the byte of the
/// opening quote (any of the four kinds). One entry a byte of the value, and one for its end.
std::vector<std::size_t> string_value_bytes(std::string_view source, std::size_t begin);

/// "FILE:LINE:COL: message" ("--set a.b=v: message" for overrides), followed by the source line and
/// a line with ^~~~ under the span.
InputError error_with_caret(const Source& source, Span span, const std::string& message);

}  // namespace engd::read
