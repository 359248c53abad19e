// How sure coefficients are: closed formulas of regression, and what happens over many draws.
#include "solve/standard_errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "read/problem_text.h"
#include "solve/coefficients.h"
#include "solve/training.h"
#include "support/random.h"

namespace engd::solve {
namespace {

using testing::problem_from;
using testing::TemporaryFolder;

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

TEST(StandardErrors, NothingIsKnownWithoutData) {
  LinearModel model = model_of_a_line(9);
  model.variance.setZero();
  EXPECT_FALSE(standard_errors(model).known);
  problem::Problem problem = problem_from(R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[coefficients]
k = 1
[[term]]
on = "interior"
residual = "u_x + k*u"
[network]
layers = [3]
)toml");
  const auto estimates = estimate_coefficients(problem, {}, make_network(problem).initial(0), 0, 1);
  ASSERT_EQ(estimates.size(), 1u);
  EXPECT_EQ(estimates[0].value, 1);
  EXPECT_FALSE(estimates[0].standard_error);
}

/// u' + k u = 0 with u(0) not known, measured at `points` places.
std::string decay(const std::string& data, const std::string& noise, const std::string& weight) {
  return R"toml([problem]
variables = ["t"]
domain = { t = [0, 2] }
[coefficients]
k = { start = 1, positive = true }
[[term]]
on = "interior"
residual = "u_t + k*u"
points = { gauss = 16 }
weight = )toml" +
         weight + R"toml(
[[term]]
name = "data"
data = ")toml" +
         data + "\"\n" + noise + R"toml(
[solution]
k = 1.5
[network]
layers = [6]
[optimizer]
iterations = 60
starts = 1
)toml";
}

void write_data(const std::filesystem::path& file, double sigma, std::uint64_t seed) {
  const RandomStream random{seed, Purpose::points, 0, 0};
  std::ofstream stream(file);
  stream.precision(17);
  stream << "t,u\n";
  for (std::uint64_t i = 0; i < 20; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    stream << t << ',' << 2 * std::exp(-1.5 * t) + sigma * random.normal(i) << '\n';
  }
}

// Over many draws of the noise the estimate is within its own standard errors as often as a normal
// variable is, whether the noise is given or estimated.
TEST(StandardErrors, CoverTheTruthAtTheRightRate) {
  const TemporaryFolder folder;
  const double sigma = 0.02;
  const int draws = 60;
  for (const bool given : {true, false}) {
    const std::string noise = given ? "noise = 0.02" : "", weight = given ? "1e6" : "1e2";
    int within_one = 0, within_two = 0;
    double squares = 0;
    for (int draw = 0; draw < draws; ++draw) {
      write_data(folder / "d.csv", sigma, static_cast<std::uint64_t>(draw));
      problem::Problem problem = problem_from(decay((folder / "d.csv").string(), noise, weight));
      const Trained trained = Training(problem, 0, 1).run({}, {});
      const auto estimate =
          estimate_coefficients(problem, trained.level, trained.theta, 0, 1).front();
      ASSERT_TRUE(estimate.determined && estimate.standard_error);
      const double z = (estimate.value - 1.5) / *estimate.standard_error;
      within_one += std::fabs(z) <= 1;
      within_two += std::fabs(z) <= 2;
      squares += z * z;
    }
    // Binomial: 68% and 95% of 60 are 41 +- 3.6 and 57 +- 1.6; chi^2 / 60 is 1 +- 0.18.
    EXPECT_NEAR(within_one, 41, 9) << noise;
    EXPECT_GE(within_two, 53) << noise;
    EXPECT_NEAR(squares / draws, 1, 0.5) << noise;
  }
}

}  // namespace
}  // namespace engd::solve
