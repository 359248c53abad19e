#include "geometry/patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expect_input_error.h"
#include "support/random.h"

namespace engd::geometry {
namespace {

const Box square{{0, 0}, {1, 1}};

Patch random_box(std::size_t d, const RandomStream& random, std::uint64_t& used) {
  Patch patch{std::vector<double>(d), std::vector<double>(d)};
  for (std::size_t j = 0; j < d; ++j) {
    const double a = random.uniform(used++), b = random.uniform(used++);
    patch.lower[j] = std::min(a, b);
    patch.upper[j] = std::max(a, b);
  }
  return patch;
}

TEST(Patches, ContainsTheClosedPatch) {
  const Patch side = face_of(square, 0, true).patches[0];
  EXPECT_TRUE(contains(side, std::vector{1.0, 0.0}));
  EXPECT_FALSE(contains(side, std::vector{1.0, 1.1}));
  EXPECT_FALSE(contains(side, std::vector{0.999, 0.5}));
  EXPECT_TRUE(contains(side, std::vector{0.999, 0.5}, 0.01));
  EXPECT_FALSE(contains(side, std::vector{std::nan(""), 0.5}, 0.01));
}

// |a| = |a minus b| + |a and b|, and a point is in exactly one of the pieces that should have it.
TEST(Patches, SubtractPartitions) {
  const RandomStream random{1, Purpose::points, 0, 0};
  std::uint64_t used = 0;
  for (std::size_t d = 1; d <= 5; ++d)
    for (int trial = 0; trial < 50; ++trial) {
      const Patch a = random_box(d, random, used), b = random_box(d, random, used);
      double common = 1;
      for (std::size_t j = 0; j < d; ++j)
        common *=
            std::max(0.0, std::min(a.upper[j], b.upper[j]) - std::max(a.lower[j], b.lower[j]));
      double rest = 0;
      const std::vector<Patch> pieces = subtract(a, b);
      for (const Patch& piece : pieces) rest += piece.measure();
      EXPECT_NEAR(rest + common, a.measure(), 1e-15);
      for (int q = 0; q < 20; ++q) {
        std::vector<double> point(d);
        for (double& x : point) x = random.uniform(used++);
        int holders = 0;
        for (const Patch& piece : pieces) holders += contains(piece, point);
        EXPECT_EQ(holders, contains(a, point) && !contains(b, point) ? 1 : 0);
      }
    }
}

TEST(Patches, DifferentlyPinnedPatchesDoNotOverlap) {
  const Patch left = face_of(square, 0, false).patches[0];
  const Patch right = face_of(square, 0, true).patches[0];
  const Patch bottom = face_of(square, 1, false).patches[0];
  const Patch inside = interior_of(square).patches[0];
  for (const Patch& other : {right, bottom, inside}) EXPECT_EQ(subtract(left, other).size(), 1u);
  EXPECT_TRUE(subtract(left, left).empty());
}

TEST(Merge, DuplicatedFacesAreThereOnce) {
  const Region left = face_of(square, 0, false), top = face_of(square, 1, true);
  const Region merged = merge(std::vector{left, top, left, boundary_of(square)});
  EXPECT_EQ(merged.patches.size(), 4u);
  EXPECT_EQ(merged.measure(), 4);
  EXPECT_TRUE(merged.has_normals());
  EXPECT_EQ(merged.patches[0].normal_axis, 0);
  EXPECT_EQ(merged.patches[1].normal_axis, 1);
}

TEST(Merge, OverlapsCountOnce) {
  const Region merged =
      merge(std::vector{interior_of({{0, 0}, {1, 1}}), interior_of({{0.5, 0.5}, {2, 2}})});
  EXPECT_NEAR(merged.measure(), 1 + 2.25 - 0.25, 1e-15);
}

TEST(Merge, KeepIsThatOfEachPart) {
  Region left = interior_of({{0, 0}, {1, 1}});
  left.keep = [](std::span<const double> x) { return x[1] < 0.5; };
  const Region merged = merge(std::vector{left, interior_of({{1, 0}, {2, 1}})});
  ASSERT_TRUE(bool(merged.keep));
  EXPECT_TRUE(merged.keep(std::vector{0.5, 0.4}));
  EXPECT_FALSE(merged.keep(std::vector{0.5, 0.6}));
  EXPECT_TRUE(merged.keep(std::vector{1.5, 0.6}));
  EXPECT_FALSE(bool(merge(std::vector{boundary_of(square)}).keep));
}

TEST(Merge, DimensionsDoNotMix) {
  expect_input_error(
      [] {
        merge(std::vector{interior_of(square), boundary_of(square)});
      },
      "pieces of dimension 2 and 1");
}

}  // namespace
}  // namespace engd::geometry
