// The linear problems solved on the card against the same on the host.
#include <gtest/gtest.h>

#include <cstdlib>

#include "backend/cases.h"
#include "backend/device_error.h"
#include "backend/tested_device.h"
#include "common/discretisation.h"
#include "energy/linear_systems.h"
#include "linalg/solver.h"

namespace engd {
namespace {

using energy::Linearisation;
using linalg::Method;
using linalg::Outcome;
using testing::Discretisation;
using testing::perceptron;
using testing::residual;
using testing::Statement;
namespace points = testing::points;

class CudaSystemsTest : public ::testing::TestWithParam<testing::Case> {
 protected:
  CudaSystemsTest()
      : made_(GetParam().statement),
        card_(made_.make_energy(7, 2, testing::tested_device())),
        theta_(made_.trainable.initial(3)) {}

  void expect_close(const Vector& got, const Vector& want, double tolerance, const char* what) {
    ASSERT_EQ(got.size(), want.size()) << what;
    EXPECT_LE((got - want).norm(), tolerance * (1e-12 + want.norm())) << what;
  }

  Discretisation made_;
  std::unique_ptr<energy::Energy> card_;
  Vector theta_;
};

TEST_P(CudaSystemsTest, NaturalDirections) {
  // A damping that leaves a condition number of 1e4, whatever the size of the rows.
  const auto scale = energy::make_host_damped_system(*card_, std::nullopt);
  Linearisation unused;
  ASSERT_EQ(scale->linearise(theta_, unused), Outcome::ok);
  const double damping = 1e-4 * scale->largest();
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd, Method::gram_cholesky,
                        Method::kernel, Method::kernel_cholesky})
    for (int order : {-1, 1}) {
      const linalg::SolverOptions options{method, damping, 0};
      Linearisation here, there;
      Vector got, want;
      const auto a = card_->natural_system({order}, options)->solve(theta_, here, got);
      const auto b =
          energy::make_host_natural_system(*card_, {order}, options)->solve(theta_, there, want);
      ASSERT_EQ(a.outcome, b.outcome);
      if (a.outcome != Outcome::ok) continue;
      expect_close(got, want, 1e-8, "direction");
      EXPECT_DOUBLE_EQ(here.loss, there.loss);
      expect_close(here.g, there.g, 1e-13, "gradient");
    }
}

TEST_P(CudaSystemsTest, TruncatedDirectionsSolveTheSameEquations) {
  // Without damping the kept directions decide; G d = g must hold on them.
  Linearisation now;
  Vector d;
  const auto system = card_->natural_system({}, {Method::gram_eigen, 0, 1e-8});
  const auto solution = system->solve(theta_, now, d);
  ASSERT_EQ(solution.outcome, Outcome::ok);
  Linearisation host;
  Vector want;
  const auto same = energy::make_host_natural_system(*card_, {}, {Method::gram_eigen, 0, 1e-8})
                        ->solve(theta_, host, want);
  EXPECT_EQ(solution.rank, same.rank);
  EXPECT_NEAR(now.g.dot(d), host.g.dot(want), 1e-6 * std::fabs(host.g.dot(want)));
}

TEST_P(CudaSystemsTest, DampedSteps) {
  const Index p = theta_.size();
  for (const std::optional<Method> method :
       {std::optional<Method>(), std::optional(Method::gram_cholesky)}) {
    const auto a = card_->damped_system(method);
    const auto b = energy::make_host_damped_system(*card_, std::nullopt);
    Linearisation here, there;
    ASSERT_EQ(a->linearise(theta_, here), b->linearise(theta_, there));
    EXPECT_LE(a->largest(), 4 * b->largest());
    EXPECT_GE(a->largest(), b->largest() / 4);
    const double top = b->largest();
    const std::vector<double> dampings{top, 1e-2 * top, 1e-4 * top};
    Matrix got(p, 3), want(p, 3);
    std::vector<double> decrease(3), expected(3);
    a->steps(dampings, got, decrease);
    b->steps(dampings, want, expected);
    for (Index k = 0; k < 3; ++k) {
      expect_close(got.col(k), want.col(k), 1e-10, "step");
      EXPECT_NEAR(decrease[k], expected[k], 1e-10 * expected[k]);
    }
  }
}

