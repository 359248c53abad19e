#include "network/mlp.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engd::network {
namespace {

const geometry::Box square{{0, -1}, {1, 3}};

TEST(MlpTest, CountsParametersLayerByLayer) {
  EXPECT_EQ(Mlp({.layers = {64}}, square, 1).parameters(), 257);
  EXPECT_EQ(Mlp({.layers = {50, 50, 50}}, square, 1).parameters(), 5301);
  EXPECT_EQ(Mlp({.layers = {8, 5}}, square, 3).parameters(), 2 * 8 + 8 + 8 * 5 + 5 + 5 * 3 + 3);
}

TEST(MlpTest, TheStartDependsOnTheSeedAlone) {
  const Mlp mlp({.layers = {64}}, square, 1);
  EXPECT_EQ(mlp.initial(3), mlp.initial(3));
  EXPECT_NE(mlp.initial(3), mlp.initial(4));
}

TEST(MlpTest, NormalStartHasTheDeviationAskedFor) {
  Options options{.layers = {4000}};
  options.init.std = {0.1};
  const Vector theta = Mlp(options, square, 1).initial(1);
  const double n = static_cast<double>(theta.size());
  // Mean and variance of n normal numbers are within 5 of their own standard deviations.
  EXPECT_LT(std::fabs(theta.mean()), 5 * 0.1 / std::sqrt(n));
  EXPECT_NEAR(theta.squaredNorm() / n, 0.01, 5 * 0.01 * std::sqrt(2 / n));
}

TEST(MlpTest, DeviationByLayer) {
  Options options{.layers = {1000}};
  options.init.std = {1.5, 0.0};
  const Mlp mlp(options, square, 1);
  const Vector theta = mlp.initial(1);
  EXPECT_EQ(theta.tail(1001).norm(), 0);
  EXPECT_GT(theta.head(3000).norm(), 1.4 * std::sqrt(3000));
}

TEST(MlpTest, GlorotAndLecunScaleWeightsAndZeroBiases) {
  Options options{.layers = {400, 100}};
  options.init.kind = Initialisation::Kind::glorot;
  const Mlp mlp(options, square, 1);
  const Layer& second = mlp.layers()[1];
  Vector theta = mlp.initial(5);
  EXPECT_EQ(theta.segment(second.biases, second.outputs).norm(), 0);
  EXPECT_NEAR(theta.segment(second.weights, 40000).squaredNorm() / 40000, 2.0 / 500, 5e-4);
  options.init.kind = Initialisation::Kind::lecun;
  theta = Mlp(options, square, 1).initial(5);
  EXPECT_NEAR(theta.segment(second.weights, 40000).squaredNorm() / 40000, 1.0 / 400, 5e-4);
}

TEST(MlpTest, NormalizeMapsTheBoxToTheUnitCube) {
  const Mlp mlp({.layers = {1}, .normalize = true}, square, 1);
  EXPECT_EQ(mlp.scale(), (std::vector<double>{2, 0.5}));
  EXPECT_EQ(mlp.centre(), (std::vector<double>{0.5, 1}));
}

}  // namespace
}  // namespace engd::network
