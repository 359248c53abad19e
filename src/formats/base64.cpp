#include "formats/base64.h"

#include <array>
#include <cstdint>

namespace engd::formats {

namespace {

constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> values_of_digits() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (int k = 0; k < 64; ++k)
    values[static_cast<unsigned char>(digits[k])] = static_cast<std::int8_t>(k);
  return values;
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t given = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8) | (k < given ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= given ? digits[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  static constexpr auto values = values_of_digits();
  if (text.size() % 4 != 0) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::size_t digits_given = 4;
    if (i + 4 == text.size())
      while (digits_given > 2 && text[i + digits_given - 1] == '=') --digits_given;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const int value = k < digits_given ? values[static_cast<unsigned char>(text[i + k])] : 0;
      if (value < 0) return std::nullopt;
      group = (group << 6) | static_cast<std::uint32_t>(value);
    }
    for (std::size_t k = 0; k + 1 < digits_given; ++k)
      bytes.push_back(static_cast<std::byte>((group >> (16 - 8 * k)) & 255));
  }
  return bytes;
}

}  // namespace engd::formats
