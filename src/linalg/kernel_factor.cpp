// kernel: K = A A^T = U diag(s) U^T has the eigenvalues of G and V = A^T U diag(s)^(-1/2), so that
//
//     given r        d = A^T U (S + damping)^-1 U^T r
//     given g only   d = A^T U (S + damping)^-1 S^-1 U^T A g                  inside the rows' span
//                    d = (g - A^T U (S + damping)^-1 U^T A g) / damping       in all directions
//
// The last line is used where the damping itself is above the cutoff: then no direction is dropped,
// those on which G is zero included.

#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"
#include "linalg/symmetric_eigen.h"

namespace engd::linalg {
namespace {

class KernelFactor final : public SpectralFactor {
 public:
  std::size_t workspace_bytes(Index rows, Index) const override {
    return SymmetricEigen::workspace_bytes(rows) +
           4 * sizeof(double) * static_cast<std::size_t>(rows);
  }

 protected:
  Outcome decompose(const System& system) override {
    assert(system.A);
    A_ = system.A;
    Matrix& K = eigen_.matrix(A_->rows());
    kernel_lower(*A_, K);
    if (!finite_diagonal(K)) return Outcome::not_finite;
    default_cutoff_ = typical_rounding(A_->rows());
    const Outcome outcome = eigen_.factor();
    if (outcome == Outcome::ok) spectrum_.s = eigen_.values();
    return outcome;
  }

  void rotate_right_hand_side(const System& system) override {
    const Vector& s = spectrum_.s;
    g_ = system.r ? nullptr : system.g;
    if (system.r) {
      rotated_ = *system.r;
      eigen_.to_eigenbasis(rotated_);
      spectrum_.c = s.cwiseSqrt().cwiseProduct(rotated_);
      spectrum_.outside = 0;
      return;
    }
    rotated_.resize(A_->rows());
    multiply(CblasNoTrans, 1.0, *g_, 0.0, rotated_);
    eigen_.to_eigenbasis(rotated_);
    // c = U^T A g / sqrt(s) is noise where s is; those directions count as outside the basis.
    const double noise = rounding_cutoff(std::max(A_->rows(), A_->cols())) * spectrum_.largest;
    spectrum_.c.resize(s.size());
    for (Index i = 0; i < s.size(); ++i)
      spectrum_.c[i] = s[i] > noise ? rotated_[i] / std::sqrt(s[i]) : 0.0;
    spectrum_.outside = std::max(0.0, g_->squaredNorm() - spectrum_.c.squaredNorm());
  }

  void combine(const Vector& weights, double damping, Vector& d) override {
    const bool everywhere = g_ && damping > 0;
    combination_ = weights.cwiseProduct(rotated_);
    if (g_ && !everywhere)
      for (Index i = 0; i < combination_.size(); ++i)
        if (weights[i] > 0) combination_[i] /= spectrum_.s[i];
    eigen_.from_eigenbasis(combination_);
    if (everywhere) {
      d = *g_ / damping;
      multiply(CblasTrans, -1 / damping, combination_, 1.0, d);
    } else {
      d.resize(A_->cols());
      multiply(CblasTrans, 1.0, combination_, 0.0, d);
    }
  }

 private:
  // y := alpha A x + beta y, or with A^T.
  void multiply(CBLAS_TRANSPOSE transpose, double alpha, const Vector& x, double beta, Vector& y) {
    const BlasThreads scope(threads_for_order(A_->rows()));
    const int rows = static_cast<int>(A_->rows()), columns = static_cast<int>(A_->cols());
    cblas_dgemv(CblasColMajor, transpose, rows, columns, alpha, A_->data(), rows, x.data(), 1, beta,
                y.data(), 1);
  }

  const Matrix* A_ = nullptr;
  const Vector* g_ = nullptr;  // when there is no r
  Vector rotated_;             // U^T r, or U^T A g
  Vector combination_;
  SymmetricEigen eigen_;
};

}  // namespace

std::unique_ptr<SpectralFactor> make_kernel_factor() {
  return std::make_unique<KernelFactor>();
}

}  // namespace engd::linalg
