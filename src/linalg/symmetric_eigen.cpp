#include "linalg/symmetric_eigen.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

#include "linalg/blas.h"
#include "linalg/gram.h"

namespace engd::linalg {
namespace {

// LAPACK's block size for the reduction; work space for it is 64 n, more than the 32 n it asks for.
constexpr Index block = 64;

// dstedc with eigenvectors of a tridiagonal matrix asks for 1 + 4 n + n^2 and 3 + 5 n.
Index work_size(Index n) {
  return std::max(block * n, 1 + 4 * n + n * n);
}
Index integer_size(Index n) {
  return 3 + 5 * n;
}

}  // namespace

Matrix& SymmetricEigen::matrix(Index n) {
  reflections_.resize(n, n);
  return reflections_;
}

Outcome SymmetricEigen::factor() {
  const Index size = reflections_.rows();
  const int n = lapack_size(size);
  const int work = lapack_size(work_size(size));
  Z_.resize(size, size);
  for (Vector* vector : {&values_, &off_diagonal_, &scales_, &product_}) vector->resize(size);
  work_.resize(work_size(size));
  integers_.resize(integer_size(size));

  const BlasThreads scope(threads_for_order(size));
  LAPACKE_dsytrd_work(LAPACK_COL_MAJOR, 'L', n, reflections_.data(), n, values_.data(),
                      off_diagonal_.data(), scales_.data(), work_.data(), work);
  // Checked here: the iteration is not meant to see infinities and might not return.
  if (!all_finite(values_.data(), size) || !all_finite(off_diagonal_.data(), size - 1))
    return Outcome::no_convergence;
  const int info = LAPACKE_dstedc_work(LAPACK_COL_MAJOR, 'I', n, values_.data(),
                                       off_diagonal_.data(), Z_.data(), n, work_.data(), work,
                                       integers_.data(), static_cast<int>(integers_.size()));
  return info == 0 && all_finite(values_) ? Outcome::ok : Outcome::no_convergence;
}

void SymmetricEigen::reflect(char transpose, Vector& x) {
  const int n = static_cast<int>(x.size());
  LAPACKE_dormtr_work(LAPACK_COL_MAJOR, 'L', 'L', transpose, n, 1, reflections_.data(), n,
                      scales_.data(), x.data(), n, work_.data(), static_cast<int>(work_.size()));
}

void SymmetricEigen::to_eigenbasis(Vector& x) {
  const int n = static_cast<int>(x.size());
  reflect('T', x);
  cblas_dgemv(CblasColMajor, CblasTrans, n, n, 1.0, Z_.data(), n, x.data(), 1, 0.0, product_.data(),
              1);
  x.swap(product_);
}

void SymmetricEigen::from_eigenbasis(Vector& x) {
  const int n = static_cast<int>(x.size());
  cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, 1.0, Z_.data(), n, x.data(), 1, 0.0,
              product_.data(), 1);
  x.swap(product_);
  reflect('N', x);
}

std::size_t SymmetricEigen::workspace_bytes(Index n) {
  return sizeof(double) * static_cast<std::size_t>(2 * n * n + 4 * n + work_size(n)) +
         sizeof(int) * static_cast<std::size_t>(integer_size(n));
}

}  // namespace engd::linalg
