#include "linalg/gram.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "linalg/blas.h"

namespace engd::linalg {
namespace {

void lower_product(const Matrix& A, CBLAS_TRANSPOSE transpose, Index n, Index inner, int threads,
                   Matrix& G) {
  G.resize(n, n);
  if (n == 0) return;
  const BlasThreads scope(threads);
  cblas_dsyrk(CblasColMajor, CblasLower, transpose, lapack_size(n), lapack_size(inner), 1.0,
              A.data(), lapack_size(std::max<Index>(1, A.rows())), 0.0, G.data(), lapack_size(n));
}

}  // namespace

void gram_lower(const Matrix& A, Matrix& G) {
  lower_product(A, CblasTrans, A.cols(), A.rows(), threads(), G);
}

// A natural gradient takes the kernel by itself where there are few rows: small ones on one thread,
// so that bits do not depend on how many there are.
void kernel_lower(const Matrix& A, Matrix& K) {
  lower_product(A, CblasNoTrans, A.rows(), A.cols(), threads_for_order(A.rows()), K);
}

void mirror_lower(Matrix& G) {
  // In tiles that fit the first-level cache: one of the two sides is always strided.
  constexpr Index tile = 32;
  const Index n = G.rows();
  for (Index column = 0; column < n; column += tile)
    for (Index row = column; row < n; row += tile)
      for (Index j = column; j < std::min(column + tile, n); ++j)
        for (Index i = std::max(row, j + 1); i < std::min(row + tile, n); ++i) G(j, i) = G(i, j);
}

bool finite_diagonal(const Matrix& G) {
  for (Index i = 0; i < G.rows(); ++i)
    if (!std::isfinite(G(i, i))) return false;
  return true;
}

bool all_finite(const double* values, Index count) {
  // 0 * x is NaN exactly for a NaN or an infinity; independent sums let the loop be vectorised.
  constexpr Index lanes = 32;
  double sums[lanes] = {};
  Index i = 0;
  for (; i + lanes <= count; i += lanes)
    for (Index lane = 0; lane < lanes; ++lane) sums[lane] += 0.0 * values[i + lane];
  for (; i < count; ++i) sums[0] += 0.0 * values[i];
  return std::all_of(sums, sums + lanes, [](double sum) { return sum == 0.0; });
}

bool finite_right_hand_side(const System& system) {
  return all_finite(*system.g) && (!system.r || all_finite(*system.r));
}

void gram(const Matrix& A, Matrix& G) {
  gram_lower(A, G);
  mirror_lower(G);
}

}  // namespace engd::linalg
