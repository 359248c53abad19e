#include "optim/driver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "optim/quadratic.h"

namespace engd::optim {
namespace {

using testing::at;
using testing::FormulaEnergy;
using testing::nan;
using testing::quadratic;
using testing::rosenbrock;

// Every reason for stopping, once.
TEST(DriverTest, StopsAfterTheIterationsAskedFor) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  const Result result = minimise(energy, {.method = Gd{}, .iterations = 5}, state);
  EXPECT_EQ(result.termination, Termination::iterations);
  EXPECT_EQ(result.iterations, 5);
  EXPECT_EQ(state.iteration, 5);
  EXPECT_EQ(energy.redrawn, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(DriverTest, StopsAtTheTargetLoss) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({5, 6});
  const Result result =
      minimise(energy, {.method = Engd{}, .stopping = {.target_loss = 1e-20}}, state);
  EXPECT_EQ(result.termination, Termination::target_loss);
  EXPECT_EQ(result.iterations, 1);
}

TEST(DriverTest, StopsAtTheGradientTolerance) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({5, 6});
  const Result result = minimise(
      energy, {.method = Bfgs{}, .step = Wolfe{}, .stopping = {.gradient_tolerance = 1e-10}},
      state);
  EXPECT_EQ(result.termination, Termination::gradient_tolerance);
  EXPECT_LE(state.gradient.norm(), 1e-10);
}

TEST(DriverTest, AZeroGradientIsTheEndOfTheRoad) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({1, 1});
  EXPECT_EQ(minimise(energy, {.method = Engd{}}, state).termination,
            Termination::gradient_tolerance);
}

TEST(DriverTest, StopsAtTheTimeLimit) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  const Result result = minimise(energy,
                                 {.method = Adam{},
                                  .iterations = 2000000000,
                                  .step = Fixed{},
                                  .stopping = {.time_limit = 0.02}},
                                 state);
  EXPECT_EQ(result.termination, Termination::time_limit);
  EXPECT_GE(result.seconds, 0.02);
}

// Every step of 0.1 leaves 0.81 of this loss; ten of them leave 0.12, five 0.35.
TEST(DriverTest, StopsWhereTheLossFallsTooLittle) {
  const auto stop_at = [](double least_progress, int progress_iterations) {
    auto energy = quadratic(Vector::Ones(2));
    State state = at({5, 6});
    const Result result = minimise(energy,
                                   {.method = Gd{},
                                    .iterations = 40,
                                    .step = Fixed{.learning_rate = 0.1},
                                    .stopping = {.least_progress = least_progress,
                                                 .progress_iterations = progress_iterations}},
                                   state);
    if (result.termination == Termination::little_progress)
      EXPECT_EQ(result.sentence, fmt::format("{} iterations have lowered the loss to {:.3e}, by "
                                             "less than {} of it",
                                             progress_iterations, state.loss, least_progress));
    else
      EXPECT_EQ(result.termination, Termination::iterations);
    return result.iterations;
  };
  EXPECT_EQ(stop_at(0, 1), 40);
  EXPECT_EQ(stop_at(0.85, 10), 40);
  EXPECT_EQ(stop_at(0.9, 10), 10);
  EXPECT_EQ(stop_at(0.6, 5), 40);
  EXPECT_EQ(stop_at(0.7, 5), 5);
}

TEST(DriverTest, StopsWhenAsked) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  int asked = 0;
  const Result result = minimise(energy, {.method = Gd{}}, state, {}, [&] { return ++asked > 3; });
  EXPECT_EQ(result.termination, Termination::interrupted);
  EXPECT_EQ(result.iterations, 3);
}

TEST(DriverTest, StallsWhereNoStepLowersTheLoss) {
  // The slope points uphill: no step along it helps, whatever the memory.
  FormulaEnergy energy(
      1, [](const Vector& x) { return x[0]; },
      [](const Vector&) { return Vector::Constant(1, -1.0); });
  for (const StepRule& rule : {StepRule(Backtracking{}), StepRule(Wolfe{})}) {
    State state = at({0});
    const Result result = minimise(energy, {.method = Lbfgs{}, .step = rule}, state);
    EXPECT_EQ(result.termination, Termination::stalled);
    EXPECT_EQ(state.theta[0], 0);
  }
}

