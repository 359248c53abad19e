#include "linalg/range_basis.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/blas.h"

namespace engd::linalg {

Matrix range_basis(Matrix B, double cutoff, double least) {
  const Index rows = B.rows(), most = std::min(rows, B.cols());
  if (most == 0 || !B.allFinite()) return Matrix(rows, 0);
  const int m = lapack_size(rows), n = lapack_size(B.cols());
  std::vector<lapack_int> order(static_cast<std::size_t>(n), 0);
  Vector tau(most);
  LAPACKE_dgeqp3(LAPACK_COL_MAJOR, m, n, B.data(), m, order.data(), tau.data());
  const double bound = std::max(cutoff * std::fabs(B(0, 0)), least);
  Index rank = 0;
  while (rank < most && std::fabs(B(rank, rank)) > bound) ++rank;
  const int k = lapack_size(rank);
  Matrix Q = B.leftCols(rank);
  if (k > 0) LAPACKE_dorgqr(LAPACK_COL_MAJOR, m, k, k, Q.data(), m, tau.data());
  return Q;
}

}  // namespace engd::linalg
