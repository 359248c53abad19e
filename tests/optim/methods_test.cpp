// Directions: what each method promises on problems whose answer is known.
#include <gtest/gtest.h>

#include "common/discretisation.h"
#include "linalg/solver.h"
#include "optim/direction.h"
#include "optim/driver.h"
#include "optim/iteration.h"
#include "optim/quadratic.h"

namespace engd::optim {
namespace {

using testing::quadratic;
using testing::residual;
using testing::rosenbrock;

// Theorem 1 of the paper: for a quadratic energy the natural gradient step of size 1 is the error.
TEST(MethodsTest, OneNaturalStepSolvesAQuadraticEnergy) {
  Vector d(3);
  d << 1, 1e-3, 1e4;
  auto energy = quadratic(d);
  State state;
  state.theta = Vector::Zero(3);
  const Result result = minimise(energy, {.method = Method::engd, .iterations = 1}, state);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_EQ(state.step, 1);
  EXPECT_LT((state.theta - Vector::Ones(3)).norm(), 1e-12);
}

// A method or a rule that nobody has heard of is a mistake of the program, and no null pointer.
TEST(MethodsTest, WhatIsUnknownIsAnError) {
  auto energy = quadratic(Vector::Ones(2));
  EXPECT_THROW(make_iteration({.method = static_cast<Method>(99)}, energy), std::logic_error);
  EXPECT_THROW(make_direction({.method = Method::adaptive}), std::logic_error);
  EXPECT_THROW(make_step_rule({.step = static_cast<StepRule::Kind>(99)}), std::logic_error);
}

TEST(MethodsTest, QuasiNewtonMethodsSolveRosenbrock) {
  for (Method method : {Method::bfgs, Method::lbfgs}) {
    auto energy = rosenbrock();
    State state;
    state.theta = Vector(2);
    state.theta << -1.2, 1;
    const Result result = minimise(
        energy,
        {.method = method, .iterations = 100, .step = StepRule::wolfe, .gradient_tolerance = 1e-9},
        state);
    EXPECT_EQ(result.termination, Termination::gradient_tolerance) << name(method);
    EXPECT_LT((state.theta - Vector::Ones(2)).norm(), 1e-8) << name(method);
  }
}

// With exact line searches BFGS ends a quadratic in n steps; with Wolfe's it takes few more.
TEST(MethodsTest, BfgsLearnsTheInverseHessian) {
  Vector d(4);
  d << 1, 10, 100, 1000;
  auto energy = quadratic(d);
  State state;
  state.theta = Vector::Zero(4);
  const Result result = minimise(energy,
                                 {.method = Method::bfgs,
                                  .iterations = 60,
                                  .step = StepRule::wolfe,
                                  .gradient_tolerance = 1e-8},
                                 state);
  EXPECT_EQ(result.termination, Termination::gradient_tolerance);
}

// The first step of Adam is the learning rate times the sign of the gradient.
TEST(MethodsTest, AdamStartsWithTheSignOfTheGradient) {
  Vector d(2);
  d << 7, 1e-4;
  auto energy = quadratic(d);
  State state;
  state.theta = Vector(2);
  state.theta << 3, -2;
  minimise(energy,
           {.method = Method::adam,
            .iterations = 1,
            .epsilon = 0,
            .step = StepRule::fixed,
            .learning_rate = 0.01},
           state);
  EXPECT_NEAR(state.theta[0], 3 - 0.01, 1e-12);
  EXPECT_NEAR(state.theta[1], -2 + 0.01, 1e-12);
}

TEST(MethodsTest, GradientDescentTakesTheBestStepOfItsGrid) {
  auto energy = quadratic(Vector::Constant(1, 4.0));
  State state;
  state.theta = Vector::Zero(1);
  minimise(energy, {.method = Method::gd, .iterations = 1}, state);
  EXPECT_EQ(state.step, 0.25);  // 1/4 is on the grid and exact
  EXPECT_EQ(state.theta[0], 1);
}

testing::Statement poisson(std::vector<int> layers) {
  return testing::Statement("x y", {{0, 1}, {0, 1}}).with_layers(std::move(layers)) +
         residual("interior", "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)",
                  testing::points::grid(9)) +
         residual("boundary", "u", testing::points::grid(9));
}

// Every solver gives the same direction where the metric is well conditioned, here by damping.
TEST(MethodsTest, AllSolversGiveTheSameDampedDirection) {
  using linalg::Method;
  for (const std::vector<int>& layers :
       {std::vector{6}, {30, 8}}) {  // more rows than parameters, fewer
    testing::Discretisation made(poisson(layers));
    const auto energy = made.make_energy(0, 2);
    State state;
    state.theta = made.trainable.initial(1);
    Vector first, d;
    for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd,
                          Method::gram_cholesky, Method::kernel, Method::kernel_cholesky}) {
      Options options{.method = optim::Method::engd, .solver = method, .damping = 1e-3};
      ASSERT_EQ(make_direction(options)->compute(*energy, state, d), linalg::Outcome::ok);
      if (first.size() == 0) first = d;
      EXPECT_LT((d - first).norm(), 1e-8 * first.norm()) << static_cast<int>(method);
    }
  }
}

TEST(MethodsTest, TheSolverFollowsTheSizes) {
  testing::Discretisation small(poisson({6})), large(poisson({30, 8}));
  const auto a = small.make_energy(0, 1), b = large.make_energy(0, 1);
  EXPECT_EQ(solver_for({}, *a), linalg::Method::gram_eigen);
  EXPECT_EQ(solver_for({}, *b), linalg::Method::kernel);
}

TEST(MethodsTest, HilbertAndEnergyNaturalGradientsDiffer) {
  testing::Discretisation made(poisson({6}));
  const auto energy = made.make_energy(0, 1);
  State state;
  state.theta = made.trainable.initial(1);
  std::vector<Vector> directions;
  for (int order : {-1, 0, 1, 2}) {
    Options options{.method = order < 0 ? Method::engd : Method::hngd, .sobolev_order = order};
    Vector d;
    ASSERT_EQ(make_direction(options)->compute(*energy, state, d), linalg::Outcome::ok);
    EXPECT_GT(d.dot(state.gradient), 0);  // all are descent directions
    for (const Vector& other : directions) EXPECT_GT((d - other).norm(), 1e-6 * d.norm());
    directions.push_back(d);
  }
}

}  // namespace
}  // namespace engd::optim
