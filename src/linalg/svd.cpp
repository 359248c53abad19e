#include "linalg/svd.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

#include "linalg/blas.h"
#include "linalg/gram.h"

namespace engd::linalg {
namespace {

// The reduction wants 2 n times LAPACK's block size of 32; dbdsdc asks for 3 n^2 + 4 n and 8 n.
constexpr Index block = 64;
Index work_size(Index n) {
  return std::max(2 * block * n, 3 * n * n + 4 * n);
}
Index integer_size(Index n) {
  return 8 * n;
}

}  // namespace

Matrix& Svd::matrix(Index n) {
  reflections_.resize(n, n);
  return reflections_;
}

Outcome Svd::factor() {
  const Index size = reflections_.rows();
  const int n = lapack_size(size);
  const int work = lapack_size(work_size(size));
  X_.resize(size, size);
  Yt_.resize(size, size);
  for (Vector* vector : {&values_, &off_diagonal_, &left_scales_, &right_scales_, &product_})
    vector->resize(size);
  work_.resize(work_size(size));
  integers_.resize(integer_size(size));

  const BlasThreads scope(threads_for_order(size));
  LAPACKE_dgebrd_work(LAPACK_COL_MAJOR, n, n, reflections_.data(), n, values_.data(),
                      off_diagonal_.data(), left_scales_.data(), right_scales_.data(), work_.data(),
                      work);
  // Checked here: the iteration is not meant to see infinities and might not return.
  if (!all_finite(values_.data(), size) || !all_finite(off_diagonal_.data(), size - 1))
    return Outcome::no_convergence;
  const int info = LAPACKE_dbdsdc_work(LAPACK_COL_MAJOR, 'U', 'I', n, values_.data(),
                                       off_diagonal_.data(), X_.data(), n, Yt_.data(), n, nullptr,
                                       nullptr, work_.data(), integers_.data());
  return info == 0 && all_finite(values_) ? Outcome::ok : Outcome::no_convergence;
}

void Svd::reflect(char side, char transpose, double* x) {
  const int n = static_cast<int>(reflections_.rows());
  const Vector& scales = side == 'Q' ? left_scales_ : right_scales_;
  LAPACKE_dormbr_work(LAPACK_COL_MAJOR, side, 'L', transpose, n, 1, n, reflections_.data(), n,
                      scales.data(), x, n, work_.data(), static_cast<int>(work_.size()));
}

void Svd::multiply(const Matrix& factor, bool transpose, double* x) {
  const int n = static_cast<int>(factor.rows());
  cblas_dgemv(CblasColMajor, transpose ? CblasTrans : CblasNoTrans, n, n, 1.0, factor.data(), n, x,
              1, 0.0, product_.data(), 1);
  std::copy_n(product_.data(), n, x);
}

void Svd::to_left(double* x) {
  reflect('Q', 'T', x);
  multiply(X_, true, x);
}

void Svd::to_right(double* x) {
  reflect('P', 'T', x);
  multiply(Yt_, false, x);
}

void Svd::from_right(double* x) {
  multiply(Yt_, true, x);
  reflect('P', 'N', x);
}

std::size_t Svd::workspace_bytes(Index n) {
  return sizeof(double) * static_cast<std::size_t>(3 * n * n + 5 * n + work_size(n)) +
         sizeof(int) * static_cast<std::size_t>(integer_size(n));
}

}  // namespace engd::linalg
