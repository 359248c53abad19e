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

// In square tiles, whose bits do not depend on how many threads work on them.
void product_in_tiles(const Matrix& A, CBLAS_TRANSPOSE transpose, Index n, Index inner, Matrix& G) {
  constexpr Index side = 96;
  G.resize(n, n);
  const Index stride = A.rows(), step = transpose == CblasTrans ? stride : 1;
  const Index across = (n + side - 1) / side;
  const auto product = [&](int task) {
    // Tile by tile, the columns of tiles one after another.
    Index row = task, column = 0;
    for (Index below = across; row >= below; row -= below, --below) ++column;
    row = (row + column) * side;
    column *= side;
    const auto height = static_cast<int>(std::min(side, n - row)),
               width = static_cast<int>(std::min(side, n - column));
    const double *left = A.data() + row * step, *right = A.data() + column * step;
    double* to = G.data() + column * n + row;
    const int ld = lapack_size(stride), order = lapack_size(n), rows = lapack_size(inner);
    if (row == column)
      cblas_dsyrk(CblasColMajor, CblasLower, transpose, height, rows, 1.0, left, ld, 0.0, to,
                  order);
    else
      cblas_dgemm(CblasColMajor, transpose, transpose == CblasTrans ? CblasNoTrans : CblasTrans,
                  height, width, rows, 1.0, left, ld, right, ld, 0.0, to, order);
  };
  const auto size = static_cast<double>(n);
  share_tasks(static_cast<int>(across * (across + 1) / 2), size * size * static_cast<double>(inner),
              product);
}

bool goes_in_tiles(Index n, Index inner) {
  return has_threads() && n > 0 && inner > 0 && n < least_cholesky_of_threads;
}

}  // namespace

void gram_lower(const Matrix& A, Matrix& G) {
  if (goes_in_tiles(A.cols(), A.rows()))
    product_in_tiles(A, CblasTrans, A.cols(), A.rows(), G);
  else
    lower_product(A, CblasTrans, A.cols(), A.rows(), threads(), G);
}

// A natural gradient takes the kernel by itself where there are few rows: small ones as without
// threads, so that bits do not depend on how many there are.
void kernel_lower(const Matrix& A, Matrix& K) {
  if (A.rows() >= least_order_of_threads && goes_in_tiles(A.rows(), A.cols()))
    product_in_tiles(A, CblasNoTrans, A.rows(), A.cols(), K);
  else
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
