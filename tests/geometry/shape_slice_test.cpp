// Points, lines and planes inside shapes, by equalities of coordinates.
#include <gtest/gtest.h>

#include <cmath>

#include "expect_input_error.h"
#include "geometry/points.h"
#include "integrals.h"
#include "on_domain.h"

namespace engd::geometry {
namespace {

Domain flat(ShapePtr shape) {
  return make_domain(std::move(shape), {0, 1}, {});
}

TEST(ShapeSlice, ChordsOfADisk) {
  const Domain disk = flat(make_ellipse({0, 0}, {1, 1}));
  const Region chord = on(disk, "x == 0.6");
  ASSERT_EQ(chord.patches.size(), 1u);
  EXPECT_NEAR(chord.patches[0].lower[1], -0.8, 1e-15);
  EXPECT_NEAR(chord.patches[0].upper[1], 0.8, 1e-15);
  EXPECT_EQ(chord.patches[0].normal_axis, 0);
  EXPECT_EQ(chord.patches[0].normal_sign, 1);
  EXPECT_TRUE(chord.patches[0].slice);
  EXPECT_NEAR(integral(gauss_points(chord, 5), [](const auto& x) { return x[1] * x[1]; }),
              2 * 0.512 / 3, 1e-15);
  EXPECT_NEAR(on(disk, "x == 0.6 and y > 0.2").measure(), 0.6, 1e-15);
  EXPECT_NEAR(on(disk, "interior and y == 0").measure(), 2, 1e-14);
}

TEST(ShapeSlice, PiecesOfALine) {
  const Domain ring = flat(make_annulus({0, 0}, 1, 2));
  const Region line = on(ring, "y == 0");
  ASSERT_EQ(line.patches.size(), 2u);
  EXPECT_NEAR(line.measure(), 2, 1e-14);
  EXPECT_NEAR(on(ring, "y == 0 and x < 0").measure(), 1, 1e-14);
  const Region kept = on(ring, "y == 0 and x^2 < 2.25");  // by points
  EXPECT_TRUE(kept.keep);
  const Domain triangle = flat(make_polygon({{0, 0}, {3, 0}, {0, 4}}));
  EXPECT_NEAR(on(triangle, "x == 1.5").measure(), 2, 1e-13);
  EXPECT_NEAR(on(triangle, "x == 0").measure(), 4, 1e-13);  // an edge stays an edge
  EXPECT_TRUE(on(triangle, "x == 0").patches[0].chart);
}

TEST(ShapeSlice, Points) {
  const Domain disk = flat(make_ellipse({0, 0}, {1, 1}));
  const Region point = on(disk, "x == 0.5 and y == 0.5");
  ASSERT_EQ(point.patches.size(), 1u);
  EXPECT_EQ(point.patches[0].dimension(), 0);
  const PointSet set = place_points({}, point, {}, {"x", "y"});
  ASSERT_EQ(set.count, 1);
  EXPECT_EQ(set.coordinate(0, 0), 0.5);
  EXPECT_EQ(set.weights[0], 1);
  expect_input_error([&] { on(disk, "x == 0.9 and y == 0.9"); }, "selects nothing of the domain");
  expect_input_error([&] { on(disk, "x == 2"); }, "lies outside the domain");
}

TEST(ShapeSlice, AtAllTimesAndAtOne) {
  const std::vector<std::string> names{"x", "y", "t"};
  const Domain disk = make_domain(make_ellipse({0, 0}, {1, 1}), {0, 1}, {{0}, {3}});
  EXPECT_NEAR(on(disk, "x == 0.6", names).measure(), 1.6 * 3, 1e-14);
  EXPECT_NEAR(on(disk, "x == 0.6 and t == 1", names).measure(), 1.6, 1e-14);
  EXPECT_NEAR(on(disk, "x == 0.6 and t < 1", names).measure(), 1.6, 1e-14);
  EXPECT_EQ(on(disk, "x == 0 and y == 0", names).measure(), 3);
  EXPECT_EQ(on(disk, "x == 0 and y == 0 and t == 1", names).patches[0].dimension(), 0);
}

TEST(ShapeSlice, PlanesThroughSolids) {
  const std::vector<std::string> names{"x", "y", "z"};
  const Domain ball = make_domain(make_ellipsoid({0, 0, 0}, {1, 1, 1}), {0, 1, 2}, {});
  const Region plane = on(ball, "z == 0.6", names);
  PointRule rule;
  rule.count = {200};
  const PointSet set = place_points(rule, plane, {}, names);
  for (std::ptrdiff_t q = 0; q < set.count; ++q) {
    EXPECT_EQ(set.coordinate(q, 2), 0.6);
    EXPECT_LE(std::hypot(set.coordinate(q, 0), set.coordinate(q, 1)), 0.8);
  }
  EXPECT_NEAR(set.measure(), 0.64 * pi, 0.02);
  EXPECT_NEAR(on(ball, "x == 0 and y == 0", names).measure(), 2, 1e-14);
  EXPECT_EQ(on(ball, "x == 0 and y == 0 and z == 0", names).patches[0].dimension(), 0);
}

TEST(ShapeSlice, OtherCurvesComeFromFiles) {
  const Domain disk = flat(make_ellipse({0, 0}, {1, 1}));
  expect_input_error([&] { on(disk, "x == y"); },
                     "an equality selects the parts of the boundary that lie on it or, of a "
                     "coordinate, what is inside; points on other curves come from a file, on = "
                     "\"interior\" with points = { file = ... }");
  expect_input_error(
      [&] {
        on(Domain(Box{{0, 0}, {1, 1}}), "x == y");
      },
      "points on other curves come from a file, on = \"interior\" with points = { file = ... }");
}

}  // namespace
}  // namespace engd::geometry
