#include "automatic/scales.h"

#include <gtest/gtest.h>

#include "automatic/kinds.h"
#include "automatic/scale_trials.h"
#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using testing::poisson;
using testing::stated;

/// -C lap u = f in a square of any side, for an unknown of any size.
const std::string in_units = R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, "L"] }
[constants]
L = 1
U = 1
C = 1
[functions]
g = "U*(1 + 0.5*sin(2*x/L)*cos(y/L))"
[[term]]
on = "interior"
residual = "C*(u_xx + u_yy) - C*(diff(g, x, x) + diff(g, y, y))"
[[term]]
on = "boundary"
residual = "u - g"
)toml";

Scales found(const problem::Problem& problem, Meter& meter) {
  return find_scales(problem, {0, 1}, meter, [] { return false; });
}

Scales found(const std::string& text, const std::vector<std::string>& overrides = {}) {
  Meter meter(default_work, 0);
  return found(stated(text, overrides), meter);
}

void expect_scales(const Scales& scales, const std::vector<double>& weights, double unknown) {
  ASSERT_EQ(scales.weights.size(), weights.size());
  for (std::size_t t = 0; t < weights.size(); ++t)
    EXPECT_NEAR(scales.weights[t] / weights[t], 1, 1e-9);
  ASSERT_EQ(scales.unknowns.size(), 1u);
  EXPECT_NEAR(scales.unknowns[0] / unknown, 1, 1e-9);
}

TEST(Scales, FollowTheUnits) {
  const Scales plain = found(in_units);
  expect_scales(plain, plain.weights, 1);
  const double inside = plain.weights[0], boundary = plain.weights[1];
  EXPECT_EQ(boundary, 1);
  expect_scales(found(in_units, {"constants.U=1e5"}), {inside * 1e-10, boundary * 1e-10}, 1e5);
  expect_scales(found(in_units, {"constants.U=1e-6"}), {inside * 1e12, boundary * 1e12}, 1e-6);
  expect_scales(found(in_units, {"constants.C=1e-6"}), {inside * 1e12, boundary}, 1);
  expect_scales(found(in_units, {"constants.C=1e6"}), {inside * 1e-12, boundary}, 1);
  expect_scales(found(in_units, {"constants.L=100"}), {inside * 1e8, boundary}, 1);
  expect_scales(found(in_units, {"constants.L=1e-3"}), {inside * 1e-12, boundary}, 1);
}

// A small network comes to nothing here, which solves the equations and not the conditions.
TEST(Scales, AreAtLeastThoseThatConditionsGive) {
  const std::string wave = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v"]
domain = { box = [0, 1] }
[functions]
us = "1e3*cos(22*x + 9*y)"
vs = "1e3*sin(22*x + 9*y)"
[[term]]
on = "interior"
residual = ["laplacian(u) + 565*u", "laplacian(v) + 565*v"]
[[term]]
on = "boundary"
residual = ["dn(u) + 24*v - (dn(us) + 24*vs)", "dn(v) - 24*u - (dn(vs) - 24*us)"]
)toml";
  const Scales scales = found(wave);
  EXPECT_EQ(scales.unknowns, (std::vector<double>{1e3, 1e3}));
}

// Where no condition gives anything, the source does.
TEST(Scales, AreAtLeastThoseThatSourcesGive) {
  const Scales scales = found(R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "laplacian(u) + 4e3*u - 4e3*sin(40*x)*cos(50*y)"
[[term]]
on = "boundary"
residual = "u"
)toml");
  EXPECT_GE(scales.unknowns[0], 0.1);
}

// 1/(k^2 u)^2 and 1/u^2.
TEST(Scales, OfConditionsGrowWithTheFrequency) {
  const Scales slow = found(poisson);
  EXPECT_GT(slow.weights[1], 10 * slow.weights[0]);
  std::string text = poisson;
  text.replace(text.find("2*pi^2*sin(pi*x)"), 16, "10*pi^2*sin(3*pi*x)");
  const Scales fast = found(text);
  EXPECT_GT(fast.weights[1] / fast.weights[0], 10 * slow.weights[1] / slow.weights[0]);
}

TEST(Scales, LeaveWhatIsWritten) {
  const std::vector<std::string> overrides{"term.0.weight=3", "network.layers=[9]",
                                           "network.scale=7", "constants.U=1e5"};
  const problem::Problem problem = stated(in_units, overrides);
  Meter meter(default_work, 0);
  const Scales scales = found(problem, meter);
  const Choice choice =
      with_scales(choice_of({Kind::as_written}, 100, 4, problem), problem, scales);
  const problem::Problem chosen = with_choice(problem, choice);
  EXPECT_EQ(chosen.terms[0].weight, 3);
  EXPECT_LT(chosen.terms[1].weight, 1e-6);
  EXPECT_EQ(chosen.scale, std::vector{7.0});
}

// The inner product of hngd is that of the network.
TEST(Scales, OfUnknownsAreNotForHngd) {
  const problem::Problem problem =
      stated(in_units, {"optimizer.method=hngd", "optimizer.iterations=5"});
  const Choice choice =
      with_scales(choice_of({Kind::tanh}, 100, 4, problem), problem, {{2, 3}, {1e5}});
  EXPECT_TRUE(choice.scale.empty());
  EXPECT_EQ(choice.weights, (std::vector<double>{2, 3}));
}

TEST(Scales, AreKeysOfTheFile) {
  const problem::Problem problem = stated(poisson);
  const Choice choice =
      with_scales(choice_of({Kind::waves}, 100, 4, problem), problem, {{1e-10, 1e3}, {1e-7}});
  const problem::Problem read = stated(poisson, settings_of(problem, choice));
  EXPECT_EQ(read.terms[0].weight, 1e-10);
  EXPECT_EQ(read.terms[1].weight, 1e3);
  EXPECT_EQ(read.scale, std::vector{1e-7});
}

// Likelihoods have sizes of their own: equations hold firmly beside them.
TEST(Scales, BesideNoiseEquationsAreFirm) {
  const Scales plain = found(in_units, {"constants.C=1e3"});
  EXPECT_LT(plain.weights[0], 1);
  problem::Problem problem = stated(in_units, {"constants.C=1e3"});
  problem.terms[1].measure = problem::Measure::sum;
  problem.terms[1].noise = 0.1;
  Meter meter(default_work, 0);
  const Scales noisy = found(problem, meter);
  EXPECT_GE(noisy.weights[0], 1e4 * plain.weights[0]);
  EXPECT_GE(noisy.weights[0], 1);
  EXPECT_EQ(noisy.weights[1], 1);
  problem = stated(in_units, {"constants.C=1e-3"});
  problem.terms[1].measure = problem::Measure::sum;
  problem.terms[1].noise = 0.1;
  EXPECT_GT(found(problem, meter).weights[0], 1);
}

TEST(Scales, CostAPartOfTheBudget) {
  const problem::Problem problem = stated(poisson);
  Meter large(default_work, 0), small(1e7, 0);
  EXPECT_FALSE(found(problem, large).weights.empty());
  EXPECT_GT(large.done(), 0);
  EXPECT_LT(large.fraction(), 0.04);
  EXPECT_TRUE(found(problem, small).weights.empty());
  EXPECT_EQ(small.done(), 0);
}

}  // namespace
}  // namespace engd::automatic