TEST(DriverTest, DivergesOnALossThatIsNotFinite) {
  FormulaEnergy energy(
      1, [](const Vector&) { return nan; }, [](const Vector&) { return Vector::Constant(1, 1.0); });
  for (const Method& method : std::vector<Method>{Gd{}, Engd{}, Adam{}, Bfgs{}, Lbfgs{}}) {
    State state = at({0});
    EXPECT_EQ(minimise(energy, {.method = method}, state).termination, Termination::diverged);
    EXPECT_EQ(state.iteration, 0);
  }
}

/// 1/2 x^2 where x is positive, else no number.
FormulaEnergy positive_only() {
  return FormulaEnergy(
      1, [](const Vector& x) { return x[0] < 0 ? nan : 0.5 * x[0] * x[0]; },
      [](const Vector& x) { return x[0] < 0 ? Vector::Constant(1, nan) : Vector(x); });
}

// Whatever the method, and though it has one start only.
TEST(DriverTest, AStartWithoutNumbersIsTriedElsewhere) {
  for (const Method& method : std::vector<Method>{Gd{}, Engd{}, Adam{}, Bfgs{}, Adaptive{}}) {
    FormulaEnergy energy = positive_only();
    energy.metric = Matrix::Ones(1, 1);
    State state = at({-1});
    std::vector<int> asked;
    int seen_bad = 0;
    const Result result = minimise(
        energy, {.method = method, .iterations = 30}, state,
        [&](const State& now, double, bool) { seen_bad += !std::isfinite(now.loss); }, {},
        [&](int attempt) {
          asked.push_back(attempt);
          return Vector::Constant(1, attempt < 3 ? -1.0 : 2.0);
        });
    EXPECT_FALSE(failed(result.termination)) << name(method) << result.sentence;
    EXPECT_EQ(asked, (std::vector<int>{1, 2, 3})) << name(method);
    EXPECT_EQ(seen_bad, 0);
    EXPECT_NE(result.sentence.find("the best of 4 starts"), std::string::npos) << result.sentence;
    EXPECT_LT(state.loss, 2);
  }
}

TEST(DriverTest, StartsWithoutNumbersEndAtLast) {
  FormulaEnergy energy = positive_only();
  State state = at({-1});
  int asked = 0;
  const Result result = minimise(energy, {.method = Gd{}}, state, {}, {}, [&](int) {
    ++asked;
    return Vector::Constant(1, -2.0);
  });
  EXPECT_EQ(result.termination, Termination::diverged);
  EXPECT_EQ(asked, 19);
  EXPECT_EQ(result.sentence, "iteration 0: the loss is not finite; likewise at 19 other starts");
}

// The first run gets stuck, and the last one has no numbers: how the best one ended is told.
TEST(DriverTest, TheEndingIsThatOfTheBestStartWhereTheLastOneFails) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return x[0] < 0 ? nan : 1.0; },
      [](const Vector& x) { return Vector::Constant(1, x[0] < 0 ? nan : 1.0); });
  State state = at({1});
  const Result result = minimise(energy, {.method = Gd{}, .step = Backtracking{}, .starts = 3},
                                 state, {}, {}, [](int) { return Vector::Constant(1, -2.0); });
  EXPECT_EQ(result.termination, Termination::stalled) << result.sentence;
  EXPECT_EQ(state.theta[0], 1);
  EXPECT_EQ(state.loss, 1);
}

// And does not begin again elsewhere: the energy is the same there.
TEST(DriverTest, AnEnergyThatFallsWithoutBoundIsDivergence) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return -0.5 * x[0] * x[0]; },
      [](const Vector& x) { return Vector(-x); });
  State state = at({1});
  const Result result = minimise(energy, {.method = Gd{}, .starts = 20}, state, {}, {},
                                 [](int) { return Vector::Constant(1, 1.0); });
  EXPECT_EQ(result.termination, Termination::diverged);
  EXPECT_NE(result.sentence.find("the energy falls without bound: -"), std::string::npos)
      << result.sentence;
  EXPECT_EQ(result.sentence.find("starts"), std::string::npos) << result.sentence;
  EXPECT_TRUE(std::isfinite(state.loss));
}

