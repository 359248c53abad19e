// How sure coefficients of linear models are: closed formulas of regression.
#include "solve/standard_errors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engd::solve {
namespace {

/// y = b + c x at x = 0, 1, ..., n - 1 with unit noise: b is the network's, c the coefficient.
LinearModel model_of_a_line(Index n) {
  LinearModel model;
  model.network = Matrix::Ones(n, 1);
  model.coefficients = Vector::LinSpaced(n, 0, static_cast<double>(n - 1));
  model.variance = Vector::Ones(n);
  model.group.assign(static_cast<std::size_t>(n), -1);
  model.residuals = Vector::Zero(n);
  return model;
}

double sum_of_squares(Index n) {  // of x - mean
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    sum += std::pow(static_cast<double>(i) - 0.5 * static_cast<double>(n - 1), 2);
  return sum;
}

TEST(StandardErrors, OfALine) {
  const StandardErrors result = standard_errors(model_of_a_line(9));
  ASSERT_TRUE(result.known && result.determined[0]);
  EXPECT_NEAR(result.errors[0], 1 / std::sqrt(sum_of_squares(9)), 1e-14);
}

TEST(StandardErrors, UnknownNoiseComesFromTheResiduals) {
  LinearModel model = model_of_a_line(9);
  model.variance.setConstant(-1);
  model.group.assign(9, 0);
  model.residuals << 1, -1, 2, 0, -3, 1, 1, -2, 1;
  const double s2 = model.residuals.squaredNorm() / (9 - 2);
  const StandardErrors result = standard_errors(model);
  ASSERT_TRUE(result.known);
  EXPECT_NEAR(result.errors[0], std::sqrt(s2 / sum_of_squares(9)), 1e-13);
  LinearModel two = model_of_a_line(2);
  two.variance.setConstant(-1);
  two.group.assign(2, 0);
  EXPECT_FALSE(standard_errors(two).known);  // two points lie on every line
}

TEST(StandardErrors, WhatTheNetworkMakesUpForIsNotDetermined) {
  LinearModel model = model_of_a_line(9);
  Matrix columns(9, 3);
  columns << Vector::Constant(9, 5), model.coefficients, 2 * model.coefficients;
  model.coefficients = columns;  // the first is the network's, the others are alike
  const StandardErrors result = standard_errors(model);
  EXPECT_EQ(result.determined, (std::vector<bool>{false, false, false}));
  model.coefficients = columns.leftCols(2);
  EXPECT_EQ(standard_errors(model).determined, (std::vector<bool>{false, true}));
}

// Rows of an equation have no noise of their own. However large their weight, the error is that
// of the estimate where the equation holds: with b = c (x = -1 on the line is known to be zero).
TEST(StandardErrors, EquationsAreConditions) {
  for (const double weight : {1e2, 1e5}) {
    LinearModel model = model_of_a_line(9);
    model.network.conservativeResize(10, 1);
    model.coefficients.conservativeResize(10, 1);
    model.variance.conservativeResize(10);
    model.residuals.setZero(10);
    model.group.push_back(-1);
    model.network(9, 0) = weight;
    model.coefficients(9, 0) = -weight;
    model.variance[9] = 0;
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += (i + 1.0) * (i + 1.0);
    EXPECT_NEAR(standard_errors(model).errors[0], 1 / std::sqrt(sum), 1e-3 / weight);
  }
}

TEST(StandardErrors, NothingIsKnownWithoutNoise) {
  LinearModel model = model_of_a_line(9);
  model.variance.setZero();
  EXPECT_FALSE(standard_errors(model).known);
}

}  // namespace
}  // namespace engd::solve
