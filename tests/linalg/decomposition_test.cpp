#include <gtest/gtest.h>

#include "linalg/svd.h"
#include "linalg/symmetric_eigen.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using testing::random_matrix;
using testing::random_vector;

// Backward errors of Householder reductions are a modest multiple of eps * n at worst; in
// practice about eps * sqrt(n). 100 eps * sqrt(n) separates that from any real mistake.
double tolerance(Index n) {
  return 100 * 2.2e-16 * std::sqrt(static_cast<double>(n));
}

TEST(SymmetricEigen, ReproducesTheMatrix) {
  SymmetricEigen eigen;  // one object for all sizes: it must regrow and shrink
  for (Index n : {1, 2, 31, 97, 32, 33, 257}) {
    Matrix M = random_matrix(n, n, 10);
    M = (M + M.transpose()).eval();
    eigen.matrix(n) = M;
    eigen.matrix(n).triangularView<Eigen::StrictlyUpper>().setConstant(1e300);  // never read
    ASSERT_EQ(eigen.factor(), Outcome::ok);
    const Vector x = random_vector(n, 11);
    Vector y = x;
    eigen.to_eigenbasis(y);
    EXPECT_NEAR(y.norm(), x.norm(), tolerance(n) * x.norm());
    y.array() *= eigen.values().array();
    eigen.from_eigenbasis(y);
    EXPECT_LE((y - M * x).norm(), tolerance(n) * M.norm() * x.norm()) << n;
    for (Index i = 1; i < n; ++i) EXPECT_LE(eigen.values()[i - 1], eigen.values()[i]);
  }
}

TEST(SymmetricEigen, FindsPrescribedEigenvalues) {
  const Index n = 97;
  const Vector values = testing::geometric(n, 1e-6, 3);
  const Matrix V = testing::orthonormal(n, n, 12);
  SymmetricEigen eigen;
  eigen.matrix(n) = V * values.asDiagonal() * V.transpose();
  ASSERT_EQ(eigen.factor(), Outcome::ok);
  // Weyl: each eigenvalue moves by no more than the backward error's norm.
  EXPECT_LE((eigen.values() - values).cwiseAbs().maxCoeff(), tolerance(n) * 3);
}

TEST(SymmetricEigen, SaysWhenThereAreNoEigenvalues) {
  SymmetricEigen eigen;
  eigen.matrix(3).setConstant(std::nan(""));
  EXPECT_EQ(eigen.factor(), Outcome::no_convergence);
}

TEST(Svd, ReproducesTheMatrix) {
  Svd svd;
  for (Index n : {1, 2, 31, 97, 32, 33, 257}) {
    const Matrix M = random_matrix(n, n, 20);
    svd.matrix(n) = M;
    ASSERT_EQ(svd.factor(), Outcome::ok);
    // U^T M x = S V^T x
    const Vector x = random_vector(n, 21);
    Vector left = M * x, right = x;
    svd.to_left(left.data());
    svd.to_right(right.data());
    EXPECT_NEAR(right.norm(), x.norm(), tolerance(n) * x.norm());
    const Vector scaled = svd.values().cwiseProduct(right);
    EXPECT_LE((left - scaled).norm(), tolerance(n) * M.norm() * x.norm()) << n;
    svd.from_right(right.data());
    EXPECT_LE((right - x).norm(), tolerance(n) * x.norm()) << n;
    for (Index i = 1; i < n; ++i) EXPECT_GE(svd.values()[i - 1], svd.values()[i]);
  }
}

TEST(Svd, SaysWhenThereAreNoSingularValues) {
  Svd svd;
  svd.matrix(3).setConstant(std::nan(""));
  EXPECT_EQ(svd.factor(), Outcome::no_convergence);
}

}  // namespace
}  // namespace engd::linalg
