// gram_cholesky and kernel_cholesky: M + damping I = L L^T with M = A^T A or A A^T.

#include "linalg/cholesky.h"

#include <cblas.h>
#include <lapacke.h>

#include <cassert>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"

namespace engd::linalg {
namespace {

class Cholesky {
 public:
  Matrix& matrix(Index n) {
    L_.resize(n, n);
    return L_;
  }

  /// Of the lower triangle of `matrix`. A pivot at or below cutoff times its diagonal entry has
  /// no digits left and is a breakdown as well as a negative one; cutoff < 0 means eps * order.
  Outcome factor(double damping, double cutoff) {
    const int n = lapack_size(L_.rows());
    if (cutoff < 0) cutoff = rounding_cutoff(n);
    if (!(L_.diagonal().maxCoeff() > 0)) return Outcome::zero;
    L_.diagonal().array() += damping;
    diagonal_ = L_.diagonal();
    const BlasThreads scope(threads_for_order(n));
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, L_.data(), n) != 0)
      return Outcome::not_positive_definite;
    for (Index i = 0; i < n; ++i)
      if (!(L_(i, i) * L_(i, i) > cutoff * diagonal_[i])) return Outcome::not_positive_definite;
    return Outcome::ok;
  }

  void solve(Vector& x) const {
    const int n = static_cast<int>(L_.rows());
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, 1, L_.data(), n, x.data(), n);
  }

  static std::size_t workspace_bytes(Index n) {
    return sizeof(double) * static_cast<std::size_t>(n * n + n);
  }

 private:
  Matrix L_;
  Vector diagonal_;
};

/// A direction that is not finite although the input was: the matrix was too close to singular.
Solution finish(Outcome outcome, Index rank, Index parameters, Vector& d) {
  if (outcome == Outcome::ok && !all_finite(d)) outcome = Outcome::not_positive_definite;
  if (outcome == Outcome::ok) return {.outcome = outcome, .rank = rank};
  d.setZero(parameters);
  return {.outcome = outcome};
}

class GramCholesky final : public Solver {
 public:
  Solution solve(const System& system, const SolverOptions& options, Vector& d) override {
    assert(system.g && (system.gram || system.A));
    const Index p = system.g->size();
    const Outcome outcome = factor(system, options);
    if (outcome == Outcome::ok) {
      d = *system.g;
      cholesky_.solve(d);
    }
    return finish(outcome, p, p, d);
  }

  std::size_t workspace_bytes(Index, Index parameters) const override {
    return Cholesky::workspace_bytes(parameters);
  }

 private:
  Outcome factor(const System& system, const SolverOptions& options) {
    if (is_empty(system)) return Outcome::zero;
    Matrix& G = cholesky_.matrix(system.g->size());
    if (system.gram)
      G = *system.gram;
    else
      gram_lower(*system.A, G);
    if (system.gram ? !all_finite(G) : !finite_diagonal(G)) return Outcome::not_finite;
    if (!finite_right_hand_side(system)) return Outcome::not_finite;
    return cholesky_.factor(options.damping, options.cutoff);
  }

  Cholesky cholesky_;
};

class KernelCholesky final : public Solver {
 public:
  Solution solve(const System& system, const SolverOptions& options, Vector& d) override {
    assert(system.g && system.A);
    const Index rows = system.A->rows(), p = system.A->cols();
    const Outcome outcome = factor(system, options);
    if (outcome == Outcome::ok) {
      if (system.r)
        from_residual(*system.A, *system.r, d);
      else
        from_gradient(*system.A, *system.g, options.damping, d);
    }
    return finish(outcome, rows, p, d);
  }

  std::size_t workspace_bytes(Index rows, Index) const override {
    return Cholesky::workspace_bytes(rows) + sizeof(double) * static_cast<std::size_t>(rows);
  }

 private:
  Outcome factor(const System& system, const SolverOptions& options) {
    if (is_empty(system)) return Outcome::zero;
    Matrix& K = cholesky_.matrix(system.A->rows());
    kernel_lower(*system.A, K);
    if (!finite_diagonal(K) || !finite_right_hand_side(system)) return Outcome::not_finite;
    return cholesky_.factor(options.damping, options.cutoff);
  }

  // d = A^T (K + damping I)^-1 r
  void from_residual(const Matrix& A, const Vector& r, Vector& d) {
    y_ = r;
    cholesky_.solve(y_);
    d.resize(A.cols());
    multiply(A, CblasTrans, 1.0, y_, 0.0, d);
  }

  // d = (g - A^T (K + damping I)^-1 A g) / damping, and without damping d = A^T K^-2 A g
  void from_gradient(const Matrix& A, const Vector& g, double damping, Vector& d) {
    y_.resize(A.rows());
    multiply(A, CblasNoTrans, 1.0, g, 0.0, y_);
    cholesky_.solve(y_);
    if (damping > 0) {
      d = g / damping;
      multiply(A, CblasTrans, -1 / damping, y_, 1.0, d);
    } else {
      cholesky_.solve(y_);
      d.resize(A.cols());
      multiply(A, CblasTrans, 1.0, y_, 0.0, d);
    }
  }

  static void multiply(const Matrix& A, CBLAS_TRANSPOSE transpose, double alpha, const Vector& x,
                       double beta, Vector& y) {
    const BlasThreads scope(threads_for_order(A.rows()));
    const int rows = static_cast<int>(A.rows());
    cblas_dgemv(CblasColMajor, transpose, rows, static_cast<int>(A.cols()), alpha, A.data(), rows,
                x.data(), 1, beta, y.data(), 1);
  }

  Cholesky cholesky_;
  Vector y_;
};

}  // namespace

std::unique_ptr<Solver> make_gram_cholesky() {
  return std::make_unique<GramCholesky>();
}
std::unique_ptr<Solver> make_kernel_cholesky() {
  return std::make_unique<KernelCholesky>();
}

}  // namespace engd::linalg
