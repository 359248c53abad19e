#include "geometry/scattered.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

using Kind = PointRule::Kind;

constexpr Kind kinds[] = {Kind::random, Kind::sobol, Kind::halton};
const Box box{{-1, 0, 2}, {1, 3, 6}};

PointSet place(Kind kind, int n, const Region& region, const Draw& draw = {}) {
  return place_points({kind, {n}, "", 0}, region, draw, {});
}

// The mean of n uniform points is within 5 standard errors of the centre, in every coordinate.
TEST(Scattered, MeansInTheInterior) {
  const int n = 4096;
  for (Kind kind : kinds) {
    const PointSet set = place(kind, n, interior_of(box));
    ASSERT_EQ(set.count, n);
    for (int j = 0; j < 3; ++j) {
      const auto i = static_cast<std::size_t>(j);
      const double length = box.upper[i] - box.lower[i];
      double mean = 0;
      for (std::ptrdiff_t q = 0; q < n; ++q) {
        EXPECT_TRUE(set.coordinate(q, j) > box.lower[i] && set.coordinate(q, j) < box.upper[i]);
        mean += set.coordinate(q, j) / n;
      }
      EXPECT_NEAR(mean, (box.lower[i] + box.upper[i]) / 2, 5 * length / std::sqrt(12.0 * n));
    }
  }
}

// Faces get points by their measure (5 standard errors of a binomial), each with its normal.
TEST(Scattered, FacesByMeasure) {
  const int n = 20000;
  const Region region = boundary_of(box);
  for (Kind kind : kinds) {
    const PointSet set = place(kind, n, region);
    for (const Patch& face : region.patches) {
      const int axis = face.normal_axis;
      int points = 0;
      double mean = 0;
      for (std::ptrdiff_t q = 0; q < n; ++q) {
        if (set.normals[static_cast<std::size_t>(axis * set.count + q)] != face.normal_sign)
          continue;
        ++points;
        EXPECT_EQ(set.coordinate(q, axis), face.lower[static_cast<std::size_t>(axis)]);
        mean += set.coordinate(q, (axis + 1) % 3);
      }
      const double share = face.measure() / region.measure();
      EXPECT_NEAR(points, n * share, 5 * std::sqrt(n * share * (1 - share)));
      const auto other = static_cast<std::size_t>((axis + 1) % 3);
      const double length = face.upper[other] - face.lower[other];
      EXPECT_NEAR(mean / points, face.lower[other] + length / 2,
                  5 * length / std::sqrt(12.0 * points));
    }
  }
}

// Equal sides: a power of two of Sobol points is shared out exactly.
TEST(Scattered, SobolSharesSidesEvenly) {
  const PointSet set = place(Kind::sobol, 256, boundary_of({{0, 0}, {1, 1}}));
  int per_side[4] = {};
  for (std::size_t q = 0; q < 256; ++q)
    ++per_side[set.normals[q] != 0 ? (set.normals[q] > 0 ? 0 : 1)
                                   : (set.normals[256 + q] > 0 ? 2 : 3)];
  for (int points : per_side) EXPECT_EQ(points, 64);
}

TEST(Scattered, OnlyTheDrawDecides) {
  for (Kind kind : kinds) {
    const Region region = boundary_of(box);
    const PointSet first = place(kind, 100, region, {7, 2, 0});
    EXPECT_EQ(first.coordinates, place(kind, 100, region, {7, 2, 0}).coordinates);
    for (const Draw& other : {Draw{8, 2, 0}, Draw{7, 3, 0}, Draw{7, 2, 1}})
      EXPECT_NE(first.coordinates, place(kind, 100, region, other).coordinates);
  }
}

// More points continue the set of fewer.
TEST(Scattered, SetsAreNested) {
  for (Kind kind : kinds) {
    const PointSet few = place(kind, 50, interior_of(box)),
                   many = place(kind, 80, interior_of(box));
    for (std::ptrdiff_t q = 0; q < 50; ++q)
      for (int j = 0; j < 3; ++j) EXPECT_EQ(few.coordinate(q, j), many.coordinate(q, j));
  }
}

// Low-discrepancy points integrate a smooth function better than random ones, whose error is
// sqrt(variance / n): root mean squares over 16 draws.
TEST(Scattered, LowDiscrepancyPaysOff) {
  const int n = 1 << 12, draws = 16;
  const Box cube{std::vector<double>(5, 0.0), std::vector<double>(5, 1.0)};
  const double pi = std::numbers::pi;
  const double exact = std::pow(2 / pi, 5), second = std::pow(0.5, 5);
  const double expected = std::sqrt((second - exact * exact) / n);
  const auto error = [&](Kind kind) {
    double squares = 0;
    for (std::uint32_t draw = 0; draw < draws; ++draw) {
      const PointSet set = place(kind, n, interior_of(cube), {1, 0, draw});
      double sum = 0;
      for (std::ptrdiff_t q = 0; q < n; ++q) {
        double f = set.weights[static_cast<std::size_t>(q)];
        for (int j = 0; j < 5; ++j) f *= std::sin(pi * set.coordinate(q, j));
        sum += f;
      }
      squares += (sum - exact) * (sum - exact) / draws;
    }
    return std::sqrt(squares);
  };
  // The mean square of 16 errors has a relative standard deviation of sqrt(2/16).
  EXPECT_NEAR(std::pow(error(Kind::random) / expected, 2), 1, 5 * std::sqrt(2.0 / draws));
  EXPECT_LT(error(Kind::halton), expected / 4);
  EXPECT_LT(error(Kind::sobol), expected / 10);
}

