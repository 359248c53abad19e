#pragma once

#include <cstddef>
#include <string_view>

namespace engd::read {

/// The byte of the first character beyond ASCII that stands outside of strings and comments of a
/// TOML text, where none may; npos where there is none. (toml++ does not always survive one.) A
/// byte order mark at the start is let through.
std::size_t bare_non_ascii(std::string_view toml);

}  // namespace engd::read
