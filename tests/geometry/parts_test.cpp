#include "geometry/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

/// A box with a coordinate that is the time; -1: none is.
Domain box_in_time(Box box, int time) {
  Domain domain(std::move(box));
  domain.time = time;
  return domain;
}

const Domain box = box_in_time({{0, 10, 20}, {1, 12, 23}}, 0);
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
    const Domain part_box =
        box_in_time({std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)}, 0);
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

TEST(Parts, TheTimeMayHaveAnyName) {
  const std::vector<std::string> tau{"x", "tau"};
  const Domain domain = box_in_time({{0, 2}, {1, 5}}, 1);
  EXPECT_EQ(part_of(domain, tau, "initial")->patches[0].lower[1], 2);
  EXPECT_EQ(part_of(domain, tau, "final")->patches[0].lower[1], 5);
  EXPECT_EQ(part_of(domain, tau, "lateral")->measure(), 6);
  // A coordinate t that is not the time has faces like the others.
  EXPECT_FALSE(part_of(box_in_time({{0, 2}, {1, 5}}, -1), {"x", "t"}, "initial"));
}

/// An interval of the one coordinate of space, at all times.
TEST(Parts, AnIntervalInside) {
  const std::vector<std::string> xt{"x", "t"};
  Domain domain = box_in_time({{0, 0}, {1, 2}}, 1);
  domain.subdomains["core"] = std::make_shared<Domain>(box_in_time({{0.25, 0}, {0.5, 2}}, 1));
  EXPECT_EQ(part_of(domain, xt, "inside.core")->measure(), 0.5);
  const auto outside = part_of(domain, xt, "outside.core");
  EXPECT_EQ(outside->measure(), 1.5);  // exactly: two pieces, no points left out
  EXPECT_FALSE(outside->keep);
  const auto interface = part_of(domain, xt, "interface.core");
  ASSERT_EQ(interface->patches.size(), 2u);
  for (const Patch& end : interface->patches)  // normals point outward of the interval
    EXPECT_EQ(end.normal_sign, end.lower[0] == 0.25 ? -1 : 1);
  EXPECT_EQ(part_of(domain, xt, "interface.core.left")->patches[0].lower[0], 0.25);
  EXPECT_EQ(part_of(domain, xt, "interface.core.right")->patches[0].lower[0], 0.5);
  EXPECT_FALSE(part_of(domain, xt, "interface.core.top"));
  for (const std::string& name : part_names(domain, xt))
    EXPECT_TRUE(part_of(domain, xt, name)) << name;
}

TEST(Parts, AnIntervalAtTheEndOfTheDomain) {
  Domain domain = box_in_time({{0}, {1}}, -1);
  domain.subdomains["core"] = std::make_shared<Domain>(box_in_time({{0}, {0.5}}, -1));
  const auto outside = part_of(domain, {"x"}, "outside.core");
  ASSERT_EQ(outside->patches.size(), 1u);
  EXPECT_EQ(outside->patches[0].lower[0], 0.5);
  const auto interface = part_of(domain, {"x"}, "interface.core");  // with what is outside
  ASSERT_EQ(interface->patches.size(), 1u);
  EXPECT_EQ(interface->patches[0].lower[0], 0.5);
  EXPECT_FALSE(part_of(domain, {"x"}, "interface.core.left"));
}

/// A rectangle that has three of its sides in common with the domain.
TEST(Parts, AnInterfaceHasAnotherSide) {
  Domain domain = box_in_time({{0, 0, 0}, {2, 1, 3}}, 2);
  domain.subdomains["left"] =
      std::make_shared<Domain>(make_domain(make_box(Box{{0, 0}, {0.5, 1}}), {0, 1}, Box{{0}, {3}}));
  const std::vector<std::string> xyt{"x", "y", "t"};
  const auto interface = part_of(domain, xyt, "interface.left");
  ASSERT_EQ(interface->patches.size(), 1u);
  EXPECT_EQ(interface->patches[0].chart->name, "right");
  EXPECT_EQ(interface->measure(), 3);
  EXPECT_FALSE(part_of(domain, xyt, "interface.left.top"));
  for (const std::string& name : part_names(domain, xyt))
    EXPECT_TRUE(part_of(domain, xyt, name)) << name;
  domain.subdomains["all"] =
      std::make_shared<Domain>(make_domain(make_box(Box{{0, 0}, {2, 1}}), {0, 1}, Box{{0}, {3}}));
  EXPECT_FALSE(part_of(domain, xyt, "interface.all"));
  for (const std::string& name : part_names(domain, xyt)) EXPECT_NE(name, "interface.all");
  // The faces of a periodic coordinate are no boundary.
  domain.periodic = {1};
  EXPECT_EQ(part_of(domain, xyt, "interface.left")->patches.size(), 3u);
}

TEST(Parts, BadBoxNamesTheCoordinate) {
  expect_input_error([] { part_of(Box{{0, 3}, {1, 2}}, {"x", "y"}, "interior"); }, "y in [3, 2]");
}

}  // namespace
}  // namespace engd::geometry
