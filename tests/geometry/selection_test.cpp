#include "geometry/selection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_input_error.h"

namespace engd::geometry {
namespace {

using enum Relation;

const Box square{{0, 0}, {1, 1}};
const std::vector<std::string> names{"x", "y"};

Conjunction all(std::vector<AxisConstraint> axes) {
  return {std::move(axes), {}};
}
Region where(const Selection& selection) {
  return select(square, names, selection);
}

TEST(Selection, BoundGivesTheFace) {
  for (int axis : {0, 1})
    for (double value : {0.0, 1.0}) {
      const Region region = where({all({{axis, equal, value}})});
      ASSERT_EQ(region.patches.size(), 1u);
      EXPECT_EQ(region.patches[0].normal_axis, axis);
      EXPECT_EQ(region.patches[0].normal_sign, value == 0 ? -1 : 1);
      EXPECT_EQ(region.measure(), 1);
      EXPECT_FALSE(bool(region.keep));
    }
}

TEST(Selection, InsideGivesASliceWhoseNormalPointsUp) {
  const Region region = where({all({{0, equal, 0.25}})});
  ASSERT_EQ(region.patches.size(), 1u);
  EXPECT_TRUE(region.patches[0].slice);
  EXPECT_EQ(region.patches[0].normal_axis, 0);
  EXPECT_EQ(region.patches[0].normal_sign, 1);
  EXPECT_EQ(region.patches[0].lower[0], 0.25);
  EXPECT_EQ(region.measure(), 1);
}

TEST(Selection, OutsideIsAMistake) {
  expect_input_error(
      [] {
        where({all({{0, equal, 0}}), all({{1, equal, 1.5}})});
      },
      "y == 1.5 lies outside the domain: x in [0, 1], y in [0, 1]");
  expect_input_error([] { where({all({{0, equal, -1e-3}})}); }, "outside");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_input_error([&] { where({all({{0, less, nan}})}); }, "x is compared with nan");
}

TEST(Selection, RoundOffInABoundIsForgiven) {
  const Box box{{0}, {0.3}};
  const Region region = select(box, {"x"}, {all({{0, equal, 3 * 0.1}})});
  EXPECT_EQ(region.patches[0].lower[0], 0.3);
  EXPECT_EQ(region.patches[0].normal_sign, 1);
}

TEST(Selection, Alternatives) {
  const Region region = where({all({{0, equal, 0}}), all({{0, equal, 1}}), all({{0, equal, 0}})});
  EXPECT_EQ(region.patches.size(), 2u);
  EXPECT_EQ(region.measure(), 2);
  EXPECT_TRUE(region.has_normals());
}

TEST(Selection, PartOfAFaceIsExact) {
  const Region region = where({all({{1, equal, 1}, {0, greater, 0.75}})});
  ASSERT_EQ(region.patches.size(), 1u);
  EXPECT_EQ(region.patches[0].lower[0], 0.75);
  EXPECT_EQ(region.measure(), 0.25);
  EXPECT_EQ(region.patches[0].normal_axis, 1);
  // The order of the constraints does not matter.
  EXPECT_EQ(where({all({{0, greater, 0.75}, {1, equal, 1}})}).measure(), 0.25);
}

TEST(Selection, InequalitiesGiveASubBox) {
  EXPECT_EQ(where({all({{0, less, 0.5}})}).measure(), 0.5);
  EXPECT_EQ(where({all({{0, less_equal, 0.5}, {1, greater_equal, 0.25}})}).measure(), 0.375);
  EXPECT_EQ(where({all({{0, not_equal, 0.5}})}).measure(), 1);
  EXPECT_EQ(where({all({{0, less, 7}})}).measure(), 1);
  // x < 1/2 or y < 1/2: the common quarter counts once.
  EXPECT_EQ(where({all({{0, less, 0.5}}), all({{1, less, 0.5}})}).measure(), 0.75);
}

TEST(Selection, CornersAndEdgesHaveNoNormal) {
  const Region corner = where({all({{0, equal, 0}, {1, equal, 1}})});
  EXPECT_EQ(corner.patches[0].dimension(), 0);
  EXPECT_FALSE(corner.has_normals());
  EXPECT_EQ(corner.measure(), 1);
}

TEST(Selection, NothingIsAMistake) {
  for (const Conjunction& empty :
       {all({{0, greater, 2}}), all({{0, less, 0}}), all({{0, less_equal, 0}}),
        all({{0, equal, 0}, {0, equal, 1}}), all({{0, equal, 0}, {0, greater, 0}}),
        all({{0, less, 0.2}, {0, greater, 0.4}}), all({{0, equal, 0.1}, {0, greater, 0.4}}),
        all({{0, greater, 0.4}, {0, equal, 0.1}})})
    expect_input_error([&] { where({empty}); },
                       "selects nothing of the domain: x in [0, 1], y in [0, 1]");
  // On the face itself a bound that includes it holds.
  EXPECT_EQ(where({all({{0, equal, 0}, {0, less_equal, 0}})}).measure(), 1);
}

TEST(Selection, AlternativesOfDifferentDimension) {
  expect_input_error(
      [] {
        where({all({{0, equal, 0}}), all({{1, less, 0.5}})});
      },
      "pieces of dimension 1 and 2");
}

const FormulaConstraint in_disc{
    [](std::span<const double> x) { return x[0] * x[0] + x[1] * x[1] - 0.25; }, less};

TEST(Selection, FormulasKeepPoints) {
  const Region disc = where({{{}, {in_disc}}});
  EXPECT_EQ(disc.measure(), 1);
  EXPECT_TRUE(disc.keep(std::vector{0.3, 0.3}));
  EXPECT_FALSE(disc.keep(std::vector{0.4, 0.4}));
  const Region side = where({{{{0, equal, 0}}, {in_disc}}});
  EXPECT_TRUE(side.has_normals());
  EXPECT_TRUE(side.keep(std::vector{0.0, 0.49}));
  EXPECT_FALSE(side.keep(std::vector{0.0, 0.51}));
  // Only the alternative with the formula excludes points.
  const Region mixed = where({{{{0, equal, 0}}, {in_disc}}, all({{0, equal, 1}})});
  EXPECT_EQ(mixed.measure(), 2);
  EXPECT_FALSE(mixed.keep(std::vector{0.0, 0.51}));
  EXPECT_TRUE(mixed.keep(std::vector{1.0, 0.51}));
  const FormulaConstraint undefined{[](std::span<const double>) { return std::nan(""); }, less};
  EXPECT_FALSE(where({{{}, {undefined}}}).keep(std::vector{0.5, 0.5}));
}

TEST(Selection, FormulaEqualitySelectsWholeFaces) {
  const FormulaConstraint ends{[](std::span<const double> x) { return x[0] * (1 - x[0]); }, equal};
  const Region region = where({{{}, {ends}}});
  EXPECT_EQ(region.patches.size(), 2u);
  EXPECT_TRUE(region.has_normals());
  EXPECT_EQ(region.measure(), 2);
  EXPECT_FALSE(bool(region.keep));
  for (const Patch& patch : region.patches) EXPECT_EQ(patch.normal_axis, 0);
  const FormulaConstraint diagonal{[](std::span<const double> x) { return x[0] - x[1]; }, equal};
  expect_input_error([&] { where({{{}, {diagonal}}}); }, "selects nothing");
  // With an inequality of another formula beside it, both are asked at the points.
  const Region part = where({{{}, {ends, in_disc}}});
  EXPECT_TRUE(part.keep(std::vector{0.0, 0.4}));
  EXPECT_FALSE(part.keep(std::vector{0.0, 0.6}));
}

TEST(Selection, WithinAPart) {
  const auto within = [](const Region& part, const Selection& selection) {
    return select_within(square, names, part, selection);
  };
  const Region boundary = boundary_of(square);
  const Region half = within(boundary, {all({{0, less, 0.5}})});  // left, half of bottom and top
  EXPECT_EQ(half.measure(), 2);
  EXPECT_EQ(half.patches.size(), 3u);
  EXPECT_TRUE(half.has_normals());
  const Region left = within(boundary, {all({{0, equal, 0}})});
  ASSERT_EQ(left.patches.size(), 1u);
  EXPECT_EQ(left.patches[0].normal_axis, 0);
  const Region two_points = within(boundary, {all({{0, equal, 0.5}})});
  EXPECT_EQ(two_points.patches.size(), 2u);
  EXPECT_EQ(two_points.measure(), 2);
  EXPECT_FALSE(two_points.has_normals());
  Region disc = interior_of(square);
  disc.keep = [](std::span<const double> x) { return in_disc.difference(x) < 0; };
  const FormulaConstraint upper{[](std::span<const double> x) { return x[1] - x[0]; }, greater};
  const Region both = within(disc, {{{}, {upper}}});
  EXPECT_TRUE(both.keep(std::vector{0.1, 0.2}));
  EXPECT_FALSE(both.keep(std::vector{0.2, 0.1}));
  EXPECT_FALSE(both.keep(std::vector{0.5, 0.6}));
}

}  // namespace
}  // namespace engd::geometry
