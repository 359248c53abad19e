#pragma once

#include <memory>

#include "linalg/solver.h"

namespace engd::linalg {

/// The right-hand side in the eigenbasis of G = A^T A = V diag(s) V^T, where the damped step and
/// all that is asked about it are sums over the eigenvalues:
///
///     d(lambda) = sum_i  v_i c_i / (s_i + lambda)
struct Spectrum {
  Vector s;            ///< eigenvalues of G; what rounding made negative is zero
  Vector c;            ///< V^T g
  double largest = 0;  ///< of s
  /// |g|^2 of the part of g orthogonal to all v_i, on which G is zero. Not zero only for the
  /// kernel form, whose V has fewer columns than there are parameters.
  double outside = 0;
};

/// A factorisation after which steps for many dampings cost matrix-vector products only.
/// The matrices and vectors of the System must live as long as steps are asked for.
class SpectralFactor {
 public:
  virtual ~SpectralFactor() = default;

  /// Decomposes the matrix and rotates the right-hand side.
  Outcome factor(const System& system);
  /// Another right-hand side for the matrix that was factored.
  Outcome rotate(const System& system);

  /// d = (G + damping I)^+ g. Eigenvalues of G + damping I at or below cutoff * largest are
  /// dropped; a negative cutoff is the method's own. After an outcome other than ok: d = 0.
  Solution step(double damping, double cutoff, Vector& d);

  /// By how much d lowers the model 1/2 |r|^2 - g.d + 1/2 d.G d:
  ///     1/2 sum_i c_i^2 (s_i + 2 damping) / (s_i + damping)^2   over what the step keeps
  double predicted_decrease(double damping, double cutoff = -1) const;

  const Spectrum& spectrum() const { return spectrum_; }
  virtual std::size_t workspace_bytes(Index rows, Index parameters) const = 0;

 protected:
  virtual Outcome decompose(const System& system) = 0;            // fills spectrum_.s
  virtual void rotate_right_hand_side(const System& system) = 0;  // fills c and outside
  /// d = sum_i v_i weights_i c_i, and the part of g outside the basis over `damping` if it is > 0.
  virtual void combine(const Vector& weights, double damping, Vector& d) = 0;

  Spectrum spectrum_;
  double default_cutoff_ = 0;

 private:
  double smallest_allowed(double damping, double cutoff) const;

  Outcome outcome_ = Outcome::zero;
  Outcome decomposed_ = Outcome::zero;
  Index parameters_ = 0;
  Vector weights_;
};

/// For gram_eigen, qr_svd and kernel.
std::unique_ptr<SpectralFactor> make_spectral_factor(Method method);

/// eps * size: the most that an eigenvalue loses to rounding, relative to the largest one.
double rounding_cutoff(Index size);
/// eps * sqrt(size): what it loses when rounding errors add up as independent ones do.
double typical_rounding(Index size);

// One for each method; their files say how.
std::unique_ptr<SpectralFactor> make_gram_factor();
std::unique_ptr<SpectralFactor> make_rows_factor();
std::unique_ptr<SpectralFactor> make_kernel_factor();

}  // namespace engd::linalg
