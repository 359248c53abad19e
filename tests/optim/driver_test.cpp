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
  const Result result = minimise(energy, {.method = Method::gd, .iterations = 5}, state);
  EXPECT_EQ(result.termination, Termination::iterations);
  EXPECT_EQ(result.iterations, 5);
  EXPECT_EQ(state.iteration, 5);
  EXPECT_EQ(energy.redrawn, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(DriverTest, StopsAtTheTargetLoss) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({5, 6});
  const Result result = minimise(energy, {.method = Method::engd, .target_loss = 1e-20}, state);
  EXPECT_EQ(result.termination, Termination::target_loss);
  EXPECT_EQ(result.iterations, 1);
}

TEST(DriverTest, StopsAtTheGradientTolerance) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({5, 6});
  const Result result = minimise(
      energy, {.method = Method::bfgs, .step = StepRule::wolfe, .gradient_tolerance = 1e-10},
      state);
  EXPECT_EQ(result.termination, Termination::gradient_tolerance);
  EXPECT_LE(state.gradient.norm(), 1e-10);
}

TEST(DriverTest, AZeroGradientIsTheEndOfTheRoad) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  State state = at({1, 1});
  EXPECT_EQ(minimise(energy, {.method = Method::engd}, state).termination,
            Termination::gradient_tolerance);
}

TEST(DriverTest, StopsAtTheTimeLimit) {
  auto energy = rosenbrock();
  State state = at({-1.2, 1});
  const Result result = minimise(energy,
                                 {.method = Method::adam,
                                  .iterations = 2000000000,
                                  .step = StepRule::fixed,
                                  .time_limit = 0.02},
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
                                   {.method = Method::gd,
                                    .iterations = 40,
                                    .step = StepRule::fixed,
                                    .learning_rate = 0.1,
                                    .least_progress = least_progress,
                                    .progress_iterations = progress_iterations},
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
  const Result result =
      minimise(energy, {.method = Method::gd}, state, {}, [&] { return ++asked > 3; });
  EXPECT_EQ(result.termination, Termination::interrupted);
  EXPECT_EQ(result.iterations, 3);
}

TEST(DriverTest, StallsWhereNoStepLowersTheLoss) {
  // The slope points uphill: no step along it helps, whatever the memory.
  FormulaEnergy energy(
      1, [](const Vector& x) { return x[0]; },
      [](const Vector&) { return Vector::Constant(1, -1.0); });
  for (StepRule rule : {StepRule::backtracking, StepRule::wolfe}) {
    State state = at({0});
    const Result result = minimise(energy, {.method = Method::lbfgs, .step = rule}, state);
    EXPECT_EQ(result.termination, Termination::stalled);
    EXPECT_EQ(state.theta[0], 0);
  }
}

TEST(DriverTest, DivergesOnALossThatIsNotFinite) {
  FormulaEnergy energy(
      1, [](const Vector&) { return nan; }, [](const Vector&) { return Vector::Constant(1, 1.0); });
  for (Method method : {Method::gd, Method::engd, Method::adam, Method::bfgs, Method::lbfgs}) {
    State state = at({0});
    EXPECT_EQ(minimise(energy, {.method = method}, state).termination, Termination::diverged);
    EXPECT_EQ(state.iteration, 0);
  }
}

TEST(DriverTest, StallsWhenEveryStepOfTheGridIsNotFinite) {
  FormulaEnergy energy(
      1, [](const Vector& x) { return x[0] == 0 ? 1.0 : nan; },
      [](const Vector&) { return Vector::Constant(1, 1.0); });
  State state = at({0});
  EXPECT_EQ(minimise(energy, {.method = Method::gd}, state).termination, Termination::stalled);
}

TEST(DriverTest, AZeroMetricGivesNoDirection) {
  auto energy = quadratic(Vector::Constant(2, 3.0));
  energy.metric.setZero();
  State state = at({5, 6});
  const Result result = minimise(energy, {.method = Method::engd}, state);
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
  minimise(energy, {.method = Method::gd, .iterations = 3}, state,
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
  minimise(energy, {.method = Method::adam, .iterations = 10, .step = StepRule::fixed}, state);
  const Result result = minimise(energy,
                                 {.method = Method::bfgs,
                                  .iterations = 200,
                                  .step = StepRule::wolfe,
                                  .gradient_tolerance = 1e-9},
                                 state);
  EXPECT_EQ(result.termination, Termination::gradient_tolerance);
  EXPECT_EQ(state.iteration, 10 + result.iterations);
}

}  // namespace
}  // namespace engd::optim
