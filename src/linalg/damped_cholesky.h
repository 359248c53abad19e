#pragma once

#include "linalg/solver.h"

namespace engd::linalg {

/// (A^T A + damping I) x = g + damping v by Cholesky, for one A and one damping after another.
/// With fewer rows than parameters by the kernel matrix K = A A^T:
///     g = A^T r:   x = v + A^T (K + damping I)^-1 (r - A v), and nothing cancels;
///     any g:       (g - A^T (K + damping I)^-1 A g) / damping in place of the part with r.
class DampedCholesky {
 public:
  /// A must live until the next call.
  Outcome set(const Matrix& A);
  Outcome factor(double damping);  ///< not_positive_definite: more damping is needed
  /// With the last factor. `r` where g = A^T r, else null.
  void solve(const Vector* r, const Vector& g, const Vector& v, Vector& x);
  /// The largest eigenvalue of A^T A, by ten steps of the power method: a little below it.
  double largest() const { return largest_; }

 private:
  void substitute(Vector& x) const;

  const Matrix* A_ = nullptr;
  bool wide_ = false;
  Matrix M_, L_;  // A^T A or A A^T (lower triangle), and the factor
  Vector product_;
  double largest_ = 0, damping_ = 0;
};

}  // namespace engd::linalg
