#include "linalg/gram_sum.h"

#include <gtest/gtest.h>

#include <limits>

#include "prescribed.h"

namespace engd::linalg {
namespace {

// Sums of products of small integers have no rounding in any order, so the result must be exact:
// for widths around those of registers and tiles, for heights around that of a packed piece, with
// gaps between the columns, and added to what was there.
TEST(GramSum, IsExactForSmallIntegers) {
  GramSum sum;
  for (Index p : {1, 3, 4, 5, 7, 8, 9, 16, 23, 24, 25, 31, 32, 33, 97})
    for (Index rows : {1, 31, 32, 33, 255, 256, 257, 597})
      for (Index gap : {0, 3}) {
        Matrix A = (8 * testing::random_matrix(rows + gap, p, 5)).array().round();
        Matrix G = Matrix::Constant(p, p, 3);
        const Matrix exact = (A.topRows(rows).transpose() * A.topRows(rows)).array() + 3.0;
        sum.add(A.data(), rows, p, rows + gap, G.data());
        const Matrix above = G.triangularView<Eigen::Upper>();
        EXPECT_EQ(above, Matrix(exact.triangularView<Eigen::Upper>())) << rows << " x " << p;
      }
}

TEST(GramSum, OfNoRowsChangesNothing) {
  GramSum sum;
  Matrix G = Matrix::Constant(3, 3, 7);
  sum.add(nullptr, 0, 3, 1, G.data());
  EXPECT_EQ(G, Matrix(Matrix::Constant(3, 3, 7)));
}

// A number that is not finite must show, whatever stands beside it in its tile.
TEST(GramSum, KeepsNumbersThatAreNotFinite) {
  GramSum sum;
  Matrix A = testing::random_matrix(40, 13, 5);
  A(39, 12) = std::numeric_limits<double>::quiet_NaN();
  Matrix G = Matrix::Zero(13, 13);
  sum.add(A.data(), 40, 13, 40, G.data());
  EXPECT_TRUE(G.col(12).array().isNaN().all());
  EXPECT_TRUE(Matrix(G.topLeftCorner(12, 12).triangularView<Eigen::Upper>()).allFinite());
}

}  // namespace
}  // namespace engd::linalg
