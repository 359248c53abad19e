#include "io/bare_text.h"

namespace engd::io {

namespace {

/// From an opening quote to behind the closing one; to the end of the line or text where that is
/// missing.
std::size_t behind_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
  const bool many_lines = text.substr(at, 3) == three;
  at += many_lines ? 3 : 1;
  for (; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (many_lines && text.substr(at, 3) == three) {
      at += 3;
      while (at < text.size() && text[at] == quote) ++at;  // its last characters may be quotes
      return at;
    } else if (!many_lines && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    }
  }
  return text.size();
}

/// Whether a quote may open a string here: behind the beginning of a key, of a value or of a part
/// of a key. Elsewhere, as in 0."é", it is no more than a wrong character.
bool opens_string(char before, bool in_value) {
  return std::string_view("\n=[{,").find(before) != std::string_view::npos ||
         (before == '.' && !in_value);
}

}  // namespace

std::size_t bare_non_ascii(std::string_view toml) {
  std::size_t at = toml.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  char before = '\n';  // the last one that is not blank
  bool in_value = false;
  while (at < toml.size()) {
    const char c = toml[at];
    if (static_cast<unsigned char>(c) >= 0x80) return at;
    if (c == '#') {
      while (at < toml.size() && toml[at] != '\n') ++at;
      continue;
    }
    if ((c == '"' || c == '\'') && opens_string(before, in_value)) {
      at = behind_string(toml, at);
      before = toml[at - 1];
      continue;
    }
    if (c == '=') in_value = true;
    if (c == '\n' || c == '{' || c == ',') in_value = false;
    if (c != ' ' && c != '\t' && c != '\r') before = c;
    ++at;
  }
  return std::string_view::npos;
}

}  // namespace engd::io
