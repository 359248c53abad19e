#include "geometry/parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

const Box box{{0, 10, 20}, {1, 12, 23}};
const std::vector<std::string> names{"t", "x", "y"};

TEST(Parts, FacesByName) {
  const struct {
    const char* name;
    int axis;
    double sign;
  } faces[] = {{"boundary.left", 0, -1},
               {"boundary.right", 0, 1},
               {"boundary.bottom", 1, -1},
               {"boundary.top", 1, 1},
               {"boundary.front", 2, -1},
               {"boundary.back", 2, 1},
               {"boundary.t.min", 0, -1},
               {"boundary.x.max", 1, 1},
               {"boundary.y.min", 2, -1},
               {"initial", 0, -1},
               {"final", 0, 1}};
  for (const auto& expected : faces) {
    const auto region = part_of(box, names, expected.name);
    ASSERT_TRUE(region) << expected.name;
    ASSERT_EQ(region->patches.size(), 1u);
    EXPECT_EQ(region->patches[0].normal_axis, expected.axis) << expected.name;
    EXPECT_EQ(region->patches[0].normal_sign, expected.sign) << expected.name;
  }
}

TEST(Parts, WholeSets) {
  EXPECT_EQ(part_of(box, names, "interior")->measure(), 6);
  EXPECT_EQ(part_of(box, names, "boundary")->patches.size(), 6u);
  const auto both = part_of(box, names, "boundary.x");
  ASSERT_EQ(both->patches.size(), 2u);
  EXPECT_EQ(both->patches[0].lower[1], 10);
  EXPECT_EQ(both->patches[1].lower[1], 12);
}

TEST(Parts, UnknownNames) {
  for (const char* name : {"", "inside", "boundary.", "boundary.z", "boundary.x.mid", "left",
                           "boundary.left.min", "Boundary", "boundary.x.min "})
    EXPECT_FALSE(part_of(box, names, name)) << name;
  // Neither a time nor a third coordinate here.
  for (const char* name : {"initial", "final", "boundary.front", "boundary.back", "boundary.t"})
    EXPECT_FALSE(part_of(Box{{0, 0}, {1, 1}}, {"x", "y"}, name)) << name;
  EXPECT_FALSE(part_of(Box{{0}, {1}}, {"x"}, "boundary.top"));
}

TEST(Parts, EveryListedNameIsKnown) {
  for (std::size_t d = 1; d <= 3; ++d) {
    const Box part_box{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
    const std::vector<std::string> some(names.begin(),
                                        names.begin() + static_cast<std::ptrdiff_t>(d));
    const auto listed = part_names(part_box, some);
    EXPECT_EQ(listed.size(),
              2 + 2 * d + 3 * d + 2 + (d > 1 ? 1 : 0));  // lateral has no points in 1-D
    for (const std::string& name : listed) EXPECT_TRUE(part_of(part_box, some, name)) << name;
  }
  const auto listed = part_names(Box{{0, 0}, {1, 1}}, {"x", "y"});
  EXPECT_EQ(std::ranges::count(listed, "initial"), 0);
}

TEST(Parts, BadBoxNamesTheCoordinate) {
  expect_input_error([] { part_of(Box{{0, 3}, {1, 2}}, {"x", "y"}, "interior"); }, "y in [3, 2]");
}

}  // namespace
}  // namespace engd::geometry
