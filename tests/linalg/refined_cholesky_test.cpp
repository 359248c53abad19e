// Dampings that a product of rows cannot tell from zero.
#include "linalg/refined_cholesky.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/blas.h"
#include "linalg/damped_cholesky.h"
#include "linalg/row_sample.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::geometric;
using testing::Problem;
using testing::random_vector;
using testing::relative_error;

struct Shape {
  Index rows, parameters;
};
// Fewer rows than parameters, as many, so few that all are taken for L, and so many that some are.
constexpr std::array shapes{Shape{20, 60}, Shape{30, 30}, Shape{60, 20}, Shape{400, 20}};

/// (A^T A + damping I)^-1 (A^T r + damping v), by the singular values and with no difference of
/// large numbers.
Vector exact(const Problem& problem, double damping, const Vector& v) {
  const Vector c = problem.U.transpose() * problem.r, w = problem.V.transpose() * v;
  const Vector& s = problem.sigma;
  const auto weighted =
      (s.array() * c.array() + damping * w.array()) / (s.array().square() + damping);
  return problem.V * weighted.matrix() + v - problem.V * w;
}

TEST(RefinedCholeskyTest, SmallDampingsKeepTheirDigits) {
  for (const auto [rows, parameters] : shapes) {
    const Problem problem(rows, parameters, geometric(std::min(rows, parameters), 1, 1e-11));
    const Vector v = random_vector(parameters, 9);
    for (const double damping : {1e-8, 1e-14, 1e-18, 1e-22}) {
      Matrix B = problem.A;
      RefinedCholesky refined;
      ASSERT_EQ(refined.set(B), Outcome::ok);
      ASSERT_EQ(refined.factor(damping), Outcome::ok) << damping;
      Vector x;
      refined.solve(problem.r, v, x);
      // A step is as sensitive as the inverse root of its damping.
      EXPECT_LE(relative_error(x, exact(problem, damping, v)), 1e-14 / std::sqrt(damping))
          << rows << " x " << parameters << ", " << damping;
      EXPECT_NEAR(refined.largest(), 1, 0.7);
      if (damping > 1e-17) continue;
      DampedCholesky plain;  // does not
      ASSERT_EQ(plain.set(problem.A), Outcome::ok);
      if (plain.factor(damping) != Outcome::ok) continue;
      plain.solve(&problem.r, problem.g, v, x);
      EXPECT_GT(relative_error(x, exact(problem, damping, v)), 1e-3);
    }
  }
}

TEST(RefinedCholeskyTest, GoesOnWithOtherResidualsAndDampings) {
  const Problem problem(50, 12, geometric(12, 1, 1e-6));
  Matrix B = problem.A;
  RefinedCholesky refined;
  ASSERT_EQ(refined.set(B), Outcome::ok);
  const Vector v = random_vector(12, 3);
  for (const double damping : {1e-4, 1e-12, 1e-2}) {
    ASSERT_EQ(refined.factor(damping), Outcome::ok);
    for (const double scale : {1.0, -3.0}) {
      Problem other = problem;
      other.r *= scale;
      Vector x;
      refined.solve(other.r, v, x);
      EXPECT_LE(relative_error(x, exact(other, damping, v)), 1e-9);
    }
  }
}

TEST(RefinedCholeskyTest, SaysWhatCannotBeDone) {
  RefinedCholesky refined;
  Matrix none(0, 4), zero = Matrix::Zero(4, 4), A = Matrix::Identity(4, 4);
  EXPECT_EQ(refined.set(none), Outcome::zero);
  EXPECT_EQ(refined.set(zero), Outcome::zero);
  A(1, 1) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refined.set(A), Outcome::not_finite);
  A = Matrix::Identity(4, 4);
  ASSERT_EQ(refined.set(A), Outcome::ok);
  EXPECT_EQ(refined.factor(-2), Outcome::not_positive_definite);
}

// Points and equations come with periods of 2, 3, 4 ...: all of their rows must be met.
TEST(RowSampleTest, HasNoPeriod) {
  for (const Index rows : {4000, 4800, 12288}) {
    const auto sample = sampled_rows(rows, 1000);
    ASSERT_EQ(sample.size(), 1000u);
    EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
    EXPECT_GE(sample.front(), 0);
    EXPECT_LT(sample.back(), rows);
    for (const int period : {2, 3, 4, 5, 8, 16}) {
      std::vector<int> met(static_cast<std::size_t>(period));
      for (const int row : sample) ++met[static_cast<std::size_t>(row % period)];
      EXPECT_GE(*std::min_element(met.begin(), met.end()), 600 / period) << rows << " " << period;
    }
  }
  const auto all = sampled_rows(1500, 1000);
  ASSERT_EQ(all.size(), 1500u);
  for (int k = 0; k < 1500; ++k) EXPECT_EQ(all[static_cast<std::size_t>(k)], k);
}

// Networks that are trained side by side, with a share of the threads, are the same as alone.
TEST(RefinedCholeskyTest, DoesNotDependOnHowManyThreadsShareIt) {
  const int before = threads();
  const Problem problem(900, 320, geometric(320, 1, 1e-11));
  const Vector v = random_vector(320, 9);
  std::vector<Vector> all;
  const auto solve = [&] {
    Matrix B = problem.A;
    RefinedCholesky refined;
    ASSERT_EQ(refined.set(B), Outcome::ok);
    ASSERT_EQ(refined.factor(1e-14), Outcome::ok);
    refined.solve(problem.r, v, all.emplace_back());
  };
  for (const int threads : {2, 4}) {
    set_threads(threads);
    solve();
    const ThreadShare share(1);
    solve();
  }
  set_threads(before);
  ASSERT_EQ(all.size(), 4u);
  for (const Vector& one : all) EXPECT_EQ(one, all[0]);
}

}  // namespace
}  // namespace engd::linalg
