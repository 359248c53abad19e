// What is done for linear equations first: they are told from others, and waves get their frequency
// and terms their weights.
#include "automatic/linear.h"

#include <gtest/gtest.h>

#include <numbers>

#include "automatic/balance.h"
#include "automatic/frequency.h"
#include "automatic/oscillation.h"
#include "automatic/race.h"
#include "automatic/spectrum.h"
#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using testing::stated;

std::string on_the_square(const std::string& residual, const std::string& condition = "u") {
  return "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { x = [0, 2], y = [0, 1] }\n"
         "[[term]]\non = \"interior\"\nresidual = \"" +
         residual + "\"\n[[term]]\non = \"boundary\"\nresidual = \"" + condition + "\"\n";
}

TEST(Linear, IsToldByTheFactorsOfUnknowns) {
  EXPECT_TRUE(is_linear(stated(on_the_square("laplacian(u) + x*u_x - exp(y)*u + sin(x)"))));
  EXPECT_FALSE(is_linear(stated(on_the_square("laplacian(u) + u^2"))));
  EXPECT_FALSE(is_linear(stated(on_the_square("u*u_x + u_yy"))));
  EXPECT_FALSE(is_linear(stated(on_the_square("laplacian(u)", "sin(u)"))));
  EXPECT_FALSE(is_linear(stated(on_the_square("laplacian(u) - c*u") + "[coefficients]\nc = 1\n")));
}

// The source has three turns along x and none along y, the coefficient two along y.
TEST(Linear, TurnsAreThoseOfWhatIsGiven) {
  const auto turns =
      turns_of_data(stated(on_the_square("laplacian(u) + (2 + sin(4*pi*y))*u - sin(3*pi*x)")));
  ASSERT_EQ(turns.size(), 2u);
  EXPECT_NEAR(turns[0], 3, 0.01);
  EXPECT_NEAR(turns[1], 2, 0.01);
  const auto none = turns_of_data(stated(on_the_square("laplacian(u) - 1")));
  EXPECT_EQ(none, std::vector<double>(2, 0.0));
}

// exp(i xi x) solves 400 - xi^2 = 0; along x there are 2*20/(2 pi) turns, along y half as many.
TEST(Linear, EquationsHaveTurnsOfTheirOwn) {
  const auto turns = [](const std::string& residual) {
    return turns_of_equations(stated(on_the_square(residual)));
  };
  const double pi = std::numbers::pi;
  for (const char* helmholtz : {"laplacian(u) + 400*u", "3*(u_xx + u_yy) + 1200*u - x"}) {
    EXPECT_NEAR(turns(helmholtz)[0], 20 / pi, 1e-9);
    EXPECT_NEAR(turns(helmholtz)[1], 10 / pi, 1e-9);
  }
  EXPECT_NEAR(turns("laplacian(laplacian(u)) - 16*u")[0], 2 / pi, 1e-9);
  EXPECT_NEAR(turns("u_xxxx + 5*u_xx + 4*u")[0], 2 / pi, 1e-9);
  EXPECT_EQ(turns("u_xxxx + 5*u_xx + 4*u")[1], 0);
  for (const char* none : {"laplacian(u) - 400*u", "laplacian(u) + 1", "u_xxxx + u", "u_x + u"})
    EXPECT_EQ(turns(none), std::vector<double>(2, 0.0)) << none;
}

TEST(Linear, WeightsGiveConditionsTheOrderOfTheEquation) {
  // (2 pi f / L)^4 summed: with f = 10 along y alone 3948^2, a weight of 1e-7; values have 1.
  const auto weights = balanced_weights(stated(on_the_square("laplacian(u) - 3")), {1e-3, 10});
  EXPECT_DOUBLE_EQ(weights[0], 1e-7);
  EXPECT_DOUBLE_EQ(weights[1], 1);
  // A factor of an equation is taken back, and a written weight stays.
  EXPECT_DOUBLE_EQ(balanced_weights(stated(on_the_square("1e-6*laplacian(u) - 3")), {1e-3, 10})[0],
                   1e5);
  EXPECT_DOUBLE_EQ(
      balanced_weights(stated(on_the_square("laplacian(u)") + "weight = 7\n"), {1, 1})[1], 7);
}

