#include "linalg/refined_cholesky.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/power_method.h"
#include "linalg/row_sample.h"

namespace engd::linalg {

namespace {

// The first shift, relative to the largest eigenvalue: above what rounding leaves of the smallest.
constexpr double first_shift = 1e-14;
// Rows of the sample for a parameter.
constexpr Index sampled = 2;

bool factor_lower(Matrix& M) {
  const int n = lapack_size(M.rows());
  const BlasThreads scope(threads_for_cholesky(n));
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, M.data(), n) == 0;
}

void substitute(const Matrix& L, CBLAS_TRANSPOSE transpose, Vector& x) {
  const int n = lapack_size(L.rows());
  cblas_dtrsv(CblasColMajor, CblasLower, transpose, CblasNonUnit, n, L.data(), n, x.data(), 1);
}

/// X := L^-1 X ('left') or X L^-T, of the rows or columns from `first` on.
void substitute(const Matrix& L, CBLAS_SIDE side, Matrix& X, Index first, Index count) {
  const bool left = side == CblasLeft;
  cblas_dtrsm(CblasColMajor, side, CblasLower, left ? CblasNoTrans : CblasTrans, CblasNonUnit,
              lapack_size(left ? X.rows() : count), lapack_size(left ? count : X.cols()), 1.0,
              L.data(), lapack_size(L.rows()), X.data() + first * (left ? X.rows() : 1),
              lapack_size(X.rows()));
}

/// Of all of them. Small matrices go in pieces whose bits do not depend on how many threads work
/// on them.
void substitute(const Matrix& L, CBLAS_SIDE side, Matrix& X) {
  constexpr Index piece = 256;
  const Index all = side == CblasLeft ? X.cols() : X.rows(), n = L.rows();
  if (!has_threads() || n >= least_cholesky_of_threads) {
    const BlasThreads scope(threads());
    return substitute(L, side, X, 0, all);
  }
  const auto pieces = static_cast<int>((all + piece - 1) / piece);
  const auto order = static_cast<double>(n);
  share_tasks(pieces, order * order * static_cast<double>(all),
              [&](int k) { substitute(L, side, X, k * piece, std::min(piece, all - k * piece)); });
}

}  // namespace

Outcome RefinedCholesky::factor_shifted(const Matrix& A) {
  double share = 1;  // of the rows
  if (wide_) {
    kernel_lower(A, M_);
  } else if (A.rows() < 2 * sampled * A.cols()) {
    gram_lower(A, M_);
  } else {
    if (A.rows() != sampled_from_) {
      sampled_from_ = A.rows();
      indices_ = sampled_rows(A.rows(), sampled * A.cols());
    }
    sample_.resize(std::ssize(indices_), A.cols());
    for (Index k = 0; k < A.cols(); ++k)
      for (Index i = 0; i < sample_.rows(); ++i) sample_(i, k) = A(indices_[i], k);
    gram_lower(sample_, M_);
    share = static_cast<double>(sample_.rows()) / static_cast<double>(A.rows());
  }
  if (!finite_diagonal(M_)) return Outcome::not_finite;
  const double largest = largest_eigenvalue(M_);
  if (!(largest > 0)) return Outcome::zero;
  largest_ = largest / share;
  double shift = first_shift * largest;
  for (int attempt = 0; attempt < 6; ++attempt, shift *= 100) {
    L_ = M_;
    L_.diagonal().array() += shift;
    if (factor_lower(L_)) return Outcome::ok;
  }
  return Outcome::not_positive_definite;
}

Outcome RefinedCholesky::set(Matrix& A) {
  B_ = &A;
  largest_ = 0;
  if (A.size() == 0) return Outcome::zero;
  wide_ = A.rows() < A.cols();
  if (const Outcome outcome = factor_shifted(A); outcome != Outcome::ok) return outcome;
  substitute(L_, wide_ ? CblasLeft : CblasRight, A);
  if (wide_)
    kernel_lower(A, M_);
  else
    gram_lower(A, M_);
  if (!finite_diagonal(M_)) return Outcome::not_finite;
  F_ = Matrix::Identity(L_.rows(), L_.cols());
  substitute(L_, CblasLeft, F_);
  kernel_lower(F_, W_);
  return Outcome::ok;
}

Outcome RefinedCholesky::factor(double damping) {
  damping_ = damping;
  F_ = M_ + damping * W_;
  return factor_lower(F_) ? Outcome::ok : Outcome::not_positive_definite;
}

void RefinedCholesky::solve(const Vector& r, const Vector& v, Vector& x) {
  if (wide_) {
    y_ = r;
    substitute(L_, CblasNoTrans, y_);
    y_.noalias() -= *B_ * v;
    substitute(F_, CblasNoTrans, y_);
    substitute(F_, CblasTrans, y_);
    x = v;
    x.noalias() += B_->transpose() * y_;
    return;
  }
  x = damping_ * v;
  substitute(L_, CblasNoTrans, x);
  x.noalias() += B_->transpose() * r;
  substitute(F_, CblasNoTrans, x);
  substitute(F_, CblasTrans, x);
  substitute(L_, CblasTrans, x);
}

}  // namespace engd::linalg
