#pragma once

#include <algorithm>
#include <string_view>

namespace engd {

inline constexpr std::string_view blanks = " \t\r\n";

inline std::string_view without_leading_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

/// `text` without blanks at its beginning and its end.
inline std::string_view trimmed(std::string_view text) {
  return without_leading_blanks(text.substr(0, text.find_last_not_of(blanks) + 1));
}

}  // namespace engd