TEST(Scattered, EndsOfAnIntervalAreSharedEvenly) {
  const Region ends = boundary_of({{0}, {5}});
  for (Kind kind : kinds) {
    const PointSet even = place(kind, 4, ends);
    EXPECT_EQ(even.coordinates, (std::vector<double>{0, 5, 0, 5}));
    EXPECT_EQ(even.weights, (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
    EXPECT_EQ(even.normals, (std::vector<double>{-1, 1, -1, 1}));
    EXPECT_EQ(place(kind, 3, ends).weights, (std::vector<double>{0.5, 1, 0.5}));
    EXPECT_EQ(place(kind, 1, ends).weights, (std::vector<double>{2}));
  }
  Region right = ends;
  right.keep = [](std::span<const double> x) { return x[0] > 1; };
  EXPECT_EQ(place(Kind::random, 2, right).coordinates, (std::vector<double>{5, 5}));
  EXPECT_EQ(place(Kind::random, 2, right).measure(), 1);
  EXPECT_EQ(kept_fraction(right), 0.5);
  right.keep = [](std::span<const double>) { return false; };
  expect_input_error([&] { place(Kind::random, 2, right); },
                     "keeps none of the 2 points of random");
}

// N points remain, all inside, and the weights add up to the area of the disc: for random points
// within 5 standard errors of an acceptance of pi/4.
TEST(Scattered, RejectionKeepsTheCountAndTheMeasure) {
  Region disc = interior_of({{-1, -1}, {1, 1}});
  disc.keep = [](std::span<const double> x) { return x[0] * x[0] + x[1] * x[1] < 1; };
  const int n = 20000;
  const double p = std::numbers::pi / 4;
  for (Kind kind : kinds) {
    const PointSet set = place(kind, n, disc);
    ASSERT_EQ(set.count, n);
    for (std::ptrdiff_t q = 0; q < n; ++q)
      EXPECT_LT(std::hypot(set.coordinate(q, 0), set.coordinate(q, 1)), 1);
    EXPECT_NEAR(set.measure(), 4 * p, 5 * 4 * std::sqrt(p * (1 - p) / n));
    EXPECT_EQ(set.weights.front(), set.weights.back());
  }
  EXPECT_NEAR(kept_fraction(disc), p, 2e-3);
  EXPECT_EQ(kept_fraction(interior_of(box)), 1);
}

TEST(Scattered, HopelessConditions) {
  Region region = interior_of({{0, 0}, {1, 1}});
  region.keep = [](std::span<const double> x) { return x[0] < 1e-6; };
  for (Kind kind : kinds)
    expect_input_error([&] { place(kind, 100, region); }, "of 200000 points; it must select");
  // One in a thousand is not hopeless.
  region.keep = [](std::span<const double> x) { return x[0] < 1e-3; };
  EXPECT_EQ(place(Kind::random, 300, region).count, 300);
}

TEST(Scattered, BadCounts) {
  const Region inside = interior_of(box);
  expect_input_error([&] { place(Kind::random, 0, inside); }, "random = 0: at least 1 point");
  expect_input_error([&] { place(Kind::halton, -5, inside); }, "halton = -5");
  expect_input_error(
      [&] {
        place_points({Kind::sobol, {3, 3, 3}, "", 0}, inside, {}, {});
      },
      "sobol has 3 counts; give one number");
  const Box cube{std::vector<double>(10000, 0.0), std::vector<double>(10000, 1.0)};
  expect_input_error([&] { place(Kind::random, 2147483647, interior_of(cube)); }, "GiB of memory");
}

TEST(Scattered, ManyDimensions) {
  const auto cube = [](std::size_t d) {
    return Box{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
  };
  EXPECT_EQ(place(Kind::sobol, 10, interior_of(cube(1024))).count, 10);
  expect_input_error([&] { place(Kind::sobol, 10, interior_of(cube(1025))); },
                     "sobol has at most 1024 dimensions and 1025 are needed; use halton or random");
  EXPECT_EQ(place(Kind::halton, 10, interior_of(cube(1025))).count, 10);
  EXPECT_EQ(place(Kind::random, 10, boundary_of(cube(300))).count, 10);
}

}  // namespace
}  // namespace engd::geometry