// Energies in other units have large numbers, and a least value.
TEST(DriverTest, ALargeNegativeEnergyIsNoDivergence) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return 1e12 * (0.5 * x[0] * x[0] - 1e3 * x[0]); },
      [](const Vector& x) { return Vector(1e12 * (x - Vector::Constant(1, 1e3))); });
  State state = at({1e-6});
  const Result result =
      minimise(energy, {.method = Bfgs{}, .iterations = 50, .step = Wolfe{}}, state);
  EXPECT_FALSE(failed(result.termination)) << result.sentence;
  EXPECT_NEAR(state.loss, -5e17, 1e12);
}

/// A sum of squares that rounding keeps above 1e-30.
class Rounded final : public FormulaEnergy {
 public:
  Rounded()
      : FormulaEnergy(
            1, [](const Vector& x) { return std::max(0.5 * x[0] * x[0], 1e-30); },
            [](const Vector& x) { return Vector::Constant(1, x[0] == 0 ? 1e-10 : x[0]); }) {}
  bool least_squares() const override { return true; }
};

TEST(DriverTest, AGoodEndDoesNotReadAsAFailure) {
  Rounded energy;
  State state = at({5});
  const Result result = minimise(energy, {.method = Bfgs{}, .step = Wolfe{}}, state);
  EXPECT_EQ(result.termination, Termination::stalled);
  EXPECT_NE(result.sentence.find("rounding is reached: no step lowers the loss 1.000e-30, which "
                                 "began at 1.250e+01"),
            std::string::npos)
      << result.sentence;
}

TEST(DriverTest, StallsWhenEveryStepOfTheGridIsNotFinite) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return x[0] == 0 ? 1.0 : nan; },
      [](const Vector&) { return Vector::Constant(1, 1.0); });
  State state = at({0});
  EXPECT_EQ(minimise(energy, {.method = Gd{}}, state).termination, Termination::stalled);
}

TEST(DriverTest, AZeroMetricGivesNoDirection) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  energy.metric.setZero();
  State state = at({5, 6});
  const Result result = minimise(energy, {.method = Engd{}}, state);
  EXPECT_EQ(result.termination, Termination::no_direction);
  EXPECT_FALSE(result.sentence.empty());
}

TEST(DriverTest, NamesAreDistinct) {
  std::set<std::string> names;
  for (int k = 0; k <= static_cast<int>(Termination::little_progress); ++k)
    names.insert(name(static_cast<Termination>(k)));
  EXPECT_EQ(names.size(), 9u);
  EXPECT_TRUE(failed(Termination::diverged));
  EXPECT_TRUE(failed(Termination::no_direction));
  EXPECT_FALSE(failed(Termination::stalled));
}

TEST(DriverTest, TheObserverSeesEveryStateAndTheEnd) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  std::vector<int> seen;
  int finals = 0;
  minimise(energy, {.method = Gd{}, .iterations = 3}, state,
           [&](const State& s, double seconds, bool final) {
             EXPECT_GE(seconds, 0);
             EXPECT_DOUBLE_EQ(s.loss, energy.loss(s.theta, nullptr));
             seen.push_back(s.iteration);
             finals += final;
           });
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(finals, 1);
}

TEST(DriverTest, StagesGoOnWhereTheLastOneStopped) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  minimise(energy, {.method = Adam{}, .iterations = 10, .step = Fixed{}}, state);
  const Result result = minimise(energy,
                                 {.method = Bfgs{},
                                  .iterations = 200,
                                  .step = Wolfe{},
                                  .stopping = {.gradient_tolerance = 1e-9}},
                                 state);
  EXPECT_EQ(result.termination, Termination::gradient_tolerance);
  EXPECT_EQ(state.iteration, 10 + result.iterations);
}

}  // namespace
}  // namespace engd::optim
