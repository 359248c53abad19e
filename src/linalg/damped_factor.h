#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "linalg/solver.h"

namespace engd::linalg {

/// One factorisation, then the steps of many dampings at little cost:
///
///     d(lambda) = (G + lambda I)^-1 g,   G = A^T A,   lambda > 0,
///
/// and by how much each lowers the model 1/2 |r|^2 - g.d + 1/2 d.G d, which is
/// 1/2 (g.d + lambda |d|^2): a sum of positive numbers, so that no digits cancel near the end.
///
/// The matrices and vectors of the System must live until the next call of `factor`.
class DampedFactor {
 public:
  virtual ~DampedFactor() = default;
  virtual Outcome factor(const System& system) = 0;
  /// Another right-hand side, of the same kind (r or g), for the matrix that was factored.
  virtual void rotate(const System& system) = 0;
  /// Column k of D is d(dampings[k]); decreases[k] what the model promises. A step that cannot be
  /// computed (a breakdown of Cholesky) is zero and promises nothing.
  virtual void steps(std::span<const double> dampings, Matrix& D, std::span<double> decreases) = 0;
  /// Bounds of the largest eigenvalue of G, for a first damping: within a factor of two.
  virtual double largest() const = 0;
  virtual std::size_t workspace_bytes(Index rows, Index parameters) const = 0;
};

/// Absent: by reduction of A to bidiagonal form, which loses no digits and is the fastest that does
/// not (docs/method.md). Otherwise by the method named, for comparison: gram_eigen, qr_svd, kernel
/// (a decomposition), qr_pivoted (the default after pivoting), gram_cholesky (one factorisation a
/// damping).
std::unique_ptr<DampedFactor> make_damped_factor(std::optional<Method> method = std::nullopt);

// One a file.
std::unique_ptr<DampedFactor> make_bidiagonal_factor();
std::unique_ptr<DampedFactor> make_pivoted_factor();
std::unique_ptr<DampedFactor> make_spectral_damped_factor(Method method);
std::unique_ptr<DampedFactor> make_cholesky_damped_factor();

}  // namespace engd::linalg
