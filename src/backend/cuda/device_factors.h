#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/cuda/algebra.h"
#include "backend/cuda/cuda_energy.h"
#include "backend/cuda/kernels.h"
#include "linalg/spectral_factor.h"

namespace engd::cuda {

using linalg::Outcome;

/// The largest entry of the diagonal; not a number where an entry is not finite.
inline double largest_diagonal(const Device& device, const double* M, Index n, Numbers& space) {
  space.resize(n);
  copy_diagonal(device.stream(), M, n, space.data());
  Vector diagonal(n);
  space.get(device, numbers(diagonal));
  return diagonal.allFinite() ? diagonal.maxCoeff() : std::numeric_limits<double>::quiet_NaN();
}

/// linalg's gram_eigen and kernel with the matrix on the card: G = V diag(s) V^T, or
/// K = U diag(s) U^T (kernel_factor.cpp has the formulas).
class DeviceSpectralFactor final : public linalg::SpectralFactor {
 public:
  DeviceSpectralFactor(CudaEnergy& energy, DeviceLinearisation& here, bool kernel)
      : energy_(energy), device_(energy.device()), here_(here), kernel_(kernel) {}

  std::size_t workspace_bytes(Index, Index) const override { return 0; }

 protected:
  Outcome decompose(const linalg::System& system) override {
    p_ = system.g->size();
    n_ = kernel_ ? here_.rows : p_;
    if (kernel_) {
      K_.resize(n_ * n_);
      energy_.kernel(here_, K_.data(), columns_);
    }
    double* M = kernel_ ? K_.data() : here_.G.data();
    if (!std::isfinite(largest_diagonal(device_, M, n_, space_))) return Outcome::not_finite;
    default_cutoff_ = linalg::typical_rounding(n_);
    if (!eigen_.factor(device_, M, n_)) return Outcome::no_convergence;
    vectors_ = M;
    spectrum_.s.resize(n_);
    eigen_.values().get(device_, numbers(spectrum_.s));
    return spectrum_.s.allFinite() ? Outcome::ok : Outcome::no_convergence;
  }

  void rotate_right_hand_side(const linalg::System& system) override {
    const Vector& s = spectrum_.s;
    if (!kernel_) {
      spectrum_.c.resize(n_);
      rotate(here_.g.data(), spectrum_.c);
      return;
    }
    g_ = here_.least_squares ? nullptr : system.g;
    rotated_.resize(n_);
    if (here_.least_squares) {
      rotate(here_.r.data(), rotated_);
      spectrum_.c = s.cwiseSqrt().cwiseProduct(rotated_);
      spectrum_.outside = 0;
      return;
    }
    product_.resize(n_);
    energy_.multiply(here_, 1.0, here_.g.data(), 0.0, product_.data());
    rotate(product_.data(), rotated_);
    const double noise = linalg::rounding_cutoff(std::max(n_, p_)) * spectrum_.largest;
    spectrum_.c.resize(n_);
    for (Index i = 0; i < n_; ++i)
      spectrum_.c[i] = s[i] > noise ? rotated_[i] / std::sqrt(s[i]) : 0.0;
    spectrum_.outside = std::max(0.0, g_->squaredNorm() - spectrum_.c.squaredNorm());
  }

  void combine(const Vector& weights, double damping, Vector& d) override {
    d.resize(p_);
    if (!kernel_) {
      combination_ = weights.cwiseProduct(spectrum_.c);
      rotate_back(combination_);
      product_.get(device_, numbers(d));
      return;
    }
    const bool everywhere = g_ && damping > 0;
    combination_ = weights.cwiseProduct(rotated_);
    if (g_ && !everywhere)
      for (Index i = 0; i < n_; ++i)
        if (weights[i] > 0) combination_[i] /= spectrum_.s[i];
    rotate_back(combination_);
    step_.resize(p_);
    energy_.multiply_transposed(here_, 1.0, product_.data(), 0.0, step_.data());
    step_.get(device_, numbers(d));
    if (everywhere) d = (*g_ - d) / damping;
  }

 private:
  // out = V^T x, and product_ = V y.
  void rotate(const double* x, Vector& out) {
    space_.resize(n_);
    multiply(device_, vectors_, n_, n_, 1.0, x, 0.0, space_.data());
    space_.get(device_, numbers(out));
  }
  void rotate_back(const Vector& y) {
    space_.set(device_, numbers(y));
    product_.resize(n_);
    multiply_transposed(device_, vectors_, n_, n_, 1.0, space_.data(), 0.0, product_.data());
  }

