#include "geometry/halton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace engd::geometry {
namespace {

const RandomStream scrambling{8, Purpose::shift, 0, 0};

TEST(Halton, Primes) {
  EXPECT_EQ(first_primes(6), (std::vector<std::uint32_t>{2, 3, 5, 7, 11, 13}));
  EXPECT_EQ(first_primes(1000).back(), 7919u);
}

// The first b^k points hit each of the b^k intervals of length b^-k of the coordinate in base b.
TEST(Halton, ProjectionsAreStratified) {
  const Halton halton(5, 2000, scrambling);
  const auto primes = first_primes(5);
  std::vector<double> point(5);
  for (std::size_t j = 0; j < 5; ++j)
    for (int k = 1; k <= 3; ++k) {
      const auto n = static_cast<std::uint64_t>(std::llround(std::pow(primes[j], k)));
      std::set<std::uint64_t> hit;
      for (std::uint64_t i = 0; i < n; ++i) {
        halton.point(i, point);
        hit.insert(static_cast<std::uint64_t>(point[j] * static_cast<double>(n)));
      }
      EXPECT_EQ(hit.size(), n) << primes[j] << '^' << k;
    }
}

// In many dimensions few points must not line up: means are those of n independent numbers, and
// neighbouring coordinates, here in bases around 500, do not correlate.
TEST(Halton, HighDimension) {
  const int dimension = 100, n = 400;
  const Halton halton(dimension, n, scrambling);
  std::vector<std::vector<double>> points;
  for (int i = 0; i < n; ++i) {
    points.emplace_back(dimension);
    halton.point(static_cast<std::uint64_t>(i), points.back());
  }
  for (std::size_t j = 0; j + 1 < dimension; ++j) {
    double mean = 0, product = 0;
    for (const auto& p : points) {
      EXPECT_TRUE(p[j] > 0 && p[j] < 1);
      mean += (p[j] - 0.5) / n;
      product += (p[j] - 0.5) * (p[j + 1] - 0.5) / n;
    }
    EXPECT_LT(std::abs(mean), 5 * std::sqrt(1.0 / 12 / n));
    EXPECT_LT(std::abs(product), 5.0 / 12 / std::sqrt(n));
  }
}

// Better than random: the integral of prod (1 + (x_j - 1/2)) = 1 in 4 dimensions converges faster
// than n^-1/2. The error of n = 2^14 independent points would be about 5e-3.
TEST(Halton, IntegratesFasterThanRandom) {
  const Halton halton(4, 1 << 14, scrambling);
  std::vector<double> point(4);
  const int n = 1 << 14;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    halton.point(static_cast<std::uint64_t>(i), point);
    double f = 1;
    for (double x : point) f *= 0.5 + x;
    sum += f / n;
  }
  EXPECT_NEAR(sum, 1, 3e-4);
}

TEST(Halton, NumberOfPointsDoesNotChangeThem) {
  const Halton few(30, 10, scrambling), many(30, 1000000, scrambling);
  std::vector<double> a(30), b(30);
  for (std::uint64_t i = 0; i < 10; ++i) {
    few.point(i, a);
    many.point(i, b);
    EXPECT_EQ(a, b);
  }
}

TEST(Halton, LargeIndicesStayInside) {
  const Halton halton(3, ~std::uint64_t{0}, scrambling);
  std::vector<double> point(3);
  for (int bit = 40; bit < 64; ++bit) {
    halton.point((std::uint64_t{1} << bit) - 1, point);
    for (double x : point) EXPECT_TRUE(x > 0 && x < 1);
  }
}

}  // namespace
}  // namespace engd::geometry
