#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>

#include "expect_input_error.h"
#include "geometry/parts.h"
#include "geometry/points.h"

namespace engd::geometry {
namespace {

using Kind = PointRule::Kind;
using Function = std::function<double(std::span<const double>)>;

const Box square{{0, 0}, {1, 1}};

PointSet place(Kind kind, std::vector<int> count, const Region& region) {
  return place_points({kind, std::move(count), "", 0}, region, {}, {});
}

double integral(const PointSet& set, const Function& f) {
  double sum = 0;
  std::vector<double> point(static_cast<std::size_t>(set.dimension));
  for (std::ptrdiff_t q = 0; q < set.count; ++q) {
    for (int j = 0; j < set.dimension; ++j)
      point[static_cast<std::size_t>(j)] = set.coordinate(q, j);
    sum += set.weights[static_cast<std::size_t>(q)] * f(point);
  }
  return sum;
}

/// Point lists of the paper's own code: "NAME COUNT", then a line of two coordinates a point.
std::map<std::string, std::vector<std::array<double, 2>>> reference_points() {
  std::ifstream file(ENGD_SOURCE_DIR "/tests/geometry/data/reference_points.txt");
  std::map<std::string, std::vector<std::array<double, 2>>> lists;
  std::string name;
  std::size_t count = 0;
  while (file >> name >> count)
    for (std::size_t q = 0; q < count; ++q) {
      std::array<double, 2> p{};
      file >> p[0] >> p[1];
      lists[name].push_back(p);
    }
  return lists;
}

TEST(Grid, AgreesWithThePapersPoints) {
  const auto lists = reference_points();
  const std::vector<std::string> time_space{"t", "x"};
  const struct {
    const char* name;
    Region region;
    int n;
    std::ptrdiff_t count;
  } cases[] = {{"poisson2d.interior", interior_of(square), 28, 784},
               {"poisson2d.boundary", boundary_of(square), 29, 116},
               {"heat.initial", *part_of(square, time_space, "boundary.t.min"), 29, 29},
               {"heat.rboundary", *part_of(square, time_space, "boundary.x.min"), 29, 29},
               {"heat.lboundary", *part_of(square, time_space, "boundary.x.max"), 29, 29}};
  for (const auto& c : cases) {
    const PointSet set = place(Kind::grid, {c.n}, c.region);
    const auto& expected = lists.at(c.name);
    ASSERT_EQ(set.count, c.count) << c.name;
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(c.count)) << c.name;
    for (std::ptrdiff_t q = 0; q < set.count; ++q) {
      for (int j : {0, 1})
        EXPECT_NEAR(set.coordinate(q, j),
                    expected[static_cast<std::size_t>(q)][static_cast<std::size_t>(j)], 1e-15)
            << c.name << ' ' << q;
      EXPECT_DOUBLE_EQ(set.weights[static_cast<std::size_t>(q)],
                       c.region.measure() / static_cast<double>(c.count));
    }
  }
}

TEST(Grid, SidesOfARectangleKeepTheirMeasure) {
  const PointSet set = place(Kind::grid, {4, 5}, boundary_of({{0, 0}, {2, 10}}));
  EXPECT_EQ(set.count, 4 + 5 + 4 + 5);
  EXPECT_EQ(set.weights.front(), 0.5);  // bottom: 2 / 4
  EXPECT_EQ(set.weights.back(), 2);     // left: 10 / 5
  // Divergence theorem for (x, y), constant on each side: flux 2 |box|.
  double flux = 0;
  for (std::ptrdiff_t q = 0; q < set.count; ++q)
    for (int j : {0, 1})
      flux += set.weights[static_cast<std::size_t>(q)] * set.coordinate(q, j) *
              set.normals[static_cast<std::size_t>(j * set.count + q)];
  EXPECT_NEAR(flux, 40, 1e-13);
}

TEST(Grid, LastCoordinateIsFastestAndCountsAreByAxis) {
  const PointSet set = place(Kind::grid, {1, 2, 3}, interior_of({{0, 0, 0}, {2, 3, 4}}));
  ASSERT_EQ(set.count, 6);
  EXPECT_TRUE(set.normals.empty());
  const double expected[6][3] = {{1, 1, 1}, {1, 1, 2}, {1, 1, 3}, {1, 2, 1}, {1, 2, 2}, {1, 2, 3}};
  for (int q = 0; q < 6; ++q)
    for (int j = 0; j < 3; ++j) EXPECT_DOUBLE_EQ(set.coordinate(q, j), expected[q][j]);
}

TEST(Grid, FacesInThreeDimensionsUseTheInteriorRule) {
  const PointSet set = place(Kind::grid, {3}, boundary_of({{0, 0, 0}, {4, 4, 4}}));
  ASSERT_EQ(set.count, 6 * 9);
  EXPECT_EQ(set.coordinate(0, 0), 0);
  EXPECT_EQ(set.coordinate(0, 1), 1);
  EXPECT_EQ(set.coordinate(0, 2), 1);
  EXPECT_EQ(set.normals[0], -1);
  EXPECT_EQ(set.normals[static_cast<std::size_t>(set.count)], 0);
}

TEST(TensorRules, EndsOfAnInterval) {
  for (Kind kind : {Kind::grid, Kind::trapezoid, Kind::gauss}) {
    const PointSet set = place(kind, {7}, boundary_of({{-2}, {3}}));
    EXPECT_EQ(set.coordinates, (std::vector<double>{-2, 3}));
    EXPECT_EQ(set.weights, (std::vector<double>{1, 1}));
    EXPECT_EQ(set.normals, (std::vector<double>{-1, 1}));
  }
}

TEST(Trapezoid, HasTheEndsAndHalfWeightsThere) {
  const PointSet set = place(Kind::trapezoid, {5}, interior_of({{-1}, {1}}));
  EXPECT_EQ(set.coordinates, (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(set.weights, (std::vector<double>{0.25, 0.5, 0.5, 0.5, 0.25}));
}

TEST(Trapezoid, ConvergesWithOrderTwo) {
  const Function f = [](std::span<const double> x) { return std::exp(x[0] + 2 * x[1]); };
  const double exact = (std::exp(1.0) - 1) * (std::exp(2.0) - 1) / 2;
  double previous = 0;
  for (int n : {17, 33, 65, 129}) {
    const double error =
        std::abs(integral(place(Kind::trapezoid, {n}, interior_of(square)), f) - exact);
    if (previous > 0) {
      EXPECT_NEAR(std::log2(previous / error), 2, 0.01);
    }
    previous = error;
  }
}

// Exact for x^(2n-1) y^(2m-1) on any box, with n and m points.
TEST(Gauss, TensorProductIsExact) {
  const Box box{{0, -1}, {2, 3}};
  const PointSet set = place(Kind::gauss, {3, 4}, interior_of(box));
  EXPECT_EQ(set.count, 12);
  for (int a = 0; a <= 5; ++a)
    for (int b = 0; b <= 7; ++b) {
      const double exact =
          std::pow(2.0, a + 1) / (a + 1) * (std::pow(3.0, b + 1) - std::pow(-1.0, b + 1)) / (b + 1);
      const double value = integral(
          set, [&](std::span<const double> x) { return std::pow(x[0], a) * std::pow(x[1], b); });
      EXPECT_NEAR(value, exact, 1e-14 * (std::abs(exact) + std::pow(2.0, a) * std::pow(3.0, b)));
    }
}

// The divergence theorem ties the rules on the faces, their normals and that in the interior:
// int div F = int_boundary F . n for F = (x^3 y^2, x y^4 z, x^2 z^5).
TEST(Gauss, DivergenceTheorem) {
  const Box box{{0, -1, 0.5}, {1, 1, 2}};
  const PointSet inside = place(Kind::gauss, {4}, interior_of(box));
  const double left = integral(inside, [](std::span<const double> x) {
    return 3 * x[0] * x[0] * x[1] * x[1] + 4 * x[0] * std::pow(x[1], 3) * x[2] +
           5 * x[0] * x[0] * std::pow(x[2], 4);
  });
  const PointSet faces = place(Kind::gauss, {4}, boundary_of(box));
  double right = 0;
  for (std::ptrdiff_t q = 0; q < faces.count; ++q) {
    const double x = faces.coordinate(q, 0), y = faces.coordinate(q, 1), z = faces.coordinate(q, 2);
    const double field[] = {x * x * x * y * y, x * std::pow(y, 4) * z, x * x * std::pow(z, 5)};
    for (int j = 0; j < 3; ++j)
      right += faces.weights[static_cast<std::size_t>(q)] * field[j] *
               faces.normals[static_cast<std::size_t>(j * faces.count + q)];
  }
  EXPECT_NEAR(left, right, 1e-13 * std::abs(left));
}

TEST(TensorRules, KeepLeavesPointsOut) {
  Region quarter_disc = interior_of(square);
  quarter_disc.keep = [](std::span<const double> x) { return x[0] * x[0] + x[1] * x[1] < 1; };
  for (Kind kind : {Kind::grid, Kind::trapezoid, Kind::gauss}) {
    const PointSet set = place(kind, {200}, quarter_disc);
    EXPECT_LT(set.count, 200 * 200);
    EXPECT_NEAR(set.measure(), std::numbers::pi / 4, 0.02);  // the grid's error is O(1/n)
  }
  quarter_disc.keep = [](std::span<const double>) { return false; };
  expect_input_error([&] { place(Kind::grid, {5}, quarter_disc); },
                     "keeps none of the 25 points of grid");
}

TEST(TensorRules, BadCounts) {
  const Region inside = interior_of(square);
  const auto fails = [&](Kind kind, std::vector<int> count, const std::string& part) {
    expect_input_error([&] { place(kind, count, inside); }, part);
  };
  fails(Kind::grid, {0}, "grid = 0: at least 1 point");
  fails(Kind::gauss, {4, -3}, "gauss = -3: at least 1 point");
  fails(Kind::trapezoid, {1}, "trapezoid = 1: at least 2 points");
  fails(Kind::grid, {}, "grid has 0 counts; give one number for all axes or 2");
  fails(Kind::grid, {3, 3, 3}, "grid has 3 counts");
  fails(Kind::gauss, {10001, 1}, "gauss = 10001: at most 10000 points an axis");
  fails(Kind::grid, {50000}, "grid would need 2.5e+09 points; at most 2147483647");
  const Box cube{std::vector<double>(300, 0.0), std::vector<double>(300, 1.0)};
  expect_input_error([&] { place(Kind::gauss, {30}, interior_of(cube)); }, "would need inf points");
  // A pinned axis needs no second point.
  EXPECT_EQ(place(Kind::trapezoid, {1, 5}, face_of(square, 0, true)).count, 5);
}

}  // namespace
}  // namespace engd::geometry
