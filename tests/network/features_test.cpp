#include "network/features.h"

#include <gtest/gtest.h>

#include <cmath>

#include "network/frozen.h"

namespace engd::network {
namespace {

const geometry::Box square{{0, -1}, {1, 3}};
const expr::Space plane{2, {0, 1}};

Options waves(int count, double width = 0) {
  Options options;
  options.kind = "features";
  options.fourier = {.count = count, .scale = {0.7}, .width = width};
  return options;
}

double value(const Options& options, const Vector& theta, double x, double y) {
  geometry::PointSet points;
  points.dimension = 2;
  points.count = 1;
  points.coordinates = {x, y};
  return evaluate(std::vector<FrozenNetwork>{{make(options, square, 1), theta, {1}}},
                  std::vector{expr::value_of(0)}, plane, points)[0];
}

TEST(FeaturesTest, AreTheFormula) {
  const Features features(waves(2), square, 1);
  ASSERT_EQ(features.parameters(), 2 + 4 + 1);  // coordinates, two inputs a wave, a constant
  const Vector theta = features.initial(1);
  const double x = 0.3, y = 0.7;
  double u = theta[6] + theta[0] * x + theta[1] * y;
  for (int k = 0; k < 2; ++k) {
    const Wave& wave = features.input().waves()[static_cast<std::size_t>(k)];
    const double phase = wave.frequency[0] * x + wave.frequency[1] * (y + 1);
    u += theta[2 + 2 * k] * std::cos(phase) + theta[3 + 2 * k] * std::sin(phase);
  }
  EXPECT_NEAR(value(waves(2), theta, x, y), u, 1e-14);
  EXPECT_EQ(theta, features.initial(1));
  EXPECT_NE(theta, features.initial(2));
  EXPECT_NE(theta, features.initial(1, 1));
}

// The shift of a wave is made of its sine and its cosine.
TEST(FeaturesTest, MoveWithTheirCoordinates) {
  const Features features(waves(5), square, 1);
  const Vector theta = features.initial(2);
  Vector moved = theta;
  features.move(1, -0.5, moved);
  EXPECT_NEAR(value(waves(5), moved, 0.3, 1.2), value(waves(5), theta, 0.3, 0.7), 1e-14);
}

// Further packets leave those that are there where they are.
TEST(FeaturesTest, FurtherPacketsAreOthers) {
  const Features few(waves(3, 0.2), square, 1), more(waves(8, 0.2), square, 1);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(few.input().waves()[k].middle, more.input().waves()[k].middle);
    EXPECT_EQ(few.input().waves()[k].turns, more.input().waves()[k].turns);
  }
  EXPECT_NE(more.input().waves()[3].middle, more.input().waves()[0].middle);
}

}  // namespace
}  // namespace engd::network
