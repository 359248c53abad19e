// `on = "..."` for shapes: equalities name pieces of the boundary, inequalities cut them.
#include <gtest/gtest.h>

#include <cmath>

#include "expect_input_error.h"
#include "integrals.h"
#include "on_domain.h"

namespace engd::geometry {
namespace {

const std::vector<std::string> xyt{"x", "y", "t"};
const Domain disk = make_domain(make_ellipse({0, 0}, {1, 1}), {0, 1}, {});
const Domain triangle = make_domain(make_polygon({{0, 0}, {3, 0}, {0, 4}}), {0, 1}, {});
const Domain moving = make_domain(make_ellipse({0, 0}, {1, 1}), {0, 1}, {{0}, {2}});

TEST(ShapeConditions, EqualitiesSelectPieces) {
  EXPECT_NEAR(on(triangle, "x == 0").measure(), 4, 1e-14);
  EXPECT_NEAR(on(triangle, "4*x + 3*y == 12").measure(), 5, 1e-14);
  EXPECT_NEAR(on(triangle, "x == 0 or y == 0").measure(), 7, 1e-14);
  EXPECT_NEAR(on(disk, "x^2 + y^2 == 1").measure(), 2 * pi, 1e-13);
  EXPECT_TRUE(on(triangle, "y == 0").has_normals());
  EXPECT_NEAR(on(triangle, "x == 0 and y > 1").measure(), 3, 1e-13);
}

TEST(ShapeConditions, CurvesAreCutExactly) {
  EXPECT_NEAR(on(disk, "boundary and x > 0.5").measure(), 2 * pi / 3, 1e-13);
  EXPECT_NEAR(on(disk, "boundary and x + y > 0").measure(), pi, 1e-13);
  EXPECT_NEAR(on(disk, "boundary and (x > 0.5 or x < -0.5)").measure(), 4 * pi / 3, 1e-13);
  EXPECT_NEAR(on(disk, "boundary and (x > 0 or y > 0)").measure(), 1.5 * pi, 1e-13);
  EXPECT_NEAR(on(disk, "boundary and x*y > 0").measure(), pi, 1e-13);
  const Region arc = on(disk, "boundary and x > 0.5");
  const PointSet set = gauss_points(arc, 12);
  EXPECT_EQ(set.count, 2 * 8);  // a third of the circle, in two pieces about x = 1
  // The integral of x over the arc |phi| < pi/3 is 2 sin(pi/3).
  EXPECT_NEAR(integral(set, [](const auto& x) { return x[0]; }), std::sqrt(3), 1e-12);
}

TEST(ShapeConditions, InsideByPoints) {
  const Region half = on(disk, "x > 0");
  ASSERT_TRUE(bool(half.keep));
  const PointSet set = scattered_points(half, 4096);
  EXPECT_EQ(set.count, 4096);
  EXPECT_NEAR(set.measure(), pi / 2, 1e-2);
  const Region ring = on(disk, "interior and x^2 + y^2 > 0.25");
  EXPECT_NEAR(scattered_points(ring, 4096).measure(), 0.75 * pi, 1e-2);
  EXPECT_NEAR(gauss_points(ring, 40).measure(), 0.75 * pi, 0.1);
}

TEST(ShapeConditions, Time) {
  const Region start = on(moving, "t == 0", xyt), middle = on(moving, "t == 1", xyt);
  EXPECT_NEAR(start.measure(), pi, 1e-14);
  EXPECT_EQ(start.patches[0].normal_axis, 2);
  EXPECT_NEAR(middle.measure(), pi, 1e-14);
  EXPECT_TRUE(middle.patches[0].slice);
  EXPECT_NEAR(on(moving, "t < 0.5", xyt).measure(), pi / 2, 1e-14);
  EXPECT_NEAR(on(moving, "lateral and t < 0.5", xyt).measure(), pi, 1e-13);
  EXPECT_NEAR(on(moving, "lateral and t < 0.5 and x > 0", xyt).measure(), pi / 2, 1e-12);
  EXPECT_NEAR(on(moving, "x^2 + y^2 == 1", xyt).measure(), 4 * pi, 1e-13);
  EXPECT_NEAR(on(moving, "boundary and t == 0", xyt).measure(), pi, 1e-13);
  // Where space and time are mixed, points are asked.
  const Region mixed = on(moving, "lateral and x > t - 1", xyt);
  EXPECT_NEAR(scattered_points(mixed, 8192).measure(), 2 * pi, 2e-2);
}

TEST(ShapeConditions, Mistakes) {
  expect_input_error([] { on(disk, "boundary.left"); },
                     "unknown part 'boundary.left' of the domain; known: interior, boundary, or a");
  expect_input_error([] { on(disk, "boundary.hole and x > 0"); }, "unknown part 'boundary.hole'");
  expect_input_error(
      [] { on(disk, "x == y"); },
      "the condition selects nothing of the domain: disk of radius 1 around (0, 0); an "
      "equality selects the parts of the boundary that lie on it");
  expect_input_error([] { on(disk, "x == 5"); },
                     "x == 5 lies outside the domain: disk of radius 1");
  expect_input_error([] { on(triangle, "boundary and x < -1"); }, "selects nothing");
  expect_input_error([] { scattered_points(on(disk, "x^2 + y^2 < 1e-6"), 100); },
                     "the condition keeps");
}

}  // namespace
}  // namespace engd::geometry
