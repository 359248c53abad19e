#include "geometry/region.h"

#include <gtest/gtest.h>

#include <limits>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

TEST(Region, InteriorIsTheBox) {
  const Region region = interior_of({{0, -1, 2}, {2, 1, 5}});
  EXPECT_EQ(region.space_dimension, 3);
  ASSERT_EQ(region.patches.size(), 1u);
  EXPECT_EQ(region.patches[0].dimension(), 3);
  EXPECT_EQ(region.measure(), 12);
  EXPECT_FALSE(region.has_normals());
  EXPECT_FALSE(Region{}.has_normals());
}

TEST(Region, PerimeterIsWalkedAround) {
  const Region region = boundary_of({{0, 0}, {2, 3}});
  ASSERT_EQ(region.patches.size(), 4u);
  EXPECT_EQ(region.measure(), 10);
  const int axis[] = {1, 0, 1, 0};
  const double sign[] = {-1, 1, 1, -1}, value[] = {0, 2, 3, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    const Patch& face = region.patches[k];
    EXPECT_EQ(face.normal_axis, axis[k]);
    EXPECT_EQ(face.normal_sign, sign[k]);
    EXPECT_EQ(face.lower[static_cast<std::size_t>(axis[k])], value[k]);
    EXPECT_FALSE(face.is_free(axis[k]));
    EXPECT_EQ(face.dimension(), 1);
  }
}

// |boundary of a box| = 2 sum_j prod_(i != j) length_i; the normals integrate to zero.
TEST(Region, BoundaryInAnyDimension) {
  for (int d = 1; d <= 6; ++d) {
    Box box;
    for (int j = 0; j < d; ++j) {
      box.lower.push_back(-j);
      box.upper.push_back(j + 1);
    }
    double volume = 1, expected = 0;
    for (int j = 0; j < d; ++j) volume *= 2 * j + 1;
    for (int j = 0; j < d; ++j) expected += 2 * volume / (2 * j + 1);
    const Region region = boundary_of(box);
    EXPECT_EQ(region.patches.size(), static_cast<std::size_t>(2 * d));
    EXPECT_DOUBLE_EQ(region.measure(), expected);
    EXPECT_TRUE(region.has_normals());
    std::vector<double> flux(static_cast<std::size_t>(d), 0.0);
    for (const Patch& p : region.patches)
      flux[static_cast<std::size_t>(p.normal_axis)] += p.normal_sign * p.measure();
    for (double f : flux) EXPECT_EQ(f, 0);
  }
}

TEST(Region, BoundaryOfAnIntervalIsTwoPointsOfMeasureOne) {
  const Region region = boundary_of({{-1}, {4}});
  ASSERT_EQ(region.patches.size(), 2u);
  EXPECT_EQ(region.patches[0].dimension(), 0);
  EXPECT_EQ(region.patches[0].lower[0], -1);
  EXPECT_EQ(region.patches[1].lower[0], 4);
  EXPECT_EQ(region.measure(), 2);
}

TEST(Region, FaceHasTheOutwardNormal) {
  const Region face = face_of({{0, 0, 0}, {1, 2, 3}}, 1, true);
  EXPECT_EQ(face.measure(), 3);
  EXPECT_EQ(face.patches[0].normal_axis, 1);
  EXPECT_EQ(face.patches[0].normal_sign, 1);
  EXPECT_EQ(face.patches[0].upper[1], 2);
}

TEST(Region, BadBoxesAreRefused) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::string> names{"x", "t"};
  const auto check = [&](Box box, const std::string& part) {
    expect_input_error([&] { check_box(box, names); }, part);
  };
  check({}, "no coordinates");
  check({{0, 0}, {1}}, "2 lower and 1 upper");
  check({{0, 1}, {1, 1}}, "the domain is empty: t in [1, 1]");
  check({{2, 0}, {1, 1}}, "the domain is empty: x in [2, 1]");
  check({{0, nan}, {1, 1}}, "not finite: t in [nan, 1]");
  check({{0, 0}, {inf, 1}}, "not finite: x in [0, inf]");
  check({{-1e308, 0}, {1e308, 1}}, "not finite: x");
  expect_input_error([] { interior_of({{0}, {0}}); }, "coordinate 1 in [0, 0]");
  expect_input_error([] { boundary_of({{0}, {0}}); }, "empty");
  expect_input_error([] { face_of({{0}, {-1}}, 0, true); }, "empty");
}

TEST(Region, BoundsInMessages) {
  EXPECT_EQ(to_string(Box{{0, -1}, {1, 0.5}}, {"x", "y"}), "x in [0, 1], y in [-1, 0.5]");
  const Box large{std::vector<double>(9, 0.0), std::vector<double>(9, 1.0)};
  EXPECT_NE(to_string(large, {}).find("and 3 more"), std::string::npos);
}

}  // namespace
}  // namespace engd::geometry
