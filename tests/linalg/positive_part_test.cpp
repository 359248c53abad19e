#include "linalg/positive_part.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <limits>

namespace engd::linalg {
namespace {

Matrix with_eigenvalues(const Vector& values, const Matrix& any) {
  const Matrix Q = any.householderQr().householderQ();
  return Q * values.asDiagonal() * Q.transpose();
}

TEST(PositivePartTest, KeepsThePositivePartAlone) {
  std::srand(3);
  for (Index n : {1, 2, 3, 5, 10}) {
    const Matrix any = Matrix::Random(n, n);
    Vector values = Vector::LinSpaced(n, 3, -2);
    if (n == 1) values[0] = 4;
    const Matrix factor = positive_square_root(with_eigenvalues(values, any));
    const Matrix want = with_eigenvalues(values.cwiseMax(0.0), any);
    EXPECT_LT((factor * factor.transpose() - want).norm(),
              1e-14 * static_cast<double>(n) * (1 + values.norm()));
  }
}

TEST(PositivePartTest, ExactForDiagonalZeroAndSingularMatrices) {
  EXPECT_EQ(positive_square_root(Matrix::Zero(3, 3)), Matrix::Zero(3, 3));
  Matrix H = Matrix::Zero(2, 2);
  H(0, 0) = 9;
  H(1, 1) = -1;
  Matrix want = Matrix::Zero(2, 2);
  want(0, 0) = 3;
  EXPECT_EQ(positive_square_root(H), want);
  H << 0, 1, 1, 0;  // eigenvalues +-1, diagonal zero
  const Matrix factor = positive_square_root(H);
  EXPECT_LT((factor * factor.transpose() - Matrix::Constant(2, 2, 0.5)).norm(), 1e-15);
}

TEST(PositivePartTest, ScalesFarApart) {
  Matrix H(2, 2);
  H << 1e12, 1e3, 1e3, 1e-3;
  const Matrix factor = positive_square_root(H), product = factor * factor.transpose();
  EXPECT_NEAR(product(0, 0), 1e12, 1e-3);
  EXPECT_NEAR(product(0, 1), 1e3, 1e-9);
}

TEST(PositivePartTest, NotFiniteStaysNotFinite) {
  Matrix H = Matrix::Identity(2, 2);
  H(0, 1) = H(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(positive_square_root(H).allFinite());
}

}  // namespace
}  // namespace engd::linalg
