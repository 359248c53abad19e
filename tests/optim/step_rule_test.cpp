#include "optim/step_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "optim/direction.h"
#include "optim/quadratic.h"

namespace engd::optim {
namespace {

using testing::FormulaEnergy;
using testing::rosenbrock;

FormulaEnergy along(std::function<double(double)> value, std::function<double(double)> slope) {
  return FormulaEnergy(
      1, [=](const Vector& x) { return value(x[0]); },
      [=](const Vector& x) { return Vector::Constant(1, slope(x[0])); });
}

State start(FormulaEnergy& energy, double x) {
  State state;
  state.theta = Vector::Constant(1, x);
  EXPECT_EQ(evaluate_gradient(energy, state), linalg::Outcome::ok);
  return state;
}

// The minimum of (x - 0.3)^2 from 0 along +1: among 1, 1/2, 1/4, 1/8, ... the closest to 0.3.
TEST(StepRuleTest, GridTakesTheLowestOfItsPoints) {
  auto energy =
      along([](double x) { return (x - 0.3) * (x - 0.3); }, [](double x) { return 2 * (x - 0.3); });
  const State state = start(energy, 0);
  const Step step =
      make_step_rule({.step = Grid{}})->choose(energy, state, Vector::Constant(1, -1.0));
  EXPECT_TRUE(step.found);
  EXPECT_EQ(step.size, 0.25);
  EXPECT_DOUBLE_EQ(step.loss, 0.05 * 0.05);
}

// As the authors' code: the least increase is taken where every step increases the loss.
TEST(StepRuleTest, GridTakesTheSmallestStepWhenAllIncrease) {
  auto energy = along([](double x) { return x; }, [](double) { return 1.0; });
  const State state = start(energy, 0);
  const Step step =
      make_step_rule({.step = Grid{}})->choose(energy, state, Vector::Constant(1, -1.0));
  EXPECT_TRUE(step.found);
  EXPECT_EQ(step.size, std::pow(0.5, 30));
}

TEST(StepRuleTest, GridPassesOverLossesThatAreNotFinite) {
  auto energy =
      along([](double x) { return x > 0.2 ? std::nan("") : -x; }, [](double) { return -1.0; });
  const State state = start(energy, 0);
  const Step step =
      make_step_rule({.step = Grid{}})->choose(energy, state, Vector::Constant(1, -1.0));
  EXPECT_EQ(step.size, 0.125);
}

// Not trying every step must not change which one is chosen: sums of sines with wave numbers up to
// 20, scaled over six orders of magnitude so that the best step lies anywhere on the grid.
TEST(StepRuleTest, GridChoosesAsIfAllStepsWereTried) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  int saved = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const double scale = std::pow(10.0, 3 * unit(engine));
    double a[4], b[4], c[4];
    for (int k = 0; k < 4; ++k) {
      a[k] = unit(engine);
      b[k] = 20 * unit(engine) * scale;
      c[k] = 3 * unit(engine);
    }
    auto energy = along(
        [=](double x) {
          double sum = 0;
          for (int k = 0; k < 4; ++k) sum += a[k] * std::sin(b[k] * x + c[k]);
          return sum;
        },
        [=](double x) {
          double sum = 0;
          for (int k = 0; k < 4; ++k) sum += a[k] * b[k] * std::cos(b[k] * x + c[k]);
          return sum;
        });
    const State state = start(energy, 0);
    const Vector d = Vector::Constant(1, state.gradient[0] > 0 ? 1.0 : -1.0);
    energy.evaluations = 0;
    const Step step = make_step_rule({.step = Grid{}})->choose(energy, state, d);
    saved += energy.evaluations < 31;
    double best = std::numeric_limits<double>::infinity(), size = 0;
    for (int k = 0; k <= 30; ++k)
      if (const double loss = energy.loss(state.theta - std::pow(0.5, k) * d, nullptr);
          loss < best) {
        best = loss;
        size = std::pow(0.5, k);
      }
    EXPECT_EQ(step.size, size) << "trial " << trial;
  }
  EXPECT_GT(saved, 1000);
}