  CudaEnergy& energy_;
  const Device& device_;
  DeviceLinearisation& here_;
  bool kernel_;
  Index p_ = 0, n_ = 0;
  const double* vectors_ = nullptr;
  const Vector* g_ = nullptr;
  Numbers K_, columns_, space_, product_, step_;
  SymmetricEigen eigen_;
  Vector rotated_, combination_;
};

/// M + damping I = L L^T, M = A^T A or A A^T: one matrix, many dampings and right-hand sides. M is
/// kept in the upper triangle of the array whose lower one holds L.
class DeviceCholesky {
 public:
  DeviceCholesky(CudaEnergy& energy, DeviceLinearisation& here)
      : energy_(energy), device_(energy.device()), here_(here) {}

  /// Of the matrix of `here`: G where it is given, otherwise the smaller one of its rows.
  Outcome set(Index parameters, bool kernel) {
    p_ = parameters;
    kernel_ = kernel;
    n_ = kernel ? here_.rows : p_;
    if (n_ == 0) return Outcome::zero;
    if (kernel_) {
      M_.resize(n_ * n_);
      energy_.kernel(here_, M_.data(), columns_);
    }
    const double largest = largest_diagonal(device_, matrix(), n_, space_);
    if (!std::isfinite(largest)) return Outcome::not_finite;
    largest_diagonal_ = largest;
    diagonal_.resize(n_);
    keep_lower(device_.stream(), matrix(), n_, diagonal_.data());
    return largest > 0 ? Outcome::ok : Outcome::zero;
  }

  /// Of A^T A or A A^T, whichever is smaller, with its largest eigenvalue.
  Outcome set_smaller(Index parameters) {
    const bool kernel = here_.rows < parameters;
    if (!kernel) energy_.gram_of_rows(here_);
    const Outcome outcome = set(parameters, kernel);
    largest_ = 0;
    if (outcome != Outcome::ok) return outcome;
    largest_ = estimate_largest(device_, matrix(), n_, power_, powered_);
    if (!(largest_ > 0)) largest_ = largest_diagonal_;
    return outcome;
  }
  double largest() const { return largest_; }

  Outcome factor(double damping) {
    damping_ = damping;
    restore_lower(device_.stream(), matrix(), n_, diagonal_.data());
    add_to_diagonal(device_.stream(), matrix(), n_, damping);
    return cholesky_.factor(device_, matrix(), n_) ? Outcome::ok : Outcome::not_positive_definite;
  }

  /// x = (G + damping I)^-1 (g + damping v), on the card; r where g = A^T r, else null; v may be
  /// null. linalg::DampedCholesky has the formulas.
  void solve(const double* r, const double* g, const double* v, Numbers& x) {
    x.resize(p_);
    if (!kernel_) {
      copy(g, x.data(), p_);
      if (v) add(damping_, v, x.data(), p_);
      cholesky_.solve(device_, matrix(), n_, x.data());
      return;
    }
    product_.resize(n_);
    if (v) {
      copy(v, x.data(), p_);
      energy_.multiply(here_, -1.0, v, 0.0, product_.data());
      if (r) add(1.0, r, product_.data(), n_);
    } else {
      x.zero(device_);
      if (r)
        copy(r, product_.data(), n_);
      else
        product_.zero(device_);
    }
    cholesky_.solve(device_, matrix(), n_, product_.data());
    energy_.multiply_transposed(here_, 1.0, product_.data(), 1.0, x.data());
    if (r) return;
    energy_.multiply(here_, 1.0, g, 0.0, product_.data());
    cholesky_.solve(device_, matrix(), n_, product_.data());
    add(1 / damping_, g, x.data(), p_);
    energy_.multiply_transposed(here_, -1 / damping_, product_.data(), 1.0, x.data());
  }

 private:
  double* matrix() { return kernel_ ? M_.data() : here_.G.data(); }
  void copy(const double* from, double* to, Index n) {
    check(cudaMemcpyAsync(to, from, sizeof(double) * static_cast<std::size_t>(n),
                          cudaMemcpyDeviceToDevice, device_.stream()),
          "copying a vector");
  }
  void add(double factor, const double* x, double* y, Index n) {
    check(cublasDaxpy(device_.blas(), static_cast<int>(n), &factor, x, 1, y, 1), "adding vectors");
  }

  CudaEnergy& energy_;
  const Device& device_;
  DeviceLinearisation& here_;
  bool kernel_ = false;
  Index p_ = 0, n_ = 0;
  double damping_ = 0, largest_diagonal_ = 0, largest_ = 0;
  Numbers M_, diagonal_, columns_, space_, product_, power_, powered_;
  Cholesky cholesky_;
};

}  // namespace engd::cuda
