#include "linalg/damped_factor.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <limits>

#include "linalg/damped_cholesky.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::random_matrix;
using testing::random_vector;

struct Sized {
  Index rows, parameters;
};
const std::vector<Sized> sizes{{1, 1}, {5, 1}, {1, 5}, {40, 12}, {12, 40}, {33, 33}, {64, 31}};

/// argmin |A d - r|^2 + damping |d|^2 by Eigen's QR of the stacked matrix: the obvious reference.
Vector stacked_solution(const Matrix& A, const Vector& r, double damping) {
  const Index n = A.rows(), p = A.cols();
  Matrix M(n + p, p);
  M << A, std::sqrt(damping) * Matrix::Identity(p, p);
  Vector rhs = Vector::Zero(n + p);
  rhs.head(n) = r;
  return M.colPivHouseholderQr().solve(rhs);
}

struct DampedCase {
  Matrix A;
  Vector r, g;
  explicit DampedCase(Sized size)
      : A(random_matrix(size.rows, size.parameters, 3)),
        r(random_vector(size.rows, 4)),
        g(A.transpose() * r) {}
  System with_residual() const { return {&A, nullptr, &r, &g}; }
  System with_gradient() const { return {&A, nullptr, nullptr, &g}; }
};

const std::vector<std::optional<Method>> factors{std::nullopt,          Method::qr_svd,
                                                 Method::qr_pivoted,    Method::gram_eigen,
                                                 Method::gram_cholesky, Method::kernel};

TEST(DampedFactorTest, StepsAreThoseOfTheStackedProblem) {
  const std::vector<double> dampings{1e3, 1.0, 1e-3};
  for (const Sized size : sizes)
    for (const auto& method : factors)
      for (bool residual : {true, false}) {
        const DampedCase c(size);
        auto factor = make_damped_factor(method);
        ASSERT_EQ(factor->factor(residual ? c.with_residual() : c.with_gradient()), Outcome::ok);
        Matrix D(size.parameters, 3);
        std::vector<double> decreases(3);
        factor->steps(dampings, D, decreases);
        for (Index k = 0; k < 3; ++k) {
          const Vector want = stacked_solution(c.A, c.r, dampings[static_cast<std::size_t>(k)]);
          EXPECT_LE((D.col(k) - want).norm(), 1e-10 * want.norm())
              << size.rows << " x " << size.parameters << ", damping " << k;
        }
      }
}

// 1/2 (g.d + damping |d|^2) is what the quadratic model loses by the step.
TEST(DampedFactorTest, DecreasesAreThoseOfTheModel) {
  for (const Sized size : sizes)
    for (const auto& method : factors) {
      const DampedCase c(size);
      auto factor = make_damped_factor(method);
      ASSERT_EQ(factor->factor(c.with_residual()), Outcome::ok);
      Matrix D(size.parameters, 2);
      const std::vector<double> dampings{2.0, 0.01};
      std::vector<double> decreases(2);
      factor->steps(dampings, D, decreases);
      for (Index k = 0; k < 2; ++k) {
        const double lost = 0.5 * (c.r.squaredNorm() - (c.r - c.A * D.col(k)).squaredNorm());
        EXPECT_NEAR(decreases[static_cast<std::size_t>(k)], lost, 1e-12 * c.r.squaredNorm());
      }
    }
}

// A gradient that is no A^T r has a part on which G is zero: there the step is g / damping.
TEST(DampedFactorTest, TheGradientMayLeaveTheRowSpace) {
  const DampedCase c({3, 8});
  const Vector g = random_vector(8, 9);
  const System system{&c.A, nullptr, nullptr, &g};
  const double damping = 0.3;
  Matrix D(8, 1);
  std::vector<double> decrease(1);
  auto factor = make_bidiagonal_factor();
  ASSERT_EQ(factor->factor(system), Outcome::ok);
  factor->steps(std::vector{damping}, D, decrease);
  const Matrix G = c.A.transpose() * c.A + damping * Matrix::Identity(8, 8);
  EXPECT_LE((G * D.col(0) - g).norm(), 1e-12 * g.norm());
  EXPECT_NEAR(decrease[0], 0.5 * (g.dot(D.col(0)) + damping * D.col(0).squaredNorm()), 1e-12);
}

