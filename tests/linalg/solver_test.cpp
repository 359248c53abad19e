#include "linalg/solver.h"

#include <gtest/gtest.h>

#include <cstring>

#include "linalg/blas.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::all_methods;
using testing::geometric;
using testing::name;
using testing::Problem;
using testing::relative_error;

constexpr double eps = 2.220446049250313e-16;

const std::vector<std::pair<Index, Index>> shapes = {{1, 1},   {1, 5},   {5, 1},    {2, 2},
                                                     {31, 31}, {33, 32}, {32, 33},  {97, 31},
                                                     {31, 97}, {97, 97}, {200, 33}, {33, 200}};

/// Cholesky without damping needs the full rank of the matrix it factors.
bool solvable(Method method, Index rows, Index parameters, double damping) {
  if (damping > 0) return true;
  if (method == Method::gram_cholesky) return rows >= parameters;
  if (method == Method::kernel_cholesky) return rows <= parameters;
  return true;
}

Vector solve(Method method, const System& system, double damping, double cutoff = -1) {
  Vector d;
  const Solution solution = make_solver(method)->solve(
      system, {.method = method, .damping = damping, .cutoff = cutoff}, d);
  EXPECT_EQ(solution.outcome, Outcome::ok) << name(method) << ": " << describe(solution.outcome);
  return d;
}

TEST(Solver, SolvesByHand) {
  // A = (1 1; 0 1): G = (1 1; 1 2), G^-1 = (2 -1; -1 1), (G + I)^-1 = (3 -1; -1 2) / 5.
  Matrix A(2, 2);
  A << 1, 1, 0, 1;
  Vector r(2), g(2);
  r << 3, 1;
  g << 3, 4;
  for (Method method : all_methods)
    for (const System& system : {System{.A = &A, .r = &r, .g = &g}, System{.A = &A, .g = &g}}) {
      const Vector d = solve(method, system, 0), damped = solve(method, system, 1);
      EXPECT_NEAR(d[0], 2, 1e-14) << name(method);
      EXPECT_NEAR(d[1], 1, 1e-14) << name(method);
      EXPECT_NEAR(damped[0], 1, 1e-14) << name(method);
      EXPECT_NEAR(damped[1], 1, 1e-14) << name(method);
    }
}

TEST(Solver, TakesTheShortestOfManySolutions) {
  // A = (3 4), r = 5: every d on 3 d1 + 4 d2 = 5 fits; the shortest is (3 4) / 5.
  // With damping 25 the eigenvalue 25 becomes 50 and d halves.
  Matrix A(1, 2);
  A << 3, 4;
  const Vector r = Vector::Constant(1, 5), g = A.transpose() * r;
  for (Method method : all_methods)
    for (const System& system : {System{.A = &A, .r = &r, .g = &g}, System{.A = &A, .g = &g}}) {
      const Vector damped = solve(method, system, 25);
      EXPECT_NEAR(damped[0], 0.3, 1e-14) << name(method);
      EXPECT_NEAR(damped[1], 0.4, 1e-14) << name(method);
      if (method == Method::gram_cholesky) continue;  // G is singular
      const Vector d = solve(method, system, 0);
      EXPECT_NEAR(d[0], 0.6, 1e-14) << name(method);
      EXPECT_NEAR(d[1], 0.8, 1e-14) << name(method);
    }
}

TEST(Solver, AllMethodsAgreeOnWellConditionedProblems) {
  for (auto [rows, p] : shapes) {
    const Problem problem(rows, p, geometric(std::min(rows, p), 2, 0.5));
    for (double damping : {0.0, 1e-2, 1.0}) {
      const Vector exact = problem.damped_step(problem.g, damping);
      for (Method method : all_methods) {
        if (!solvable(method, rows, p, damping)) continue;
        SCOPED_TRACE(name(method) + " " + std::to_string(rows) + " x " + std::to_string(p) +
                     " damping " + std::to_string(damping));
        // The condition number of G is 16 and (for g alone by the kernel) K is inverted twice.
        EXPECT_LE(relative_error(solve(method, problem.with_residual(), damping), exact), 1e-12);
        EXPECT_LE(relative_error(solve(method, problem.with_gradient(), damping), exact), 1e-12);
      }
    }
  }
}

