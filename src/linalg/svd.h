#pragma once

#include <vector>

#include "linalg/solver.h"

namespace engd::linalg {

/// M = U diag(values) V^T for a square M, with U and V kept as products of factors,
///
///     M = P B W^T   (Householder reflections to a bidiagonal B),   B = X diag(values) Y^T
///     (divide and conquer),   U = P X,   V = W Y.
///
/// As in SymmetricEigen, U and V are applied to vectors and never multiplied out.
class Svd {
 public:
  /// The n x n matrix to decompose: fill it, then call factor, which overwrites it.
  Matrix& matrix(Index n);
  /// ok or no_convergence.
  Outcome factor();
  const Vector& values() const { return values_; }  ///< descending

  /// The vector of length n is at x, in place.
  void to_left(double* x);     ///< x := U^T x
  void to_right(double* x);    ///< x := V^T x
  void from_right(double* x);  ///< x := V x

  static std::size_t workspace_bytes(Index n);

 private:
  void reflect(char side, char transpose, double* x);  // x := P x, P^T x, W x or W^T x
  void multiply(const Matrix& factor, bool transpose, double* x);

  Matrix reflections_;  // M, then the Householder vectors of P below and of W above the diagonal
  Matrix X_, Yt_;
  Vector values_, off_diagonal_, left_scales_, right_scales_, product_;
  std::vector<double> work_;
  std::vector<int> integers_;
};

}  // namespace engd::linalg
