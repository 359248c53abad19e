#include "geometry/points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expect_input_error.h"
#include "geometry/parts.h"
#include "geometry/patches.h"
#include "geometry/selection.h"

namespace engd::geometry {
namespace {

using Kind = PointRule::Kind;
constexpr Kind kinds[] = {Kind::grid,   Kind::trapezoid, Kind::gauss,
                          Kind::random, Kind::sobol,     Kind::halton};

std::vector<Region> regions() {
  const Box line{{-1}, {2}}, rectangle{{0, 1}, {0.3, 4}}, solid{{0, -1, 2}, {1, 1, 2.5}};
  const std::vector<std::string> names{"x", "y", "z"};
  std::vector<Region> list;
  for (const Box& box : {line, rectangle, solid}) {
    list.push_back(interior_of(box));
    list.push_back(boundary_of(box));
    list.push_back(face_of(box, 0, true));
  }
  list.push_back(*part_of(rectangle, {"x", "y"}, "boundary.y"));
  using enum Relation;
  list.push_back(select(rectangle, {"x", "y"}, {{{{1, equal, 2}}, {}}}));
  list.push_back(select(rectangle, {"x", "y"}, {{{{1, equal, 4}, {0, less, 0.1}}, {}}}));
  list.push_back(select(solid, names, {{{{0, less, 0.5}}, {}}, {{{1, greater, 0}}, {}}}));
  list.push_back(select(solid, names, {{{{0, equal, 0}, {1, equal, 1}}, {}}}));
  list.push_back(select(solid, names, {{{{0, equal, 0}, {1, equal, 1}, {2, equal, 2}}, {}}}));
  list.push_back(merge(std::vector{face_of(solid, 0, true), face_of(solid, 2, false)}));
  return list;
}

// For every rule on every kind of region the weights add up to the measure, to round-off; points
// lie on the region; normals are unit vectors and there where the region has them.
TEST(Points, WeightsAddUpToTheMeasure) {
  for (const Region& region : regions())
    for (Kind kind : kinds) {
      const PointSet set = place_points({kind, {9}, "", 0}, region, {3, 1, 0}, {});
      EXPECT_EQ(set.count, point_count({kind, {9}, "", 0}, region));
      EXPECT_EQ(set.dimension, region.space_dimension);
      EXPECT_EQ(set.weights.size(), static_cast<std::size_t>(set.count));
      EXPECT_EQ(set.coordinates.size(), static_cast<std::size_t>(set.count * set.dimension));
      EXPECT_NEAR(set.measure(), region.measure(), 1e-14 * region.measure()) << to_string(kind);
      EXPECT_EQ(set.normals.size(), region.has_normals() ? set.coordinates.size() : 0u);
      for (std::ptrdiff_t q = 0; q < set.count; ++q) {
        std::vector<double> point;
        double squares = 0;
        for (int j = 0; j < set.dimension; ++j) {
          point.push_back(set.coordinate(q, j));
          if (!set.normals.empty())
            squares += std::pow(set.normals[static_cast<std::size_t>(j * set.count + q)], 2);
        }
        EXPECT_EQ(squares, region.has_normals() ? 1 : 0);
        bool found = false;
        for (const Patch& patch : region.patches) found = found || contains(patch, point);
        EXPECT_TRUE(found) << to_string(kind);
      }
    }
}

TEST(Points, RegionsWithoutPlaceOrMeasure) {
  const auto place = [](const Region& region) {
    place_points({Kind::random, {3}, "", 0}, region, {}, {});
  };
  expect_input_error([&] { place({2, {}, {}}); }, "the region is empty");
  Region mixed = interior_of({{0, 0}, {1, 1}});
  mixed.patches.push_back(face_of({{0, 0}, {1, 1}}, 0, true).patches[0]);
  expect_input_error([&] { place(mixed); }, "pieces of dimension 2 and 1");
  for (double length : {1e-4, 1e4}) {
    const Box box{std::vector<double>(100, 0.0), std::vector<double>(100, length)};
    expect_input_error([&] { place(interior_of(box)); }, "scale the coordinates");
  }
}

TEST(Points, FinerRules) {
  const auto count = [](Kind kind, std::vector<int> n, int d, double factor) {
    return finer({kind, std::move(n), "", 0}, d, factor).count;
  };
  EXPECT_EQ(count(Kind::grid, {30}, 2, 10), std::vector<int>{95});  // 95^2 >= 9000 > 94^2
  EXPECT_EQ(count(Kind::gauss, {4, 8}, 2, 9), (std::vector<int>{12, 24}));
  EXPECT_EQ(count(Kind::trapezoid, {20000}, 1, 10), std::vector<int>{200000});
  EXPECT_EQ(count(Kind::grid, {5}, 3, 8), std::vector<int>{10});
  for (Kind kind : {Kind::random, Kind::sobol, Kind::halton})
    EXPECT_EQ(count(kind, {3000}, 5, 10), std::vector<int>{30000});
  EXPECT_EQ(count(Kind::random, {2000000000}, 5, 10),
            std::vector<int>{std::numeric_limits<int>::max()});
  const PointRule file = finer({Kind::file, {30}, "points.csv", 4}, 2, 10);
  EXPECT_EQ(file.file, "points.csv");
  EXPECT_EQ(file.count, std::vector<int>{30});
  EXPECT_EQ(file.resample, 4);
  EXPECT_FALSE(point_count(file, interior_of({{0}, {1}})));
}

TEST(Points, GiveValuesToTheLeavesThatAreTheirs) {
  using expr::Leaf;
  const PointSet points{2, 3, {1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}, {}, {13, 14, 15}};
  EXPECT_EQ(points.values_of(Leaf::of(Leaf::Kind::coordinate, 1))[0], 4);
  EXPECT_EQ(points.values_of(Leaf::of(Leaf::Kind::normal, 1))[2], 12);
  EXPECT_EQ(points.values_of(Leaf::of(Leaf::Kind::measured, 0))[1], 14);
  for (const Leaf::Kind kind : {Leaf::Kind::data, Leaf::Kind::field, Leaf::Kind::coefficient,
                                Leaf::Kind::jet, Leaf::Kind::increment})
    EXPECT_THROW(points.values_of(Leaf::of(kind, 0)), std::logic_error) << expr::kind_name(kind);
}

TEST(Points, RulesHaveNames) {
  std::string names;
  for (Kind kind : kinds) names += std::string(to_string(kind)) + ' ';
  EXPECT_EQ(names + to_string(Kind::file), "grid trapezoid gauss random sobol halton file");
}

TEST(PointSetTest, SomeOfItsPoints) {
  PointSet set;
  set.dimension = 2;
  set.count = 3;
  set.coordinates = {1, 2, 3, 10, 20, 30};
  set.weights = {0.1, 0.2, 0.3};
  EXPECT_EQ(set.point(1), (std::vector<double>{2, 20}));
  const PointSet some = set.chosen({2, 0});
  EXPECT_EQ(some.count, 2);
  EXPECT_EQ(some.coordinates, (std::vector<double>{3, 1, 30, 10}));
  EXPECT_EQ(some.weights, (std::vector<double>{0.3, 0.1}));
}

}  // namespace
}  // namespace engd::geometry
