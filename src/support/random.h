#pragma once

#include <array>
#include <cstdint>

namespace engd {

/// Philox4x32-10 (Salmon et al. 2011): four random words from a counter and a key, no state.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// What random numbers are for; numbers of different purposes never coincide.
enum class Purpose : std::uint32_t { initialisation = 1, points = 2, shift = 3 };

/// Uniform in (0,1) with 52 random bits, the element `index` of stream (seed, purpose, stream, draw).
/// Two standard normals are `normal(...)` of even and odd index (Box-Muller).
struct RandomStream {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::points;
  std::uint32_t stream = 0, draw = 0;
  double uniform(std::uint64_t index) const;
  double normal(std::uint64_t index) const;
};

}  // namespace engd