// For plain gradients the search starts at the last step: with the curvature rising and falling by
// factors up to 2^12 from one search to the next, it must still end at the best step, cheaply where
// little has changed.
TEST(StepRuleTest, GridForGradientsWalksFromTheLastStep) {
  const auto rule = make_step_rule({.method = Gd{}, .step = Grid{}});
  double curvature = 1;
  auto energy = along([&](double x) { return 0.5 * curvature * x * x; },
                      [&](double x) { return curvature * x; });
  const int exponents[] = {9, 9, 10, 9, 21, 8, 8, 7, 2, 2, 14, 0, 0, 1};
  int before = -1;
  for (int exponent : exponents) {
    curvature = 1.1 * std::pow(2.0, exponent);  // best: eta = 1/curvature, so 2^-exponent
    const State state = start(energy, 1);
    energy.evaluations = 0;
    const Step step = rule->choose(energy, state, state.gradient);
    EXPECT_EQ(step.size, std::pow(0.5, exponent));
    if (std::abs(exponent - before) <= 1) {
      EXPECT_LE(energy.evaluations, 6) << exponent;
    }
    before = exponent;
  }
}

// 1 + 1/2 curvature x^2 with an error of up to 2 epsilon, which looks random.
FormulaEnergy noisy(double curvature) {
  return along(
      [=](double x) {
        const double noise = std::sin(1e6 * std::sin(1e6 * x));
        return 1 + 0.5 * curvature * x * x + 2 * std::numeric_limits<double>::epsilon() * noise;
      },
      [=](double x) { return curvature * x; });
}

// Close to a minimum nothing but round-off is left of the differences: searches must notice it and
// stop, without raising the loss.
TEST(StepRuleTest, GridEndsWhereOnlyRoundOffIsLeft) {
  auto energy = noisy(1e-20);
  const double nu = 4 * std::numeric_limits<double>::epsilon();
  int first_searches = 0, later_searches = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto rule = make_step_rule({.step = Grid{}});
    double x = 1 + 0.01 * trial;
    for (int search = 0; search < 10; ++search) {
      const State state = start(energy, x);
      energy.evaluations = 0;
      const Step step = rule->choose(energy, state, Vector::Constant(1, x));
      ASSERT_TRUE(step.found);
      EXPECT_LE(step.loss, state.loss + nu);
      (search == 0 ? first_searches : later_searches) += energy.evaluations;
      x -= step.size * x;
    }
  }
  EXPECT_LT(first_searches, 100 * 10);
  EXPECT_LT(later_searches, 900 * 5);
}

// A decrease of a thousand times the round-off is none: with 16 times the Newton direction the best
// step is 1/16, in first searches and in later ones.
TEST(StepRuleTest, GridTellsSmallDecreasesFromRoundOff) {
  auto energy = noisy(2e-12);
  const auto rule = make_step_rule({.step = Grid{}});
  for (int search = 0; search < 50; ++search) {
    const double x = 1 + 0.01 * search;
    const State state = start(energy, x);
    EXPECT_EQ(rule->choose(energy, state, Vector::Constant(1, 16 * x)).size, 1.0 / 16);
    EXPECT_EQ(
        make_step_rule({.step = Grid{}})->choose(energy, state, Vector::Constant(1, 16 * x)).size,
        1.0 / 16);
  }
}

// Close to the minimum, where the slope is no more than 1e-8 of the loss, searches stay around the
// last step and follow it where it moves.
TEST(StepRuleTest, GridWalksFromTheLastStep) {
  const auto rule = make_step_rule({.step = Grid{}});
  double curvature = 1;
  auto energy =
      along([&](double x) { return -2e8 * curvature * curvature + 0.5 * curvature * x * x; },
            [&](double x) { return curvature * x; });
  int before = -1;
  for (int exponent : {9, 9, 10, 9, 12, 11, 11, 10, 8, 8, 7, 2, 2, 10, 0, 0, 1}) {
    curvature = 1.1 * std::pow(2.0, exponent);  // best: eta = 1/curvature, so 2^-exponent
    const State state = start(energy, 1);
    energy.evaluations = 0;
    EXPECT_EQ(rule->choose(energy, state, state.gradient).size, std::pow(0.5, exponent));
    if (before >= 0 && std::abs(exponent - before) <= 1) {
      EXPECT_LE(energy.evaluations, 5) << exponent;
    }
    before = exponent;
  }
}

