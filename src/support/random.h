#pragma once

#include <array>
#include <cstdint>

namespace engd {

/// Philox4x32-10 (Salmon et al. 2011): four random words from a counter and a key, no state.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// What random numbers are for; numbers of different purposes never coincide.
enum class Purpose : std::uint32_t { initialisation = 1, points = 2, shift = 3, choice = 4 };

/// Uniform in (0,1) with 52 random bits, the element `index` of stream (seed, purpose, stream,
/// draw). Two standard normals are `normal(...)` of even and odd index (Box-Muller).
///
/// The layout, so that any device can compute the same numbers:
///     key     = (seed mod 2^32, seed / 2^32)
///     counter = (block mod 2^32, block / 2^32 + purpose * 2^24, stream, draw),  block = index / 2
///     bits    = first 52 bits of words (0,1) for even and (2,3) for odd index
///     uniform = (bits + 1/2) / 2^52, which is exact and never 0 or 1
struct RandomStream {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::points;
  std::uint32_t stream = 0, draw = 0;
  std::uint64_t bits(std::uint64_t index) const;  ///< below 2^52; index below 2^57
  double uniform(std::uint64_t index) const;
  double normal(std::uint64_t index) const;
};

/// (bits + 1/2) / 2^52 for bits < 2^52.
inline double to_unit_interval(std::uint64_t bits) {
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

}  // namespace engd