TEST_P(CudaSystemsTest, ChordSteps) {
  const auto a = card_->chord_system();
  const auto b = energy::make_host_chord_system(*card_);
  Linearisation here, there;
  Vector D, E, got, want;
  ASSERT_EQ(a->linearise(theta_, here, D, false), b->linearise(theta_, there, E, false));
  EXPECT_EQ(D, E);
  EXPECT_NEAR(a->largest(), b->largest(), 1e-9 * b->largest());
  const double damping = 1e-3 * b->largest();
  ASSERT_EQ(a->factor(damping), Outcome::ok);
  ASSERT_EQ(b->factor(damping), Outcome::ok);
  const Vector v = 0.01 * theta_;
  a->start();
  b->start();
  a->solve(v, got);
  b->solve(v, want);
  expect_close(got, want, 1e-10, "first correction");
  const Vector other = theta_ - 0.1 * got;
  EXPECT_NEAR(a->move_to(other), b->move_to(other), 1e-12 * (1 + std::fabs(here.loss)));
  a->solve(v, got);
  b->solve(v, want);
  expect_close(got, want, 1e-10, "second correction");
}

// The card gives the same bits again.
TEST_P(CudaSystemsTest, SameBitsTwice) {
  Discretisation again(GetParam().statement);
  const auto other = again.make_energy(7, 2, testing::tested_device());
  Linearisation a, b;
  Vector d, e;
  const linalg::SolverOptions options{Method::gram_eigen, 0, -1};
  card_->natural_system({}, options)->solve(theta_, a, d);
  other->natural_system({}, options)->solve(theta_, b, e);
  EXPECT_EQ(d, e);
  EXPECT_EQ(a.g, b.g);
  EXPECT_EQ(a.loss, b.loss);
}

/// Rows are kept as asked for, instead of as is best.
class RowsKept {
 public:
  explicit RowsKept(const char* how) { setenv("ENGD_CUDA_ROWS", how, 1); }
  ~RowsKept() { unsetenv("ENGD_CUDA_ROWS"); }
};

struct Corrections {
  Vector natural, damped, first, second;
};

Corrections corrections(energy::Energy& card, const Vector& theta, const char* how) {
  const RowsKept kept(how);
  Corrections all;
  Linearisation now;
  Vector D;
  const auto chord = card.chord_system();
  EXPECT_EQ(chord->linearise(theta, now, D, false), Outcome::ok);
  const double damping = 1e-3 * chord->largest();
  EXPECT_EQ(chord->factor(damping), Outcome::ok);
  chord->start();
  chord->solve(0.01 * theta, all.first);
  chord->move_to(theta - 0.1 * all.first);
  chord->solve(0.02 * theta, all.second);
  Matrix steps(theta.size(), 1);
  std::vector<double> decrease(1);
  const auto damped = card.damped_system(Method::gram_cholesky);
  EXPECT_EQ(damped->linearise(theta, now), Outcome::ok);
  damped->steps(std::vector{damping}, steps, decrease);
  all.damped = steps.col(0);
  card.natural_system({}, {Method::kernel_cholesky, damping, 0})->solve(theta, now, all.natural);
  return all;
}

TEST_P(CudaSystemsTest, RowsMadeAgainGiveTheSame) {
  const Corrections want = corrections(*card_, theta_, "whole");
  for (const char* how : {"pieces", "structure"}) {
    const Corrections got = corrections(*card_, theta_, how);
    expect_close(got.natural, want.natural, 1e-9, how);
    expect_close(got.damped, want.damped, 1e-9, how);
    expect_close(got.first, want.first, 1e-9, how);
    expect_close(got.second, want.second, 1e-9, how);
  }
}

