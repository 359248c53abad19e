#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/random.h"

namespace engd::geometry {

/// The Sobol sequence with a random digital shift: every coordinate is XORed with 52 random bits,
/// which keeps the net structure (each dyadic box of a net holds its share) and makes every
/// point uniformly distributed.
class Sobol {
 public:
  static constexpr int max_dimension = 1024;
  static constexpr std::uint64_t max_points = std::uint64_t{1} << 32;

  /// 1 <= dimension <= max_dimension.
  Sobol(int dimension, const RandomStream& shift);

  /// Point `index` < max_points, in the order of the Gray code, each coordinate in (0,1).
  void point(std::uint64_t index, std::span<double> out) const;

 private:
  int dimension_;
  std::vector<std::uint32_t> directions_;  ///< 32 for each dimension
  std::vector<std::uint64_t> shift_;
};

/// Polynomials and initial numbers, as described where they are listed.
std::span<const std::uint16_t> joe_kuo_table();

}  // namespace engd::geometry
