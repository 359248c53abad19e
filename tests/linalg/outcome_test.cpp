// Every outcome by every method that has it; d is zero whenever the outcome is not ok.

#include <gtest/gtest.h>

#include <limits>

#include "linalg/solver.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::all_methods;
using testing::is_cholesky;
using testing::name;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Outcome outcome_of(Method method, const System& system, double damping = 0, double cutoff = -1) {
  Vector d = Vector::Constant(2, nan);
  const Solution solution = make_solver(method)->solve(
      system, {.method = method, .damping = damping, .cutoff = cutoff}, d);
  EXPECT_EQ(d.size(), system.g->size());
  if (solution.outcome != Outcome::ok) {
    EXPECT_EQ(d, Vector(Vector::Zero(system.g->size()))) << name(method);
    EXPECT_EQ(solution.rank, 0) << name(method);
  }
  return solution.outcome;
}

TEST(Outcome, NotFiniteWhereverTheBadNumberIs) {
  for (auto [rows, p] : {std::pair<Index, Index>{7, 5}, {5, 7}, {1, 1}}) {
    const testing::Problem problem(rows, p, testing::geometric(std::min(rows, p), 1, 0.5));
    for (Method method : all_methods)
      for (double bad : {nan, inf, -inf}) {
        for (Index i = 0; i < problem.A.size(); ++i) {
          testing::Problem broken = problem;
          broken.A.data()[i] = bad;
          EXPECT_EQ(outcome_of(method, broken.with_residual(), 0.1), Outcome::not_finite)
              << name(method);
          EXPECT_EQ(outcome_of(method, broken.with_gradient()), Outcome::not_finite)
              << name(method);
        }
        testing::Problem broken = problem;
        broken.r[rows - 1] = bad;
        EXPECT_EQ(outcome_of(method, broken.with_residual(), 0.1), Outcome::not_finite)
            << name(method);
        broken = problem;
        broken.g[p - 1] = bad;
        EXPECT_EQ(outcome_of(method, broken.with_residual(), 0.1), Outcome::not_finite)
            << name(method);
        EXPECT_EQ(outcome_of(method, broken.with_gradient(), 0.1), Outcome::not_finite)
            << name(method);
      }
  }
}

TEST(Outcome, NotFiniteInAGivenGramMatrix) {
  const Vector g = Vector::Ones(3);
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::gram_cholesky})
    for (double bad : {nan, inf}) {
      Matrix G = 2 * Matrix::Identity(3, 3);
      G(2, 0) = G(0, 2) = bad;
      EXPECT_EQ(outcome_of(method, {.gram = &G, .g = &g}), Outcome::not_finite) << name(method);
    }
}

TEST(Outcome, NotFiniteWhenTheDirectionOverflows) {
  // G = 1e-320 is a denormal number and 1 / G is infinite.
  const Matrix A = Matrix::Constant(1, 1, 1e-160);
  const Vector g = Vector::Ones(1);
  for (Method method : all_methods)
    EXPECT_EQ(outcome_of(method, {.A = &A, .g = &g}),
              is_cholesky(method) ? Outcome::not_positive_definite : Outcome::not_finite)
        << name(method);
}

TEST(Outcome, ZeroMatrixHasNoDirection) {
  for (auto [rows, p] : {std::pair<Index, Index>{4, 3}, {3, 4}, {1, 1}, {0, 2}, {2, 0}}) {
    const Matrix A = Matrix::Zero(rows, p);
    const Vector r = Vector::Ones(rows), g = Vector::Zero(p);
    for (Method method : all_methods)
      for (double damping : {0.0, 1.0}) {
        EXPECT_EQ(outcome_of(method, {.A = &A, .r = &r, .g = &g}, damping), Outcome::zero)
            << name(method);
        EXPECT_EQ(outcome_of(method, {.A = &A, .g = &g}, damping), Outcome::zero) << name(method);
      }
  }
}