TEST(Solver, TakesAGramMatrixInsteadOfRows) {
  const Problem problem(97, 33, geometric(33, 2, 0.5));
  Matrix G;
  gram(problem.A, G);
  const System system{.gram = &G, .g = &problem.g};
  const Matrix G_before = G;
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::gram_cholesky})
    for (double damping : {0.0, 0.3}) {
      const Vector exact = problem.damped_step(problem.g, damping);
      EXPECT_LE(relative_error(solve(method, system, damping), exact), 1e-12) << name(method);
      EXPECT_EQ(G, G_before) << name(method);
    }
}

TEST(Solver, IsThePseudoInverseOnDeficientRank) {
  for (auto [rows, p, rank] :
       {std::array<Index, 3>{97, 40, 17}, {40, 97, 17}, {50, 50, 49}, {33, 5, 1}}) {
    const Problem problem(rows, p, geometric(rank, 2, 0.5));
    const Vector b = testing::random_vector(p, 99);  // not in the range of G
    const Vector projection = problem.V * (problem.V.transpose() * b);
    for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd, Method::kernel}) {
      SCOPED_TRACE(name(method) + " rank " + std::to_string(rank));
      Vector d;
      const Solution solution =
          make_solver(method)->solve({.A = &problem.A, .g = &b}, {.method = method}, d);
      EXPECT_EQ(solution.rank, rank);
      // G d is the projection of b on the range, and d has no part in the null space.
      EXPECT_LE(relative_error(problem.A.transpose() * (problem.A * d), projection), 1e-12);
      EXPECT_LE((d - problem.V * (problem.V.transpose() * d)).norm(), 1e-12 * d.norm());
      EXPECT_NEAR(solution.largest, 4, 1e-13);
      EXPECT_NEAR(solution.smallest_kept, rank == 1 ? 4 : 0.25, 1e-13);
    }
  }
}

TEST(Solver, DampingReachesEveryDirection) {
  // b has a part where G is zero; the damped matrix is regular there, so no method may drop it.
  for (auto [rows, p, rank] : {std::array<Index, 3>{97, 40, 17}, {40, 97, 17}, {20, 60, 20}}) {
    const Problem problem(rows, p, geometric(rank, 2, 0.5));
    const Vector b = testing::random_vector(p, 98);
    for (double damping : {1e-3, 1.0}) {
      const Vector exact = problem.damped_step(b, damping);
      for (Method method : all_methods)
        // Condition number 4 / damping, times rounding of A to which the null space is exposed.
        EXPECT_LE(relative_error(solve(method, {.A = &problem.A, .g = &b}, damping), exact),
                  1e-14 * 4 / damping + 1e-13)
            << name(method) << " damping " << damping;
    }
  }
}

TEST(Solver, LargeDampingLeavesTheGradient) {
  for (auto [rows, p] : shapes) {
    const Problem problem(rows, p, geometric(std::min(rows, p), 2, 0.5));
    const double damping = 1e12;
    const Vector limit = problem.g / damping;
    for (Method method : all_methods) {
      // d = g / damping (1 - O(largest / damping)), and rounding.
      EXPECT_LE(relative_error(solve(method, problem.with_residual(), damping), limit), 1e-11);
      EXPECT_LE(relative_error(solve(method, problem.with_gradient(), damping), limit), 1e-11);
    }
  }
}

TEST(Solver, QrSvdKeepsTheDigitsThatSquaringLoses) {
  // Singular values 1 .. 1e-10, and r = A d for a d with equal parts in all directions.
  const Index rows = 90, p = 30;
  Problem problem(rows, p, geometric(p, 1, 1e-10));
  const Vector exact = problem.V * Vector::Ones(p);
  problem.r = problem.A * exact;
  problem.g = problem.A.transpose() * problem.r;

  // A backward stable method on A is off by about eps * 1e10 = 2e-6, all directions kept.
  Vector d;
  Solution solution = make_solver(Method::qr_svd)->solve(problem.with_residual(), {}, d);
  EXPECT_EQ(solution.rank, p);
  EXPECT_LE(relative_error(d, exact), 10 * eps * 1e10);

  // In G the squares below eps * p = 7e-15 may be rounding, those below eps * sqrt(p) = 1e-15 are:
  // singular values below 8e-8 or 3e-8 are dropped, which are 9 or 8 of 30 directions with their
  // whole share sqrt(8 / 30) of the solution.
  for (Method method : {Method::gram_eigen, Method::gram_svd}) {
    solution = make_solver(method)->solve(problem.with_residual(), {.method = method}, d);
    const bool eigen = method == Method::gram_eigen;
    const double cutoff = eps * (eigen ? std::sqrt(p) : p);
    const Index kept = (problem.sigma.array().square() > cutoff).count();
    EXPECT_EQ(kept, eigen ? 22 : 21);
    EXPECT_LE(std::abs(solution.rank - kept), 1);
    EXPECT_GE(relative_error(d, exact), 0.5) << name(method);
    // What is kept is off by the backward error of G relative to the eigenvalue, eps / sigma^2,
    // as are the directions that mix with it.
    const Vector error = problem.V.transpose() * (d - exact);
    for (Index i = 0; i < p && problem.sigma[i] > 1e-5; ++i)
      EXPECT_LE(std::abs(error[i]), 100 * eps / (problem.sigma[i] * problem.sigma[i])) << i;
  }
}

