#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/random.h"

namespace engd::geometry {

/// The Halton sequence in the first `dimension` primes, with random permutations of the digits,
/// one for every digit of every coordinate (A. B. Owen, A randomized Halton algorithm, 2017). The
/// plain sequence is useless in high dimension, where its first points lie on a diagonal; this one
/// is not, and each point is uniformly distributed.
class Halton {
 public:
  /// For indices below `points`; the points do not depend on it, the work to scramble does.
  Halton(int dimension, std::uint64_t points, const RandomStream& scrambling);

  /// Point `index` < points, each coordinate in (0,1).
  void point(std::uint64_t index, std::span<double> out) const;

 private:
  struct Coordinate {
    std::uint32_t base = 2;
    std::vector<std::uint32_t> permuted;  ///< of digit d at position k at k * base + d
    /// Sum over positions >= k of the permuted digit 0: what an index with k digits adds to.
    std::vector<double> tail;
  };
  std::vector<Coordinate> coordinates_;
};

std::vector<std::uint32_t> first_primes(int count);

}  // namespace engd::geometry
