// Differences on grids.

#include "check/grid.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engd::check {
namespace {

TEST(Grid, WeightsAreExactForPolynomials) {
  const std::vector<double> nodes{-1, -0.3, 0.1, 0.7, 1.5};
  for (int order = 0; order <= 4; ++order) {
    const auto weights = difference_weights(nodes, 0.2, order);
    for (int power = 0; power <= 4; ++power) {
      double sum = 0, exact = power < order ? 0 : std::pow(0.2, power - order);
      for (int k = 0; k < order; ++k) exact *= power - k;
      for (std::size_t i = 0; i < nodes.size(); ++i) sum += weights[i] * std::pow(nodes[i], power);
      EXPECT_NEAR(sum, exact, 1e-11) << order << " of x^" << power;
    }
  }
}

geometry::PointSet lattice(int nx, int ny) {
  geometry::PointSet points;
  points.dimension = 2;
  points.count = nx * ny;
  for (int i = 0; i < nx * ny; ++i) points.coordinates.push_back(0.1 * (i / ny));
  for (int i = 0; i < nx * ny; ++i) points.coordinates.push_back(0.05 * (i % ny));
  return points;
}

TEST(Grid, MixedDerivatives) {
  const geometry::PointSet points = lattice(11, 12);
  const auto grid = Grid::of(points);
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->centres().size(), 3u * 4u);
  std::vector<double> values;
  for (std::ptrdiff_t q = 0; q < points.count; ++q)
    values.push_back(std::sin(points.coordinate(q, 0)) * std::exp(points.coordinate(q, 1)));
  for (const std::ptrdiff_t q : grid->centres())
    EXPECT_NEAR(grid->derivative(values, q, {1, 2}, Grid::nodes),
                std::cos(points.coordinate(q, 0)) * std::exp(points.coordinate(q, 1)), 1e-8);
}

TEST(Grid, OtherPointsAreNone) {
  EXPECT_FALSE(Grid::of(lattice(8, 12)));  // too few for a difference
  geometry::PointSet scattered = lattice(11, 12);
  scattered.coordinates[5] += 0.01;
  EXPECT_FALSE(Grid::of(scattered));
  geometry::PointSet twice = lattice(11, 12);
  twice.coordinates[11 * 12 + 1] = twice.coordinates[11 * 12];
  EXPECT_FALSE(Grid::of(twice));
}

}  // namespace
}  // namespace engd::check
