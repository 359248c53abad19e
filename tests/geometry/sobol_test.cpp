#include "geometry/sobol.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace engd::geometry {
namespace {

const RandomStream shift{5, Purpose::shift, 3, 1};

/// The 32 leading bits of every coordinate of a point.
std::vector<std::uint32_t> words(const Sobol& sobol, int dimension, std::uint64_t index) {
  std::vector<double> point(static_cast<std::size_t>(dimension));
  sobol.point(index, point);
  std::vector<std::uint32_t> result;
  for (double x : point) result.push_back(static_cast<std::uint32_t>(std::ldexp(x, 32)));
  return result;
}

// The shift cancels in the XOR with point 0, which is the origin before the shift. The numbers are
// those of an independent implementation of the same direction numbers.
TEST(Sobol, KnownPointsUpToTheShift) {
  const std::size_t coordinates[] = {0, 1, 2, 9, 99, 511, 1023};
  const struct {
    std::uint64_t index;
    std::uint32_t words[7];
  } expected[] = {
      {1, {1u << 31, 1u << 31, 1u << 31, 1u << 31, 1u << 31, 1u << 31, 1u << 31}},
      {2, {3u << 30, 1u << 30, 1u << 30, 3u << 30, 3u << 30, 3u << 30, 3u << 30}},
      {5, {3758096384, 3758096384, 536870912, 536870912, 1610612736, 3758096384, 1610612736}},
      {1000, {943718400, 415236096, 2227175424, 297795584, 801112064, 1698693120, 3066036224}},
      {4095, {1048576, 4042260480, 1435500544, 1058013184, 4134535168, 3929014272, 1523580928}},
  };
  const Sobol sobol(Sobol::max_dimension, shift);
  const auto origin = words(sobol, Sobol::max_dimension, 0);
  for (const auto& e : expected) {
    const auto point = words(sobol, Sobol::max_dimension, e.index);
    for (std::size_t k = 0; k < 7; ++k)
      EXPECT_EQ(point[coordinates[k]] ^ origin[coordinates[k]], e.words[k]) << e.index << ' ' << k;
  }
}

// 2^k points, shifted or not, hit each of the 2^k dyadic intervals of every coordinate once.
TEST(Sobol, ProjectionsAreStratified) {
  const int dimension = Sobol::max_dimension;
  const Sobol sobol(dimension, shift);
  for (int k : {0, 1, 5, 8}) {
    const std::uint64_t n = std::uint64_t{1} << k;
    std::vector<std::set<std::uint32_t>> hit(static_cast<std::size_t>(dimension));
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto point = words(sobol, dimension, i);
      for (std::size_t j = 0; j < hit.size(); ++j)
        hit[j].insert(static_cast<std::uint32_t>(static_cast<std::uint64_t>(point[j]) >> (32 - k)));
    }
    for (const auto& intervals : hit) EXPECT_EQ(intervals.size(), n);
  }
}

// The first two coordinates form a (0, k, 2)-net: one point in each of the 2^k boxes of every
// shape 2^-a x 2^-(k-a).
TEST(Sobol, FirstTwoCoordinatesAreANet) {
  const int k = 8;
  const Sobol sobol(2, shift);
  for (int a = 0; a <= k; ++a) {
    std::set<std::uint64_t> boxes;
    for (std::uint64_t i = 0; i < (1u << k); ++i) {
      const auto point = words(sobol, 2, i);
      boxes.insert(((static_cast<std::uint64_t>(point[0]) >> (32 - a)) << 32) |
                   (static_cast<std::uint64_t>(point[1]) >> (32 - (k - a))));
    }
    EXPECT_EQ(boxes.size(), 1u << k);
  }
}

TEST(Sobol, TableIsComplete) {
  std::span<const std::uint16_t> table = joe_kuo_table();
  std::set<std::uint16_t> polynomials;
  int dimensions = 1;
  for (; !table.empty(); ++dimensions) {
    const std::uint16_t polynomial = table[0];
    EXPECT_EQ(polynomial & 1, 1);
    polynomials.insert(polynomial);
    const auto degree = static_cast<std::size_t>(std::log2(polynomial));
    ASSERT_GE(table.size(), degree + 1);
    for (std::size_t k = 1; k <= degree; ++k) {
      EXPECT_EQ(table[k] % 2, 1);
      EXPECT_LT(table[k], 1 << k);
    }
    table = table.subspan(degree + 1);
  }
  EXPECT_EQ(dimensions, Sobol::max_dimension);
  EXPECT_EQ(polynomials.size(), static_cast<std::size_t>(dimensions) - 1);
}

TEST(Sobol, ShiftsDiffer) {
  const Sobol a(3, shift), b(3, RandomStream{5, Purpose::shift, 3, 2});
  const auto in_a = words(a, 3, 0), in_b = words(b, 3, 0);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NE(in_a[j], in_b[j]);
}

}  // namespace
}  // namespace engd::geometry
