#pragma once

#include "backend/cuda/algebra.h"
#include "backend/cuda/cuda_energy.h"
#include "linalg/damped_factor.h"

namespace engd::cuda {

/// Damped steps that lose no digits although they come from products of rows. G = A^T A knows
/// singular values of A only above sqrt(eps) of the largest. With L L^T close to G, up to a shift,
/// and in the variables y = L^T x, the rows are B = A L^-T, whose singular values lie around 1 down
/// to where A has lost sqrt(eps) against the shift; their products know those of A down to eps:
///
///     (B^T B + lambda W) y = B^T r + lambda L^-1 v ,   W = L^-1 L^-T ,   x = L^-T y .
///
/// L may come from some of the rows: it need not be accurate, only the substitutions with it.
class RefinedCholesky {
 public:
  RefinedCholesky(CudaEnergy& energy, DeviceLinearisation& here)
      : energy_(energy), device_(energy.device()), here_(here) {}

  /// Whether rows and memory suffice.
  bool applies(Index parameters) const;
  /// B takes the place of A in `here`.
  linalg::Outcome set(Index parameters);
  double largest() const { return largest_; }
  linalg::Outcome factor(double damping);
  /// x = (G + damping I)^-1 (A^T r + damping v), on the card.
  void solve(const double* r, const double* v, Numbers& x);

 private:
  linalg::Outcome factor_sample();

  CudaEnergy& energy_;
  const Device& device_;
  DeviceLinearisation& here_;
  Index p_ = 0;
  double damping_ = 0, largest_ = 0;
  Numbers sample_, L_, W_, F_, v_, w_;
  Array<int> indices_;
  Cholesky outer_, inner_;  ///< of G and of B^T B + lambda W
};

}  // namespace engd::cuda
