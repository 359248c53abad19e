#include "linalg/gram.h"

#include <gtest/gtest.h>

#include <limits>

#include "prescribed.h"

namespace engd::linalg {
namespace {

TEST(Gram, IsExactForSmallIntegers) {
  // Sums of products of small integers have no rounding in any order.
  for (auto [rows, p] :
       {std::pair<Index, Index>{1, 1}, {1, 33}, {33, 1}, {31, 32}, {97, 33}, {40, 97}}) {
    Matrix A = (8 * testing::random_matrix(rows, p, 5)).array().round();
    const Matrix exact = A.transpose() * A;
    Matrix G;
    gram(A, G);
    EXPECT_EQ(G, exact) << rows << " x " << p;
    Matrix K;
    kernel_lower(A, K);
    mirror_lower(K);
    EXPECT_EQ(K, Matrix(A * A.transpose())) << rows << " x " << p;
  }
}

TEST(Gram, OfNoRowsIsZero) {
  Matrix G = Matrix::Constant(3, 3, 7);
  gram(Matrix(0, 3), G);
  EXPECT_EQ(G, Matrix(Matrix::Zero(3, 3)));
}

TEST(AllFinite, FindsOneBadNumberAnywhere) {
  for (Index n : {1, 31, 32, 33, 97}) {
    Vector x = testing::random_vector(n, 3);
    x[0] = -0.0;
    x[n - 1] = std::numeric_limits<double>::max();
    EXPECT_TRUE(all_finite(x));
    for (Index i = 0; i < n; ++i)
      for (double bad :
           {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
            -std::numeric_limits<double>::infinity()}) {
        Vector y = x;
        y[i] = bad;
        EXPECT_FALSE(all_finite(y)) << "entry " << i << " of " << n;
      }
  }
}

}  // namespace
}  // namespace engd::linalg