// Condition 1e10: the residual of the step stays at round-off by reflections, whereas A^T A has no
// digit of the small singular values. This is why the default does not form it.
TEST(DampedFactorTest, ReflectionsKeepSmallSingularValues) {
  const testing::Problem problem(60, 20, testing::geometric(20, 1, 1e-10));
  auto exact = make_bidiagonal_factor();
  ASSERT_EQ(exact->factor(problem.with_residual()), Outcome::ok);
  Matrix D(20, 1);
  std::vector<double> decrease(1);
  const double damping = 1e-24;
  exact->steps(std::vector{damping}, D, decrease);
  const System system = problem.with_residual();
  const Vector want = stacked_solution(*system.A, *system.r, damping);
  // Errors of a least-squares solution grow with the condition number, here 1e10 * 1e-16.
  EXPECT_LE((D.col(0) - want).norm(), 1e-4 * want.norm());
  auto squared = make_damped_factor(Method::gram_eigen);
  ASSERT_EQ(squared->factor(system), Outcome::ok);
  squared->steps(std::vector{damping}, D, decrease);
  EXPECT_GT((D.col(0) - want).norm(), 0.1 * want.norm());
}

TEST(DampedFactorTest, AnotherRightHandSide) {
  for (const auto& method : factors) {
    const DampedCase c({40, 12});
    auto factor = make_damped_factor(method);
    ASSERT_EQ(factor->factor(c.with_residual()), Outcome::ok);
    const Vector r = random_vector(40, 77), g = c.A.transpose() * r;
    factor->rotate({&c.A, nullptr, &r, &g});
    Matrix D(12, 1);
    std::vector<double> decrease(1);
    factor->steps(std::vector{0.1}, D, decrease);
    EXPECT_LE((D.col(0) - stacked_solution(c.A, r, 0.1)).norm(), 1e-11);
  }
}

TEST(DampedFactorTest, WhatCannotBeFactoredIsSaid) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& method : factors) {
    auto factor = make_damped_factor(method);
    DampedCase c({6, 3});
    c.A(2, 1) = nan;
    EXPECT_EQ(factor->factor(c.with_residual()), Outcome::not_finite);
    c.A.setZero();
    c.g.setZero();
    EXPECT_EQ(factor->factor(c.with_residual()), Outcome::zero);
    const Matrix none(0, 3);
    const Vector no_r(0), g = Vector::Zero(3);
    EXPECT_EQ(factor->factor({&none, nullptr, &no_r, &g}), Outcome::zero);
  }
}

TEST(DampedFactorTest, ABreakdownOfCholeskyIsAStepOfZero) {
  const testing::Problem problem(60, 20, testing::geometric(20, 1, 1e-12));
  auto factor = make_damped_factor(Method::gram_cholesky);
  ASSERT_EQ(factor->factor(problem.with_residual()), Outcome::ok);
  Matrix D(20, 1);
  std::vector<double> decrease(1, 1.0);
  factor->steps(std::vector{1e-30}, D, decrease);
  EXPECT_EQ(D.norm(), 0);
  EXPECT_EQ(decrease[0], 0);
}

TEST(DampedFactorTest, TheLargestEigenvalueIsKnownRoughly) {
  for (const auto& method : factors) {
    const testing::Problem problem(50, 20, testing::geometric(20, 3, 1e-6));
    auto factor = make_damped_factor(method);
    ASSERT_EQ(factor->factor(problem.with_residual()), Outcome::ok);
    EXPECT_GE(factor->largest(), 0.99 * 9);
    EXPECT_LE(factor->largest(), 4 * 9);
  }
}

TEST(DampedCholeskyTest, SolvesWithAShiftedRightHandSide) {
  for (const Sized size : sizes) {
    const DampedCase c(size);
    DampedCholesky factor;
    ASSERT_EQ(factor.set(c.A), Outcome::ok);
    const double damping = 0.2;
    ASSERT_EQ(factor.factor(damping), Outcome::ok);
    const Vector v = random_vector(size.parameters, 5);
    const Matrix G = c.A.transpose() * c.A + damping * Matrix::Identity(v.size(), v.size());
    Vector x;
    factor.solve(&c.r, c.g, v, x);
    EXPECT_LE((G * x - c.g - damping * v).norm(), 1e-11 * (1 + c.g.norm()));
    const Vector g = random_vector(size.parameters, 6);
    factor.solve(nullptr, g, v, x);
    EXPECT_LE((G * x - g - damping * v).norm(), 1e-11 * (1 + g.norm()));
  }
}

TEST(DampedCholeskyTest, SaysWhatCannotBeDone) {
  DampedCholesky factor;
  EXPECT_EQ(factor.set(Matrix(0, 4)), Outcome::zero);
  EXPECT_EQ(factor.set(Matrix::Zero(4, 4)), Outcome::zero);
  Matrix A = Matrix::Identity(4, 4);
  EXPECT_EQ(factor.set(A), Outcome::ok);
  EXPECT_NEAR(factor.largest(), 1, 1e-12);
  EXPECT_EQ(factor.factor(-2), Outcome::not_positive_definite);
  A(1, 1) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(factor.set(A), Outcome::not_finite);
}

}  // namespace
}  // namespace engd::linalg