TEST(Solver, GradientAloneCostsQrSvdItsAdvantage) {
  // V (S^2)^-1 V^T g divides the rounding of g by sigma^2: down to sigma = 1e-5 that is 2e-6.
  Problem problem(60, 20, geometric(20, 1, 1e-5));
  const Vector exact = problem.V * Vector::Ones(20);
  problem.r = problem.A * exact;
  problem.g = problem.A.transpose() * problem.r;
  EXPECT_LE(relative_error(solve(Method::qr_svd, problem.with_gradient(), 0), exact),
            10 * eps * 1e10);
  EXPECT_LE(relative_error(solve(Method::qr_svd, problem.with_residual(), 0), exact),
            10 * eps * 1e5);
}

TEST(Solver, CutoffIsOnEigenvaluesOfTheGramMatrix) {
  // Eigenvalues 1, 1e-2, 1e-4, 1e-6: a cutoff of 1e-3 keeps two.
  const Problem problem(9, 4, geometric(4, 1, 1e-3));
  Problem two = problem;
  two.sigma.conservativeResize(2);
  two.V.conservativeResize(4, 2);
  const Vector exact = two.damped_step(problem.g, 0);
  for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd, Method::kernel}) {
    Vector d;
    const Solution solution =
        make_solver(method)->solve(problem.with_residual(), {.method = method, .cutoff = 1e-3}, d);
    EXPECT_EQ(solution.rank, 2) << name(method);
    EXPECT_NEAR(solution.smallest_kept, 1e-2, 1e-12) << name(method);
    EXPECT_LE(relative_error(d, exact), 1e-12) << name(method);
  }
}

TEST(Solver, DoesNotDependOnTheScaleOfTheRows) {
  // Powers of two are exact: only thresholds that are not relative could tell the scales apart.
  const Problem problem(50, 20, geometric(20, 1, 1e-3));
  for (double scale : {0x1p-200, 0x1p200}) {
    const Matrix A = scale * problem.A;
    const Vector g = scale * problem.g;
    for (Method method : {Method::gram_eigen, Method::gram_svd, Method::qr_svd,
                          Method::gram_cholesky, Method::kernel}) {
      const Vector d = solve(method, problem.with_residual(), 0);
      const Vector scaled = scale * solve(method, {.A = &A, .r = &problem.r, .g = &g}, 0);
      // Not the same bits: LAPACK scales by norms. The condition number of G is 1e6.
      EXPECT_LE(relative_error(scaled, d), 100 * eps * 1e6) << name(method);
    }
  }
}

TEST(Solver, GivesTheSameBitsEveryTime) {
  const int before = threads();
  const Problem problem(330, 310, geometric(310, 1, 1e-9));
  for (int count : {1, 2}) {
    set_threads(count);
    for (Method method : all_methods) {
      const Vector first = solve(method, problem.with_residual(), 1e-6);
      const Vector second = solve(method, problem.with_residual(), 1e-6);
      EXPECT_EQ(std::memcmp(first.data(), second.data(), sizeof(double) * 310), 0) << name(method);
    }
  }
  set_threads(before);
}

TEST(Automatic, TakesTheSmallerMatrix) {
  EXPECT_EQ(automatic(99, 100), Method::kernel);
  EXPECT_EQ(automatic(100, 100), Method::gram_eigen);
  EXPECT_EQ(automatic(101, 100), Method::gram_eigen);
}

}  // namespace
}  // namespace engd::linalg
