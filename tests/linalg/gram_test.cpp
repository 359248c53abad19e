#include "linalg/gram.h"

#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

#include "linalg/blas.h"
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

/// What several threads of a process come to, each with its share of them.
template <class Compute>
std::vector<Matrix> at_once(int count, const Compute& compute) {
  std::vector<Matrix> all(static_cast<std::size_t>(count));
  std::vector<std::jthread> threads;
  for (Matrix& one : all)
    threads.emplace_back([&] {
      const ThreadShare share(1);
      compute(one);
    });
  threads.clear();
  return all;
}

// Products of small matrices have the same bits with all threads and in a share of them, alone and
// beside others.
TEST(Gram, DoesNotDependOnHowManyThreadsShareIt) {
  const int before = threads();
  for (auto [rows, p] : {std::pair<Index, Index>{700, 97}, {1300, 301}, {350, 580}}) {
    const Matrix A = testing::random_matrix(rows, p, 7);
    std::vector<Matrix> grams, kernels;
    for (const int threads : {2, 3, 4}) {
      set_threads(threads);
      const auto gram_of = [&](Matrix& to) { gram(A, to); };
      const auto kernel_of = [&](Matrix& to) {
        kernel_lower(A.topRows(std::min<Index>(rows, 590)), to);
        mirror_lower(to);
      };
      gram_of(grams.emplace_back());
      kernel_of(kernels.emplace_back());
      for (Matrix& one : at_once(3, gram_of)) grams.push_back(std::move(one));
      for (Matrix& one : at_once(3, kernel_of)) kernels.push_back(std::move(one));
    }
    set_threads(before);
    const Matrix exact = A.transpose() * A;
    EXPECT_LE((grams[0] - exact).norm(), 1e-14 * exact.norm());
    for (const Matrix& one : grams) EXPECT_EQ(one, grams[0]) << rows << " x " << p;
    for (const Matrix& one : kernels) EXPECT_EQ(one, kernels[0]) << rows << " x " << p;
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
