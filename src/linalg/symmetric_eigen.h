#pragma once

#include <vector>

#include "linalg/solver.h"

namespace engd::linalg {

/// M = V diag(values) V^T for a symmetric M, with V kept as a product of factors,
///
///     M = Q T Q^T   (Householder reflections to a tridiagonal T),   T = Z diag(values) Z^T
///     (divide and conquer),   V = Q Z.
///
/// A solver only ever applies V to a few vectors. Not multiplying V out saves about a third of the
/// time of a full eigen-decomposition (dsyevd).
class SymmetricEigen {
 public:
  /// The n x n matrix to decompose: fill its lower triangle, then call factor, which overwrites it.
  Matrix& matrix(Index n);
  /// ok or no_convergence.
  Outcome factor();
  const Vector& values() const { return values_; }  ///< ascending
  void to_eigenbasis(Vector& x);                    ///< x := V^T x
  void from_eigenbasis(Vector& x);                  ///< x := V x

  static std::size_t workspace_bytes(Index n);

 private:
  void reflect(char transpose, Vector& x);  // x := Q x or Q^T x

  Matrix reflections_;  // M, then the Householder vectors below the diagonal
  Matrix Z_;
  Vector values_, off_diagonal_, scales_, product_;
  std::vector<double> work_;
  std::vector<int> integers_;
};

}  // namespace engd::linalg
