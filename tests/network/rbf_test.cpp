#include "network/rbf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "network/frozen.h"

namespace engd::network {
namespace {

const geometry::Box square{{0, -1}, {1, 3}};
const expr::Space plane{2, {0, 1}};

Options functions(int count) {
  Options options;
  options.kind = "rbf";
  options.layers = {count};
  return options;
}

geometry::PointSet one_point(double x, double y) {
  geometry::PointSet points;
  points.dimension = 2;
  points.count = 1;
  points.coordinates = {x, y};
  return points;
}

TEST(RbfTest, IsTheFormula) {
  const Rbf rbf(functions(3), square, 2);
  EXPECT_EQ(rbf.parameters(), 3 * (2 + 1 + 2) + 2);
  Vector theta = rbf.initial(1);
  const double x = 0.3, y = 0.7;
  for (int o = 0; o < 2; ++o) {
    theta[rbf.constant(o)] = 0.25 + o;
    double u = theta[rbf.constant(o)];
    for (int i = 0; i < 3; ++i) {
      const double dx = x - theta[rbf.centre(i)], dy = y - theta[rbf.centre(i) + 1];
      const double s = theta[rbf.inverse_width(i)];
      u += theta[rbf.amplitude(o, i)] * std::exp(-s * s * (dx * dx + dy * dy) / 2);
    }
    const auto frozen =
        evaluate(std::vector<FrozenNetwork>{{make(functions(3), square, 2), theta, {1, 1}}},
                 std::vector{expr::value_of(o)}, plane, one_point(x, y));
    EXPECT_NEAR(frozen[0], u, 1e-15);
    EXPECT_EQ(rbf.define<double>(theta.data(), {x, y})[o], u);
  }
}

// Every cell of a grid with fewer cells than functions has a centre; widths overlap.
TEST(RbfTest, TheStartCoversTheBox) {
  const Rbf rbf(functions(256), square, 1);
  const Vector theta = rbf.initial(3);
  EXPECT_EQ(theta, rbf.initial(3));
  EXPECT_NE(theta, rbf.initial(4));
  EXPECT_NE(theta, rbf.initial(3, 1));
  std::vector<int> cells(25);
  const double spacing = std::sqrt((1.0 + 16.0) / 2) / 16;
  for (int i = 0; i < 256; ++i) {
    const double x = theta[rbf.centre(i)], y = theta[rbf.centre(i) + 1];
    ++cells[5 * static_cast<int>(5 * x) + static_cast<int>(5 * (y + 1) / 4)];
    const double width = 1 / theta[rbf.inverse_width(i)];
    EXPECT_GE(width, 0.99 * spacing);
    EXPECT_LE(width, 4.01 * spacing);
  }
  for (const int count : cells) EXPECT_GE(count, 4);  // ten on average
}

// Corrections begin with narrower functions where what is left varies faster.
TEST(RbfTest, TheFrequencyNarrowsTheStart) {
  Options options = functions(8);
  const Rbf plain(options, square, 1);
  options.init.frequency = 4;
  const Rbf fast(options, square, 1);
  for (int i = 0; i < 8; ++i)
    EXPECT_DOUBLE_EQ(fast.initial(1)[fast.inverse_width(i)],
                     4 * plain.initial(1)[plain.inverse_width(i)]);
}

TEST(RbfTest, MovesWithItsCoordinates) {
  const auto rbf = make(functions(5), square, 1);
  const Vector theta = rbf->initial(2);
  Vector moved = theta;
  rbf->move(1, -0.5, moved);
  const auto at = [&](const Vector& parameters, double y) {
    return evaluate(std::vector<FrozenNetwork>{{rbf, parameters, {1}}},
                    std::vector{expr::value_of(0)}, plane, one_point(0.3, y))[0];
  };
  EXPECT_NEAR(at(moved, 1.2), at(theta, 0.7), 1e-15);
}

// The same at both ends of the interval, to the bit.
TEST(RbfTest, HasThePeriodOfItsCoordinates) {
  Options options = functions(5);
  options.periodic = {0};
  const auto rbf = make(options, square, 1);
  const std::vector<FrozenNetwork> frozen{{rbf, rbf->initial(2), {1}}};
  const std::vector entries{expr::value_of(0), expr::value_of(0).differentiated(0)};
  EXPECT_EQ(evaluate(frozen, entries, plane, one_point(0, 0.7)),
            evaluate(frozen, entries, plane, one_point(1, 0.7)));
}

// With an amplitude of 16 the q of a function is 2: lengths of centres count by the inverse width,
// or by the sides where it is smaller.
TEST(RbfTest, BalanceWeighsBothSidesOfAFunction) {
  const Rbf rbf(functions(2), {{0}, {4}}, 1);
  Vector theta(rbf.parameters()), D(rbf.parameters()), want(rbf.parameters());
  theta << 1, 2, 3, 0.01, 16, 16, 0;
  rbf.balance(theta.data(), D.data());
  want << 3 * 2, 2 / 4.0, 4 * 2, 4 * 2, 0.5, 0.5, 0.5;
  EXPECT_LT((D - want).cwiseAbs().maxCoeff(), 1e-14);
  theta.setZero();
  rbf.balance(theta.data(), D.data());
  EXPECT_TRUE(D.allFinite());
  EXPECT_GT(D.minCoeff(), 0);
}

}  // namespace
}  // namespace engd::network
