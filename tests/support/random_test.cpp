#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace engd {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known-answer vectors published with Random123.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // The digits of pi.
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, UniformFollowsTheDocumentedLayout) {
  const RandomStream stream{0x123456789abcdef0, Purpose::points, 7, 11};
  const std::uint64_t index = (std::uint64_t{5} << 33) + 9;
  const auto words = philox({4, 5 + (2u << 24), 7, 11}, {0x9abcdef0, 0x12345678});
  const std::uint64_t odd = (static_cast<std::uint64_t>(words[2]) << 20) + (words[3] >> 12);
  const std::uint64_t even = (static_cast<std::uint64_t>(words[0]) << 20) + (words[1] >> 12);
  EXPECT_EQ(stream.bits(index), odd);
  EXPECT_EQ(stream.bits(index - 1), even);
  EXPECT_EQ(stream.uniform(index), std::ldexp(static_cast<double>(odd) + 0.5, -52));
}

TEST(RandomStream, UniformIsInsideTheOpenInterval) {
  EXPECT_GT(to_unit_interval(0), 0);
  EXPECT_LT(to_unit_interval((std::uint64_t{1} << 52) - 1), 1);
  EXPECT_EQ(to_unit_interval(0), 1 - to_unit_interval((std::uint64_t{1} << 52) - 1));
}

TEST(RandomStream, EveryFieldMatters) {
  std::set<std::uint64_t> seen;
  int made = 0;
  for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32})
    for (Purpose purpose : {Purpose::initialisation, Purpose::points, Purpose::shift})
      for (std::uint32_t stream : {0u, 1u})
        for (std::uint32_t draw : {0u, 1u})
          for (std::uint64_t index = 0; index < 10; ++index, ++made)
            seen.insert(RandomStream{seed, purpose, stream, draw}.bits(index));
  EXPECT_EQ(static_cast<int>(seen.size()), made);
}

// Sample moments of n numbers are within 5 standard errors of the distribution's.
TEST(RandomStream, UniformMoments) {
  const RandomStream stream{42, Purpose::points, 0, 0};
  const int n = 200000;
  double sum = 0, squares = 0, lag = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform(static_cast<std::uint64_t>(i)) - 0.5;
    sum += u;
    squares += u * u;
    lag += u * (stream.uniform(static_cast<std::uint64_t>(i) + 1) - 0.5);
  }
  EXPECT_LT(std::abs(sum / n), 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_LT(std::abs(squares / n - 1.0 / 12), 5 * std::sqrt(1.0 / 180 / n));
  EXPECT_LT(std::abs(lag / n), 5 * (1.0 / 12) / std::sqrt(n));
}

TEST(RandomStream, NormalMoments) {
  const RandomStream stream{3, Purpose::initialisation, 0, 0};
  const int n = 200000;
  double moment[5] = {};
  double pairs = 0;
  for (int i = 0; i < n; ++i) {
    const double z = stream.normal(static_cast<std::uint64_t>(i));
    for (int k = 1; k <= 4; ++k) moment[k] += std::pow(z, k) / n;
    if (i % 2 == 0) pairs += z * stream.normal(static_cast<std::uint64_t>(i) + 1);
  }
  // Variances of z, z^2, z^3, z^4 are 1, 2, 15, 96; of the n/2 products in `pairs`, 1.
  EXPECT_LT(std::abs(moment[1]), 5 * std::sqrt(1.0 / n));
  EXPECT_LT(std::abs(moment[2] - 1), 5 * std::sqrt(2.0 / n));
  EXPECT_LT(std::abs(moment[3]), 5 * std::sqrt(15.0 / n));
  EXPECT_LT(std::abs(moment[4] - 3), 5 * std::sqrt(96.0 / n));
  EXPECT_LT(std::abs(pairs), 5 * std::sqrt(n / 2.0));
}

// One pair shares a radius: even^2 + odd^2 = -2 log u.
TEST(RandomStream, NormalPairsAreBoxMuller) {
  const RandomStream stream{9, Purpose::initialisation, 2, 1};
  for (std::uint64_t pair = 0; pair < 50; ++pair) {
    const double a = stream.normal(2 * pair), b = stream.normal(2 * pair + 1);
    const double expected = -2 * std::log(stream.uniform(2 * pair));
    EXPECT_NEAR(a * a + b * b, expected, 1e-14 * (1 + expected));
  }
}

}  // namespace
}  // namespace engd