// Waves that nothing in the statement tells but the residual does: u = cos(12 x + 16 y).
TEST(Linear, FrequenciesAreFoundByResiduals) {
  const problem::Problem problem =
      stated(on_the_square("laplacian(u) + 400*u", "u - cos(12*x + 16*y)"));
  Meter meter(1e11, 0);
  const auto found = find_frequency(problem, {0, 1}, meter, [] { return false; });
  ASSERT_TRUE(found);
  for (const double turns : *found) {
    EXPECT_GT(turns, 0.8);
    EXPECT_LT(turns, 10);
  }
  EXPECT_LE(meter.fraction(), 0.1);
}

// Coefficients of 1e-6 on a domain of 20 with values of 1e5: one least-squares problem all the
// same.
TEST(Linear, UnitsDoNotMatter) {
  const problem::Problem problem = stated(
      "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 20] }\n[functions]\nh = "
      "\"1e5*(1 + 0.3*sin(pi*x/10)*cos(pi*y/20))\"\n[[term]]\non = \"interior\"\nresidual = "
      "\"1e-6*(laplacian(u) - diff(h, x, x) - diff(h, y, y))\"\n[[term]]\non = "
      "\"boundary\"\nresidual = \"u - h\"\n");
  RaceOptions options;
  options.machine = {0, 1};
  options.work = 1e10;
  Race race(problem, options);
  const Outcome outcome = race.run();
  ASSERT_TRUE(outcome.best && outcome.estimate);
  EXPECT_LE(outcome.estimate->rel_l2, 1e-8);
  EXPECT_EQ(outcome.end, End::accuracy);
}

/// What a race of little work comes to.
Outcome raced(Race& race) {
  const Outcome outcome = race.run();
  EXPECT_TRUE(outcome.best);
  return outcome;
}

RaceOptions with_work(double work) {
  RaceOptions options;
  options.machine = {0, 1};
  options.work = work;
  return options;
}

// Where all that is given is linear, summands vanish with the solution: no reason to go on.
TEST(Linear, StatesWithoutCurvatureAreSolvedAtOnce) {
  const problem::Problem problem = stated(
      "[problem]\nvariables = [\"x\", \"t\"]\ndomain = { x = [0, 1], t = [0, 2] }\n[[term]]\non = "
      "\"interior\"\nresidual = \"u_t - 0.1*u_xx\"\n[[term]]\non = [\"initial\", "
      "\"lateral\"]\nresidual = \"u - x\"\n");
  Race race(problem, with_work(1e11));
  const Outcome outcome = raced(race);
  ASSERT_TRUE(outcome.estimate);
  EXPECT_LE(outcome.estimate->rel_l2, 1e-8);
  EXPECT_LT(outcome.fraction, 0.1);
}

// Waves of a high frequency need many to tell anything: least squares are not left before.
TEST(Linear, LeastSquaresGrowBeforeTheyAreLeft) {
  const problem::Problem problem =
      stated(on_the_square("laplacian(u) + 3600*u", "u - cos(36*x + 48*y)"));
  Race race(problem, with_work(3e11));
  const Outcome outcome = raced(race);
  ASSERT_TRUE(outcome.estimate);
  EXPECT_LE(outcome.estimate->rel_l2, 1e-11);
}

// On a card the others race.
TEST(Linear, FixedWavesStayOnTheCpu) {
  const problem::Problem problem = stated(testing::poisson);
  const Entrant fixed{Kind::fixed_waves, optim::Multistep{}, 1, {1, 1}};
  EXPECT_TRUE(runs_on(backend::Device::cpu, fixed, problem));
  EXPECT_FALSE(runs_on(backend::Device::cuda, fixed, problem));
  EXPECT_FALSE(runs_on(backend::Device::cuda, {Kind::products}, problem));
  for (const Entrant& one : entrants(problem))
    EXPECT_TRUE(runs_on(backend::Device::cuda, one, problem)) << name(one);
}

}  // namespace
}  // namespace engd::automatic