// A much longer step that has become better, behind a hill, is found after some searches; at once
// far from the minimum.
TEST(StepRuleTest, GridFindsALongerStepBehindAHill) {
  const auto rule = make_step_rule({.step = Grid{}});
  double depth = 0;
  auto energy = along(
      [&](double x) {
        const double hill = x / (x + 1e-4) - 2e3 * x / (1 + 4e6 * x * x);  // least at 2^-11
        return -2e8 + hill - depth * std::exp(-std::pow((x - 0.0625) / 0.01, 2));
      },
      [](double) { return -1.0; });
  const State state = start(energy, 0);
  const Vector d = Vector::Constant(1, -1.0);
  const double near = rule->choose(energy, state, d).size;
  EXPECT_LT(near, 1e-3);
  EXPECT_EQ(rule->choose(energy, state, d).size, near);
  depth = 1e4;
  int searches = 1;
  while (searches < 100 && rule->choose(energy, state, d).size == near) ++searches;
  EXPECT_GT(searches, 1);
  EXPECT_LE(searches, 40);
  EXPECT_EQ(rule->choose(energy, state, d).size, 0.0625);
  State far = state;
  far.loss = -1e6;  // the slope is no longer small against it
  depth = 0;
  EXPECT_EQ(rule->choose(energy, far, d).size, near);
  depth = 1e4;
  EXPECT_EQ(rule->choose(energy, far, d).size, 0.0625);
}

TEST(StepRuleTest, BacktrackingMeetsArmijo) {
  auto energy = along([](double x) { return std::cosh(4 * x); },
                      [](double x) { return 4 * std::sinh(4 * x); });
  const State state = start(energy, 1);
  const Vector d = state.gradient;
  const Step step = make_step_rule({.step = Backtracking{}})->choose(energy, state, d);
  ASSERT_TRUE(step.found);
  EXPECT_LE(step.loss, state.loss - 1e-4 * step.size * d.squaredNorm());
  EXPECT_GT(energy.loss(state.theta - 2 * step.size * d, nullptr),
            state.loss - 2e-4 * step.size * d.squaredNorm());
}

// Strong Wolfe conditions hold at the step, on functions where the first try is far too long, far
// too short, not finite, or past a maximum.
TEST(StepRuleTest, WolfeConditionsHold) {
  struct Function {
    std::function<double(double)> value, slope;
    double d;
  };
  const Function functions[] = {
      {[](double x) { return (x - 3) * (x - 3); }, [](double x) { return 2 * (x - 3); }, -1e-3},
      {[](double x) { return (x - 3) * (x - 3); }, [](double x) { return 2 * (x - 3); }, -1e3},
      {[](double x) { return x < 5 ? -std::log(5 - x) - x : std::nan(""); },
       [](double x) { return 1 / (5 - x) - 1; }, -100},
      {[](double x) { return -x / (x * x + 2); },
       [](double x) { return (x * x - 2) / ((x * x + 2) * (x * x + 2)); }, -1},
      {[](double x) { return std::sin(x) + 0.1 * x * x; },
       [](double x) { return std::cos(x) + 0.2 * x; }, 8},
  };
  for (const Function& f : functions) {
    auto energy = along(f.value, f.slope);
    const State state = start(energy, 0);
    const Vector d = Vector::Constant(1, f.d);
    const auto rule = Wolfe{}.make(true);
    const Step step = rule->choose(energy, state, d);
    ASSERT_TRUE(step.found);
    const double slope0 = -state.gradient.dot(d), slope = -step.gradient.dot(d);
    ASSERT_LT(slope0, 0);
    EXPECT_LE(step.loss, state.loss + 1e-4 * step.size * slope0);
    EXPECT_LE(std::fabs(slope), 0.9 * std::fabs(slope0));
    EXPECT_EQ(step.loss, energy.loss(state.theta - step.size * d, nullptr));
  }
}

// Of the slope that a step may leave, a small part leads close to the minimum, at 1/2.
TEST(StepRuleTest, WolfeLeavesThePartOfTheSlopeThatItIsTold) {
  for (const double curvature : {0.5, 0.1, 1e-3}) {
    auto energy = along([](double x) { return std::cosh(3 * (x - 0.5)); },
                        [](double x) { return 3 * std::sinh(3 * (x - 0.5)); });
    const State state = start(energy, 0);
    const Step step = make_step_rule({.step = Wolfe{.curvature = curvature}})
                          ->choose(energy, state, Vector::Constant(1, -1.0));
    EXPECT_TRUE(step.found);
    EXPECT_LE(std::fabs(step.gradient[0]), curvature * std::fabs(state.gradient[0])) << curvature;
  }
}

TEST(StepRuleTest, WolfeRefusesAnUphillDirection) {
  auto energy = rosenbrock();
  State state;
  state.theta = Vector::Zero(2);
  ASSERT_EQ(evaluate_gradient(energy, state), linalg::Outcome::ok);
  EXPECT_FALSE(Wolfe{}.make(true)->choose(energy, state, -state.gradient).found);
}

