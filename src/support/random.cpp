#include "support/random.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace engd {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;  // golden ratio, sqrt(3) - 1
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = multiplier0 * counter[0];
    const std::uint64_t product1 = multiplier1 * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

std::uint64_t RandomStream::bits(std::uint64_t index) const {
  assert(index < (std::uint64_t{1} << 57));
  const std::uint64_t block = index / 2;
  const auto words =
      philox({static_cast<std::uint32_t>(block),
              static_cast<std::uint32_t>(block >> 32) | (static_cast<std::uint32_t>(purpose) << 24),
              stream, draw},
             {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
  const std::size_t first = index % 2 == 0 ? 0 : 2;
  return (static_cast<std::uint64_t>(words[first]) << 20) | (words[first + 1] >> 12);
}

double RandomStream::uniform(std::uint64_t index) const {
  return to_unit_interval(bits(index));
}

double RandomStream::normal(std::uint64_t index) const {
  const std::uint64_t even = index - index % 2;
  const double radius = std::sqrt(-2 * std::log(uniform(even)));
  const double angle = 2 * std::numbers::pi * uniform(even + 1);
  return radius * (index % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

}  // namespace engd
