#include "linalg/damped_cholesky.h"

#include <lapacke.h>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/power_method.h"

namespace engd::linalg {

Outcome DampedCholesky::set(const Matrix& A) {
  A_ = &A;
  largest_ = 0;
  if (A.size() == 0) return Outcome::zero;
  wide_ = A.rows() < A.cols();
  const Index n = wide_ ? A.rows() : A.cols();
  M_.resize(n, n);
  if (wide_)
    kernel_lower(A, M_);
  else
    gram_lower(A, M_);
  if (!finite_diagonal(M_)) return Outcome::not_finite;
  largest_ = largest_eigenvalue(M_);
  return largest_ > 0 ? Outcome::ok : Outcome::zero;
}

Outcome DampedCholesky::factor(double damping) {
  damping_ = damping;
  L_ = M_;
  L_.diagonal().array() += damping;
  const int n = lapack_size(L_.rows());
  const BlasThreads scope(threads_for_cholesky(n));
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, L_.data(), n) == 0
             ? Outcome::ok
             : Outcome::not_positive_definite;
}

void DampedCholesky::solve(const Vector* r, const Vector& g, const Vector& v, Vector& x) {
  if (!wide_) {
    x = g + damping_ * v;
    substitute(x);
    return;
  }
  product_.noalias() = *A_ * v;
  if (r)
    product_ = *r - product_;
  else
    product_ = -product_;
  substitute(product_);
  x = v;
  x.noalias() += A_->transpose() * product_;
  if (r) return;
  product_.noalias() = *A_ * g;
  substitute(product_);
  x += g / damping_;
  x.noalias() -= (1 / damping_) * A_->transpose() * product_;
}

void DampedCholesky::substitute(Vector& x) const {
  const int n = static_cast<int>(L_.rows());
  LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, 1, L_.data(), n, x.data(), n);
}

}  // namespace engd::linalg