// "starts at 1e-3, after 1.5e4 steps falls by 1e-1 every 1e4 steps until 1e-7 is reached"
TEST(StepRuleTest, TheScheduleIsThePapers) {
  const Schedule options;
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 0), 1e-3);
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 15000), 1e-3);
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 25000), 1e-4);
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 35000), 1e-5);
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 55000), 1e-7);
  EXPECT_DOUBLE_EQ(scheduled_rate(options, 200000), 1e-7);
}

TEST(StepRuleTest, ScheduledStepsCountTheirCalls) {
  auto energy = rosenbrock();
  State state;
  state.theta = Vector::Zero(2);
  const auto rule = make_step_rule({.step = Schedule{.decay_start = 1, .decay_every = 1}});
  const Vector d = Vector::Ones(2);
  EXPECT_DOUBLE_EQ(rule->choose(energy, state, d).size, 1e-3);
  EXPECT_DOUBLE_EQ(rule->choose(energy, state, d).size, 1e-3);
  EXPECT_DOUBLE_EQ(rule->choose(energy, state, d).size, 1e-4);
  EXPECT_DOUBLE_EQ(make_step_rule({.step = Fixed{}})->choose(energy, state, d).size, 1e-3);
}

// A decrease of 5e-5 where the slope promises 1 is none: Armijo's condition asks for 1e-4 of it.
TEST(StepRuleTest, BacktrackingPassesOverTooSmallDecreases) {
  auto energy = along([](double x) { return x > 0.9 ? -5e-5 : -x; }, [](double) { return -1.0; });
  const State state = start(energy, 0);
  const Step step =
      make_step_rule({.step = Backtracking{}})->choose(energy, state, Vector::Constant(1, -1.0));
  EXPECT_TRUE(step.found);
  EXPECT_EQ(step.size, 0.5);
}

// -x (1 - x)^2, lowered by 5e-5 at 1, where it is flat: the minimum is at 1/3.
TEST(StepRuleTest, WolfePassesOverTooSmallDecreases) {
  auto energy = along([](double x) { return -x * (1 - x) * (1 - x) - 5e-5 * x * x * (3 - 2 * x); },
                      [](double x) { return -(1 - x) * (1 - 3 * x) - 3e-4 * x * (1 - x); });
  const State state = start(energy, 0);
  const Step step =
      make_step_rule({.step = Wolfe{}})->choose(energy, state, Vector::Constant(1, -1.0));
  EXPECT_TRUE(step.found);
  EXPECT_NEAR(step.size, 1.0 / 3, 0.01);
}

// Valleys with steep sides, twice as steep behind the minimum as before it: an interval that is
// cut on the wrong side never gets to the bottom.
TEST(StepRuleTest, WolfeFindsTheBottomOfNarrowValleys) {
  const double width = 1e-3;
  for (double bottom = 0.05; bottom < 0.95; bottom += 0.05) {
    const auto side = [=](double x) { return x < bottom ? 1.0 : 2.0; };
    const auto root = [=](double x) { return std::hypot(x - bottom, width); };
    auto energy = along([=](double x) { return side(x) * (root(x) - width); },
                        [=](double x) { return side(x) * (x - bottom) / root(x); });
    const State state = start(energy, 0);
    const Step step =
        make_step_rule({.step = Wolfe{}})->choose(energy, state, Vector::Constant(1, -1.0));
    EXPECT_TRUE(step.found) << bottom;
    EXPECT_LE(std::fabs(step.gradient[0]), 0.9 * std::fabs(state.gradient[0])) << bottom;
    EXPECT_NEAR(step.size, bottom, 3 * width);
  }
}

// After a step from theta to c theta on a quadratic, the new gradient is a multiple of the change
// of gradients; the secant equation H (g_1 - g_0) = theta_1 - theta_0 then says H g_1 = theta_1.
TEST(StepRuleTest, QuasiNewtonDirectionsSatisfyTheSecantEquation) {
  const Vector q = Vector::LinSpaced(3, 1, 5);
  FormulaEnergy energy(
      3, [&](const Vector& x) { return 0.5 * x.dot(q.cwiseProduct(x)); },
      [&](const Vector& x) { return Vector(q.cwiseProduct(x)); });
  for (const Method& method : {Method(Bfgs{}), Method(Lbfgs{})}) {
    const auto direction = make_direction({.method = method});
    State state;
    Vector d(3);
    for (const double factor : {1.0, 0.25}) {
      state.theta = factor * Vector::LinSpaced(3, 3, 1);
      state.gradient_is_current = false;
      EXPECT_EQ(direction->compute(energy, state, d), linalg::Outcome::ok);
    }
    EXPECT_LE((d - state.theta).norm(), 1e-14 * d.norm()) << name(method);
  }
}

}  // namespace
}  // namespace engd::optim
