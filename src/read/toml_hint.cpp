#include "read/toml_hint.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.h"

namespace engd::read {
namespace {

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

/// What stands outside of quotes and comments.
std::string bare_part(std::string_view text) {
  std::string bare;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (is_quote(c)) {
      quote = c;
    } else if (c == '#') {
      break;
    } else {
      bare += c;
    }
  }
  return bare;
}

/// An odd number of quotes of the kind that opens the text.
bool is_never_closed(std::string_view text) {
  return std::count(text.begin(), text.end(), text.front()) % 2 != 0;
}

bool has_formula(std::string_view bare) {
  return bare.find_first_of("*/^()+") != std::string_view::npos ||
         std::any_of(bare.begin(), bare.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// A formula in one of the innermost lists: "[0, 2*pi]" of "{ box = [[0, 1], [0, 2*pi]] }".
bool has_formula_in_list(std::string_view bare) {
  for (std::size_t end = bare.find(']'); end != std::string_view::npos;
       end = bare.find(']', end + 1)) {
    const std::string_view list = bare.substr(0, end);
    const std::size_t begin = list.rfind('[');
    if (begin != std::string_view::npos && list.find('{', begin) == std::string_view::npos &&
        has_formula(list.substr(begin)))
      return true;
  }
  return false;
}

std::string hint_for_value(std::string_view key, std::string_view value) {
  const std::string bare = bare_part(value);
  if (bare.find("//") != std::string::npos) return "; comments begin with #";
  if (is_quote(value.front()))
    return is_never_closed(value) ? "; the closing quote is missing" : "";
  if (trimmed(bare).ends_with(';')) return "; lines end without ';'";
  if (value.front() == '[' || value.front() == '{') {
    if (bare.find('(') != std::string::npos) return "; lists have square brackets: [0, 1]";
    const bool in_list = value.front() == '[' ? has_formula(bare) : has_formula_in_list(bare);
    return in_list ? "; formulas and words in lists stand in quotes: [0, \"2*pi\"]" : "";
  }
  if (value.front() == '.') return fmt::format("; write 0{}", value);
  if (has_formula(bare) && bare.size() == value.size())
    return fmt::format("; formulas and words stand in quotes: {} = \"{}\"", key, value);
  return "";
}

}  // namespace

std::string toml_hint(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("[term]")) return "; every term begins with double brackets: [[term]]";
  if (line.empty() || line.front() == '[' || line.front() == '#') return "";
  if (line.starts_with("//")) return "; comments begin with #";
  const std::size_t equals = line.find('=');
  const std::string_view key = trimmed(line.substr(0, equals));
  if (key.empty()) return "";
  if (!is_quote(key.front()) && key.find(':') != std::string_view::npos)
    return "; a key and its value are joined by =, not by a colon";
  if (equals == std::string_view::npos) return "";
  if (!is_quote(key.front()) && key.find('(') != std::string_view::npos)
    return fmt::format("; a name with parameters stands in quotes: \"{}\" = ...", key);
  const std::string_view value = trimmed(line.substr(equals + 1));
  return value.empty() ? "; the value is missing" : hint_for_value(key, value);
}

}  // namespace engd::read
