#include "optim/anderson.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "support/random.h"

namespace engd::optim {
namespace {

Vector random_vector(Index size, std::uint32_t stream) {
  const RandomStream random{7, Purpose::initialisation, stream, 0};
  Vector v(size);
  for (Index k = 0; k < size; ++k) v[k] = random.normal(static_cast<std::uint64_t>(k));
  return v;
}

/// f(z) = b - M z with M symmetric and eigenvalues between 0.1 and 1.9 that z <- z + f follows
/// slowly.
struct Affine {
  explicit Affine(Index n) : M(n, n), b(random_vector(n, 99)) {
    Matrix directions(n, n);
    for (Index k = 0; k < n; ++k)
      directions.col(k) = random_vector(n, static_cast<std::uint32_t>(k));
    const Matrix Q = directions.householderQr().householderQ();
    M = Q * Vector::LinSpaced(n, 0.1, 1.9).asDiagonal() * Q.transpose();
    fixed = M.ldlt().solve(b);
  }
  double error_after(Anderson& anderson, int steps) const {
    Vector z = Vector::Zero(b.size());
    for (int k = 0; k < steps; ++k) anderson.advance(b - M * z, z);
    return (z - fixed).norm() / fixed.norm();
  }
  Matrix M;
  Vector b, fixed;
};

// As GMRES: as many differences as there are dimensions solve an affine problem.
TEST(AndersonTest, SolvesAffineProblemsInAsManyStepsAsDimensions) {
  for (const Index n : {1, 3, 7}) {
    const Affine problem(n);
    Anderson anderson;
    EXPECT_LE(problem.error_after(anderson, static_cast<int>(n) + 1), 1e-8) << n;
    anderson.restart();  // nothing of before is left
    EXPECT_LE(problem.error_after(anderson, static_cast<int>(n) + 1), 1e-8) << n;
  }
}

// More dimensions than are remembered: far ahead of the plain iteration all the same.
TEST(AndersonTest, IsFasterThanTheIterationAlone) {
  const Affine problem(40);
  Anderson anderson;
  Vector z = Vector::Zero(40);
  for (int k = 0; k < 30; ++k) z += problem.b - problem.M * z;
  const double plain = (z - problem.fixed).norm() / problem.fixed.norm();
  EXPECT_GT(plain, 1e-3);
  EXPECT_LE(problem.error_after(anderson, 30), 1e-2 * plain);
}

TEST(AndersonTest, StaysWhereNothingIsLeft) {
  Anderson anderson;
  Vector z = Vector::Constant(3, 2.0);
  for (int k = 0; k < 5; ++k) anderson.advance(Vector::Zero(3), z);
  EXPECT_EQ(z, Vector::Constant(3, 2.0));
}

}  // namespace
}  // namespace engd::optim
