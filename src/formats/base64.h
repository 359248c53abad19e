#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engd::formats {

/// RFC 4648, with padding.
std::string base64(std::span<const std::byte> bytes);

/// The bytes again; nothing for a text that is no base64.
std::optional<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace engd::formats
