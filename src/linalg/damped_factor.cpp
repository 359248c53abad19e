#include "linalg/damped_factor.h"

#include <lapacke.h>

#include <algorithm>
#include <cassert>

#include "linalg/blas.h"
#include "linalg/gram.h"
#include "linalg/spectral_factor.h"

namespace engd::linalg {
namespace {

/// Any decomposition with eigenvalues: the damped step is a sum over them.
class SpectralDampedFactor final : public DampedFactor {
 public:
  explicit SpectralDampedFactor(Method method) : spectral_(make_spectral_factor(method)) {}

  Outcome factor(const System& system) override { return spectral_->factor(system); }
  void rotate(const System& system) override { spectral_->rotate(system); }
  void steps(std::span<const double> dampings, Matrix& D, std::span<double> decreases) override {
    for (std::size_t k = 0; k < dampings.size(); ++k) {
      spectral_->step(dampings[k], 0, d_);
      D.col(static_cast<Index>(k)) = d_;
      decreases[k] = spectral_->predicted_decrease(dampings[k], 0);
    }
  }
  double largest() const override { return spectral_->spectrum().largest; }
  std::size_t workspace_bytes(Index rows, Index parameters) const override {
    return spectral_->workspace_bytes(rows, parameters);
  }

 private:
  std::unique_ptr<SpectralFactor> spectral_;
  Vector d_;
};

/// Cholesky of G + lambda I, anew for every damping.
class CholeskyDampedFactor final : public DampedFactor {
 public:
  Outcome factor(const System& system) override {
    if (is_empty(system)) return Outcome::zero;
    if (system.gram) {
      G_ = *system.gram;
    } else {
      G_.resize(system.A->cols(), system.A->cols());
      gram_lower(*system.A, G_);
    }
    if (!finite_diagonal(G_)) return Outcome::not_finite;
    rotate(system);
    return G_.diagonal().maxCoeff() > 0 ? Outcome::ok : Outcome::zero;
  }
  void rotate(const System& system) override { g_ = system.g; }
  void steps(std::span<const double> dampings, Matrix& D, std::span<double> decreases) override {
    const int p = lapack_size(G_.rows());
    for (std::size_t k = 0; k < dampings.size(); ++k) {
      auto d = D.col(static_cast<Index>(k));
      L_ = G_;
      L_.diagonal().array() += dampings[k];
      const BlasThreads scope(threads_for_order(p));
      d = *g_;
      decreases[k] = 0;
      if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', p, L_.data(), p) == 0) {
        LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', p, 1, L_.data(), p, d.data(), p);
        decreases[k] = 0.5 * (g_->dot(d) + dampings[k] * d.squaredNorm());
      } else {
        d.setZero();
      }
    }
  }
  double largest() const override { return G_.trace(); }
  std::size_t workspace_bytes(Index, Index parameters) const override {
    return sizeof(double) * static_cast<std::size_t>(2 * parameters * parameters);
  }

 private:
  Matrix G_, L_;
  const Vector* g_ = nullptr;
};

}  // namespace

std::unique_ptr<DampedFactor> make_spectral_damped_factor(Method method) {
  return std::make_unique<SpectralDampedFactor>(method);
}

std::unique_ptr<DampedFactor> make_cholesky_damped_factor() {
  return std::make_unique<CholeskyDampedFactor>();
}

std::unique_ptr<DampedFactor> make_damped_factor(std::optional<Method> method) {
  if (!method) return make_bidiagonal_factor();
  if (*method == Method::qr_pivoted) return make_pivoted_factor();
  if (*method == Method::gram_cholesky) return make_cholesky_damped_factor();
  return make_spectral_damped_factor(*method);
}

}  // namespace engd::linalg