/// A nonlinear problem on a square, with points inside and on its boundary.
Statement square(int inside, int on_boundary, std::vector<int> layers) {
  return Statement("x y", {{0, 1}}).with(perceptron(std::move(layers))) +
         residual("interior", "laplacian(u) + u^2 - 1", points::sobol(inside)) +
         residual("boundary", "u", points::sobol(on_boundary));
}

// Sizes at which products are taken from block columns, and substitution from inverted blocks.
TEST(LargeSystemsTest, TheSameAsOnTheHost) {
  for (const int inside : {2300, 3500}) {
    Discretisation made(square(inside, 200, {50, 50}));
    const auto card = made.make_energy(7, 2, testing::tested_device());
    const Vector theta = made.trainable.initial(3);
    const Corrections whole = corrections(*card, theta, "whole");
    const auto host = energy::make_host_chord_system(*card);
    Linearisation now;
    Vector D, first, second;
    ASSERT_EQ(host->linearise(theta, now, D, false), Outcome::ok);
    ASSERT_EQ(host->factor(1e-3 * host->largest()), Outcome::ok);
    host->start();
    host->solve(0.01 * theta, first);
    host->move_to(theta - 0.1 * first);
    host->solve(0.02 * theta, second);
    EXPECT_LE((whole.first - first).norm(), 1e-9 * first.norm());
    EXPECT_LE((whole.second - second).norm(), 1e-9 * second.norm());
    for (const char* how : {"pieces", "structure"}) {
      const Corrections again = corrections(*card, theta, how);
      EXPECT_LE((again.second - second).norm(), 1e-9 * second.norm()) << how;
      EXPECT_LE((again.natural - whole.natural).norm(), 1e-9 * whole.natural.norm()) << how;
    }
  }
}

// Products of rows know singular values down to 1e-8 of the largest; refined ones go on as QR does.
TEST(FineSystemsTest, SmallDampingsKeepTheirDigits) {
  Discretisation made(square(500, 100, {24}));
  const auto card = made.make_energy(7, 2, testing::tested_device());
  const Vector theta = made.trainable.initial(3);
  const auto host = energy::make_host_damped_system(*card, std::nullopt);
  const auto chord = card->chord_system();
  Linearisation now;
  Vector D, e;
  ASSERT_EQ(host->linearise(theta, now), Outcome::ok);
  const auto error = [&](double damping, bool fine) {
    Matrix want(theta.size(), 1);
    std::vector<double> decrease(1);
    host->steps(std::vector{damping}, want, decrease);
    EXPECT_EQ(chord->linearise(theta, now, D, fine), Outcome::ok);
    if (chord->factor(damping) != Outcome::ok) return 1.0;
    chord->start();
    chord->solve(Vector::Zero(theta.size()), e);
    return (e.cwiseQuotient(D) - want.col(0)).norm() / want.norm();
  };
  for (const double relative : {1e-10, 1e-14, 1e-18, 1e-22}) {
    const double damping = relative * host->largest();
    // A step is as sensitive as the inverse root of its damping.
    EXPECT_LE(error(damping, true), 1e-14 / std::sqrt(relative)) << relative;
    if (relative < 1e-17) {
      EXPECT_GT(error(damping, false), 1e-2) << relative;
    }
  }
  EXPECT_NEAR(chord->largest(), host->largest(), 0.5 * host->largest());
  EXPECT_EQ(chord->least_damping(), 1e-30);
}

TEST(LargeSystemsTest, WhatCannotFitIsRefusedBeforeTheRun) {
  Discretisation made(Statement("x", {{0, 1}}).with(perceptron({100000})) +
                      residual("interior", "u_x - u", points::grid(10)));
  const auto card = made.make_energy(7, 2, testing::tested_device());
  try {
    card->natural_system({}, {Method::gram_cholesky, 1e-3, 0});
    FAIL() << "accepted";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("GiB"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, CudaSystemsTest, ::testing::ValuesIn(testing::cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace engd
