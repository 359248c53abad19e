#include "backend/cpu/solution_error.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/discretisation.h"

namespace engd {
namespace {

using energy::Freedom;
using testing::Discretisation;
using testing::Statement;
namespace points = testing::points;

/// Unknowns that are one neuron (theta: its weights and bias, then the weight and the bias of each
/// output).
Statement one_neuron(const std::string& coordinates, const std::string& unknowns = "u") {
  Statement statement = Statement(coordinates, {{0, 1}}, unknowns).with_layers({1});
  statement.network.normalize = false;
  return statement;
}

/// Against a solution, on Gauss points.
cpu::Errors errors_of(const Statement& statement, const std::vector<std::string>& solution,
                      const Vector& theta, std::vector<Freedom> up_to = {}) {
  Discretisation made(statement);
  return made.error_of(solution, points::gauss(20), std::move(up_to)).measure(theta);
}

/// One hidden neuron is the solution itself: the error is zero, not merely small.
TEST(SolutionErrorTest, ZeroForASolutionTheNetworkRepresents) {
  Vector theta(5);
  theta << 1, -3, 0.5, 2, -1;
  const auto errors = errors_of(one_neuron("x y"), {"2*tanh(x - 3*y + 0.5) - 1"}, theta);
  EXPECT_LT(errors.rel_l2, 1e-15);
  EXPECT_LT(errors.rel_h1.value(), 1e-15);
}

/// For the zero network the relative errors are 1; shifted by c they are c |1| / |u|.
TEST(SolutionErrorTest, NormsAreThoseOfTheIntegrals) {
  Discretisation made(one_neuron("x"));
  cpu::SolutionError error = made.error_of({"sin(pi*x)"}, points::gauss(40));
  Vector theta = Vector::Zero(4);
  EXPECT_NEAR(error.measure(theta).rel_l2, 1, 1e-14);
  EXPECT_NEAR(*error.measure(theta).rel_h1, 1, 1e-14);
  theta[3] = 1;  // |1 - sin|^2 = 1 - 4/pi + 1/2, |sin|^2 = 1/2, |sin'|^2 = pi^2/2
  const double square = 1.5 - 4 / M_PI, slope = M_PI * M_PI / 2;
  EXPECT_NEAR(error.measure(theta).rel_l2, std::sqrt(square / 0.5), 1e-13);
  EXPECT_NEAR(*error.measure(theta).rel_h1, std::sqrt((square + slope) / (0.5 + slope)), 1e-13);
}

TEST(SolutionErrorTest, EachUnknownHasItsOwn) {
  // theta: w, b, then weights of the outputs, then their biases.
  Vector theta = Vector::Zero(8);
  theta.tail(3) << 1, 2, 3;
  const auto errors = errors_of(one_neuron("x", "u v p"), {"2", "x", "0"}, theta);
  ASSERT_EQ(errors.by_unknown.size(), 3u);
  EXPECT_NEAR(*errors.by_unknown[0].rel_l2, 0.5, 1e-14);
  EXPECT_NEAR(*errors.by_unknown[0].rel_h1, 0.5, 1e-14);
  const double v = 4 - 2 + 1. / 3;  // |2 - x|^2
  EXPECT_NEAR(*errors.by_unknown[1].rel_l2, std::sqrt(v * 3), 1e-13);
  EXPECT_NEAR(*errors.by_unknown[1].rel_h1, std::sqrt((v + 1) / (4. / 3)), 1e-13);
  EXPECT_EQ(errors.by_unknown[2].unknown, 2);
  EXPECT_FALSE(errors.by_unknown[2].rel_l2) << "no error is relative to zero";
  EXPECT_NEAR(errors.rel_l2, std::sqrt((1 + v + 9) / (4 + 1. / 3)), 1e-13);
  EXPECT_NEAR(*errors.rel_h1, std::sqrt((1 + v + 9 + 1) / (4 + 1. / 3 + 1)), 1e-13);
}

TEST(SolutionErrorTest, OfTheUnknownsThatAreKnown) {
  Vector theta = Vector::Zero(8);
  theta.tail(3) << 1, 2, 3;
  const auto errors = errors_of(one_neuron("x", "u v p"), {"", "x", ""}, theta);
  ASSERT_EQ(errors.by_unknown.size(), 1u);
  EXPECT_EQ(errors.by_unknown[0].unknown, 1);
  EXPECT_EQ(errors.rel_l2, *errors.by_unknown[0].rel_l2);
  EXPECT_EQ(errors.rel_h1, errors.by_unknown[0].rel_h1);
}

TEST(SolutionErrorTest, UpToAConstant) {
  const Statement line = one_neuron("x");
  const std::vector<Freedom> constant{Freedom::constant};
  Vector theta(4);
  theta << 1, 0, 1, 0.7;  // tanh(x) + 0.7
  const auto same = errors_of(line, {"tanh(x)"}, theta, constant);
  EXPECT_LT(same.rel_l2, 2e-15);
  EXPECT_LT(*same.rel_h1, 1e-15);
  // Which constant the formula has makes no difference: |x - 1/2|^2 = 1/12 and the slope 1.
  theta << 0, 0, 0, 0.3;
  for (const char* value : {"x", "x + 100"}) {
    const auto errors = errors_of(line, {value}, theta, constant);
    EXPECT_NEAR(errors.rel_l2, 1, 1e-12);
    EXPECT_NEAR(*errors.rel_h1, 1, 1e-12);
  }
  Discretisation made(line);
  EXPECT_FALSE(made.error_of({"0.3"}, points::gauss(20), constant).is_relative());
}

// tanh(x) + tanh(2t) is tanh(x) up to a function of time, with all derivatives.
TEST(SolutionErrorTest, UpToAFunctionOfTime) {
  Vector theta = Vector::Zero(9);  // two neurons: x to the first, t to the second
  theta[0] = theta[6] = theta[7] = 1;
  theta[3] = 2;
  const auto errors = [&](Freedom up_to) {
    return errors_of(one_neuron("x t").with_layers({2}), {"tanh(x)"}, theta, {up_to});
  };
  EXPECT_LT(errors(Freedom::time).rel_l2, 1e-14);
  EXPECT_LT(*errors(Freedom::time).rel_h1, 1e-14);
  EXPECT_GT(errors(Freedom::constant).rel_l2, 0.1);
  EXPECT_GT(errors(Freedom::none).rel_l2, 0.3);
}

// Joined in pieces as at once, also where the mean is a billion times the rest.
TEST(SolutionErrorTest, MeansOfPartsAreJoined) {
  const std::vector<std::vector<Index>> none;
  Vector f(7), w(7);
  f << 1, 3, 2, -5, 0.5, 4, 1;
  w << 1, 2, 3, 4, 5, 6, 7;
  f = 1e-9 * f.array() + 1;
  const auto sums = [&](Index first, Index count) {
    const Vector weights = w.segment(first, count);
    const cpu::WeightedSquares squares({weights.data(), static_cast<std::size_t>(count)}, none);
    const auto [centred, mean] =
        squares.of_error(f.segment(first, count), energy::Freedom::constant);
    cpu::ErrorSquares one;
    one.measured = true;
    one.error = centred;
    one.mean_error = mean;
    one.norm = one.mean = 1;
    one.weight = squares.weight();
    return one;
  };
  cpu::ErrorSquares joined;
  joined.add(sums(0, 2));
  joined.add(sums(2, 1));
  joined.add(sums(3, 4));
  const cpu::ErrorSquares whole = sums(0, 7);
  EXPECT_NEAR(joined.error, whole.error, 1e-6 * whole.error);
  EXPECT_NEAR(joined.mean_error, whole.mean_error, 1e-15);
  EXPECT_EQ(joined.weight, whole.weight);
}

}  // namespace
}  // namespace engd