TEST(Outcome, NoConvergenceWhenAnEigenvalueOverflows) {
  // Entries of G are 1.7e308, finite, and its eigenvalue is twice that.
  const Matrix A = Matrix::Constant(2, 2, 0.92e154);
  const Vector g = Vector::Ones(2);
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd, Method::kernel})
    EXPECT_EQ(outcome_of(method, {.A = &A, .g = &g}), Outcome::no_convergence) << name(method);
}

TEST(Outcome, CholeskyOfASingularMatrixBreaksDownUntilDamped) {
  const testing::Problem problem(40, 40, testing::geometric(30, 1, 0.5));
  for (Method method : {Method::gram_cholesky, Method::kernel_cholesky}) {
    EXPECT_EQ(outcome_of(method, problem.with_residual()), Outcome::not_positive_definite);
    EXPECT_EQ(outcome_of(method, problem.with_gradient()), Outcome::not_positive_definite);
    EXPECT_EQ(outcome_of(method, problem.with_residual(), 1e-6), Outcome::ok);
  }
  const Vector g = Vector::Ones(2);
  Matrix indefinite(2, 2);
  indefinite << 1, 2, 2, 1;
  EXPECT_EQ(outcome_of(Method::gram_cholesky, {.gram = &indefinite, .g = &g}),
            Outcome::not_positive_definite);
}

TEST(Outcome, CholeskyPivotsWithoutDigitsAreABreakdownUnlessAllowed) {
  // The second pivot is (1 + 2 eps) - 1 = 2 eps, at the cutoff eps * 2.
  const double eps = std::numeric_limits<double>::epsilon();
  Matrix G(2, 2);
  G << 1, 1, 1, 1 + 2 * eps;
  const Vector g = Vector::Ones(2);
  const System system{.gram = &G, .g = &g};
  EXPECT_EQ(outcome_of(Method::gram_cholesky, system), Outcome::not_positive_definite);
  EXPECT_EQ(outcome_of(Method::gram_cholesky, system, 0, 0.0), Outcome::ok);
}

TEST(Outcome, NegativeEigenvaluesAreDropped) {
  // (1 2; 2 1) has eigenvalues 3 along (1, 1) and -1: only the first is a direction of descent.
  Matrix G(2, 2);
  G << 1, 2, 2, 1;
  Vector g(2), d;
  g << 6, 0;
  const Solution solution = make_solver(Method::gram_eigen)->solve({.gram = &G, .g = &g}, {}, d);
  EXPECT_EQ(solution.rank, 1);
  EXPECT_NEAR(d[0], 1, 1e-14);
  EXPECT_NEAR(d[1], 1, 1e-14);
}

TEST(Outcome, ASolverWorksAgainAfterAFailure) {
  const testing::Problem problem(20, 10, testing::geometric(10, 1, 0.5));
  testing::Problem broken = problem;
  broken.A(3, 3) = nan;
  for (Method method : all_methods) {
    const SolverOptions options{.method = method, .damping = 0.01};
    auto solver = make_solver(method);
    Vector d;
    solver->solve(broken.with_residual(), options, d);
    EXPECT_EQ(solver->solve(problem.with_residual(), options, d).outcome, Outcome::ok);
    EXPECT_LE(testing::relative_error(d, problem.damped_step(problem.g, 0.01)), 1e-12)
        << name(method);
  }
}

TEST(Outcome, EachIsDescribedDifferently) {
  std::vector<std::string> seen;
  for (Outcome outcome : {Outcome::ok, Outcome::not_finite, Outcome::not_positive_definite,
                          Outcome::no_convergence, Outcome::zero}) {
    EXPECT_EQ(std::count(seen.begin(), seen.end(), describe(outcome)), 0);
    seen.push_back(describe(outcome));
  }
  EXPECT_EQ(describe(Outcome::not_positive_definite),
            "the Cholesky factorisation broke down: more damping is needed");
}

}  // namespace
}  // namespace engd::linalg
