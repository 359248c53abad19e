#include "geometry/on.h"

#include <gtest/gtest.h>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

Region on(std::string_view text, const std::vector<std::string>& names = {"x", "y"}) {
  expr::Graph graph;
  expr::Scope scope;
  scope.coordinates = names;
  scope.space.dimension = static_cast<int>(names.size());
  const Box box{std::vector<double>(names.size(), 0.0), std::vector<double>(names.size(), 1.0)};
  return region_on(box, text, graph, scope);
}

TEST(On, PartsAndConditions) {
  EXPECT_EQ(on("interior").patches[0].dimension(), 2);
  EXPECT_EQ(on(" boundary.left ").patches[0].normal_axis, 0);
  EXPECT_EQ(on("y == 1").patches[0].normal_axis, 1);
  EXPECT_EQ(on("x < 0.5 and y < 0.5").measure(), 0.25);
}

TEST(On, ConditionWithinAPart) {
  EXPECT_EQ(on("boundary and x < 0.5").measure(), 2);
  EXPECT_EQ(on("boundary and x < 0.5 and y < 0.5").measure(), 1);
  EXPECT_EQ(on("boundary.y and(x < 0.25 or x > 0.75)").measure(), 1);
  EXPECT_EQ(on("interior and ((x < 0.25) or (x > 0.75))").measure(), 0.5);
  expect_input_error([] { on("boundary and x < 0.25 or x > 0.75"); },
                     "\"boundary and (x < 0.25 or x > 0.75)\"");
  expect_input_error([] { on("boundary and (x < 0.25) or (x > 0.75)"); }, "in parentheses");
}

TEST(On, UnknownParts) {
  expect_input_error([] { on("inside"); }, "unknown part 'inside' of the domain; known: interior,");
  expect_input_error([] { on("boundary.z and x < 1"); }, "unknown part 'boundary.z'");
  expect_input_error([] { on("  "); }, "unknown part ''");
  std::vector<std::string> many;
  for (int j = 1; j <= 100; ++j) many.push_back(std::string("x").append(std::to_string(j)));
  expect_input_error([&] { on("inside", many); }, ", ..., or a condition such as \"x1 == 0\"");
}

TEST(On, OffsetsAreInTheWholeText) {
  const std::string text = "  boundary and x < zz";
  try {
    on(text);
    ADD_FAILURE() << "zz is not known";
  } catch (const expr::FormulaError& error) {
    EXPECT_EQ(text.substr(error.offset, error.length), "zz");
  }
}

}  // namespace
}  // namespace engd::geometry
