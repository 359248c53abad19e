#include "linalg/range_basis.h"

#include <gtest/gtest.h>

#include <limits>

namespace engd::linalg {
namespace {

Matrix dependent() {  // the third column is the sum of the others
  Matrix B(5, 3);
  B << 1, 2, 3, 0, 1, 1, -1, 4, 3, 2, 2, 4, 1, 0, 1;
  return B;
}

TEST(RangeBasis, IsOrthonormalAndReachesEveryColumn) {
  const Matrix B = dependent(), Q = range_basis(B, 1e-12);
  ASSERT_EQ(Q.cols(), 2);
  EXPECT_LE((Q.transpose() * Q - Matrix::Identity(2, 2)).norm(), 1e-15 * 10);
  EXPECT_LE((B - Q * (Q.transpose() * B)).norm(), 1e-14 * B.norm());
}

TEST(RangeBasis, MoreColumnsThanRows) {
  const Matrix Q = range_basis(dependent().transpose(), 1e-12);
  EXPECT_EQ(Q.rows(), 3);
  EXPECT_EQ(Q.cols(), 2);
}

TEST(RangeBasis, NothingWhereThereIsNothing) {
  EXPECT_EQ(range_basis(Matrix(4, 0), 1e-12).cols(), 0);
  EXPECT_EQ(range_basis(Matrix::Zero(4, 2), 1e-12).cols(), 0);
  Matrix bad = dependent();
  bad(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(range_basis(bad, 1e-12).cols(), 0);
}

}  // namespace
}  // namespace engd::linalg
