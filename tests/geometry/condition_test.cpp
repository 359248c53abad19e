#include "geometry/condition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expect_input_error.h"
#include "geometry/points.h"

namespace engd::geometry {
namespace {

const Box square{{0, 0}, {1, 1}};
const std::vector<std::string> names{"x", "y"};

expr::Scope scope() {
  expr::Scope scope;
  scope.coordinates = names;
  scope.constants = {{"h", 0.5}};
  scope.space = {2, {0, 1}};
  return scope;
}

Region where(const std::string& text, const Box& box = square) {
  expr::Graph graph;  // gone before the region is used: it must not be referred to
  const expr::Condition condition = expr::parse_condition(graph, text, scope());
  return region_where(box, graph, condition, names);
}

TEST(Condition, Faces) {
  const Region left = where("x == 0");
  EXPECT_TRUE(left.has_normals());
  EXPECT_EQ(left.patches[0].normal_axis, 0);
  EXPECT_EQ(left.patches[0].normal_sign, -1);
  EXPECT_EQ(where("x == 0 or x == 1").measure(), 2);
  EXPECT_EQ(where("x == 0 or x == 1 or x == 0").patches.size(), 2u);
  EXPECT_EQ(where("(x == 0 or x == 1) and y < 0.25").measure(), 0.5);
  EXPECT_EQ(where("y == 1 and x > 0.5").measure(), 0.5);
  EXPECT_EQ(where("y == 0.5").patches[0].normal_sign, 1);  // towards greater y
  EXPECT_TRUE(where("y == 0.5").patches[0].slice);
  EXPECT_FALSE(where("y == 0").patches[0].slice);
  expect_input_error([] { where("x == 2"); }, "x == 2 lies outside the domain: x in [0, 1]");
  expect_input_error([] { where("x > 2"); }, "selects nothing");
}

TEST(Condition, LinearFormsAreBounds) {
  const struct {
    const char* text;
    double measure;
  } cases[] = {{"2*x < 1", 0.5},
               {"0.25 < x", 0.75},
               {"-x < -0.25", 0.75},
               {"1 - 2*x >= 0", 0.5},
               {"x/2 <= 0.125", 0.25},
               {"x + 0.5 > 3*x - 0.5", 0.5},
               {"h*x < h - 0.25", 0.5},
               {"(x - h)*2 > 0", 0.5},
               {"x < 1 and x > h", 0.5},
               {"not x < 0.75", 0.25},
               {"not (x < h or y < h)", 0.25},
               {"not (x < h and y < h)", 0.75},
               {"x < h or y < h", 0.75},
               {"x != h", 1}};
  for (const auto& c : cases) {
    const Region region = where(c.text);
    EXPECT_DOUBLE_EQ(region.measure(), c.measure) << c.text;
    EXPECT_FALSE(bool(region.keep)) << c.text;
  }
  EXPECT_EQ(where("3*x == 3").patches[0].normal_sign, 1);
  EXPECT_EQ(where("x == 3*0.1", {{0, 0}, {0.3, 1}}).patches[0].normal_sign, 1);
}

TEST(Condition, OtherFormulasKeepPoints) {
  const Region disc = where("x^2 + y^2 < 1");
  ASSERT_TRUE(bool(disc.keep));
  const PointSet set = place_points({PointRule::Kind::sobol, {4096}, "", 0}, disc, {}, names);
  EXPECT_EQ(set.count, 4096);
  EXPECT_NEAR(set.measure(), std::numbers::pi / 4, 5e-3);
  const Region outside = where("not x^2 + y^2 < 1");
  EXPECT_FALSE(outside.keep(std::vector{0.5, 0.5}));
  EXPECT_TRUE(outside.keep(std::vector{0.9, 0.9}));
  EXPECT_TRUE(where("x < y").keep(std::vector{0.2, 0.3}));
  EXPECT_FALSE(where("x < y").keep(std::vector{0.3, 0.2}));
  EXPECT_EQ(where("x == 0 and sin(y) > 0.2").measure(), 1);
}

TEST(Condition, FormulaEqualities) {
  const Region ends = where("x*(1 - x) == 0");
  EXPECT_EQ(ends.patches.size(), 2u);
  EXPECT_TRUE(ends.has_normals());
  EXPECT_EQ(where("abs(x - 0.5) == 0.5 and y < 0.5").measure(), 1);
  EXPECT_EQ(where("x*(1 - x)*y*(1 - y) == 0").patches.size(), 4u);
  expect_input_error([] { where("x == y"); }, "selects nothing");
}

TEST(Condition, WithinAPart) {
  expr::Graph graph;
  const expr::Condition condition = expr::parse_condition(graph, "x < 0.5", scope());
  const Region half = region_where(square, boundary_of(square), graph, condition, names);
  EXPECT_EQ(half.measure(), 2);
  EXPECT_TRUE(half.has_normals());
}

// The parser refuses these; a condition that a program builds is checked as well.
TEST(Condition, CoordinatesAlone) {
  expr::Graph graph;
  for (const expr::Node leaf : {graph.jet(expr::value_of(0)), graph.normal(1)}) {
    const expr::Condition condition{
        expr::Condition::Kind::less, graph.coordinate(0), graph.multiply(leaf, leaf), {}};
    expect_input_error([&] { region_where(square, graph, condition, names); },
                       "may depend on the coordinates alone");
  }
}

TEST(Condition, Mistakes) {
  expect_input_error([] { where("1 < 2"); }, "does not depend on any coordinate");
  expect_input_error([] { where("x + h < x"); }, "does not depend on any coordinate");
  std::string many = "(x < 0.1 or y < 0.1)";
  for (int k = 0; k < 10; ++k) many += " and (x < 0.1 or y < 0.1)";
  expect_input_error([&] { where(many); }, "more than 1024 alternatives");
  std::string list = "x == 0";
  for (int k = 0; k < 1024; ++k) list += " or x == 0";
  expect_input_error([&] { where(list); }, "more than 1024 alternatives");
}

}  // namespace
}  // namespace engd::geometry
