#pragma once

#include <vector>

#include "linalg/solver.h"

namespace engd::linalg {

/// (A^T A + damping I) x = A^T r + damping v for dampings that A^T A cannot tell from zero, by
/// products and Cholesky factors all the same. With L L^T a Gram matrix of rows plus a shift that
/// rounding cannot eat, B = A L^-T is so well conditioned that B^T B keeps its digits, and
///
///     (B^T B + damping L^-1 L^-T) y = B^T r + damping L^-1 v ,   x = L^-T y .
///
/// With fewer rows than parameters L L^T = A A^T + shift, B = L^-1 A, and
///
///     x = v + B^T (B B^T + damping L^-1 L^-T)^-1 (L^-1 r - B v) .
class RefinedCholesky {
 public:
  /// Replaces A by B, which must live until the next call.
  Outcome set(Matrix& A);
  Outcome factor(double damping);  ///< not_positive_definite: more damping is needed
  void solve(const Vector& r, const Vector& v, Vector& x);  ///< with the last factor
  /// The largest eigenvalue of A^T A, by ten steps of the power method.
  double largest() const { return largest_; }

 private:
  Outcome factor_shifted(const Matrix& A);

  const Matrix* B_ = nullptr;
  bool wide_ = false;
  Index sampled_from_ = 0;
  std::vector<int> indices_;
  Matrix sample_, L_;  // some rows; the lower triangle
  Matrix M_, W_, F_;   // lower triangles: of the products of B, of L^-1 L^-T, the factor
  Vector y_;
  double largest_ = 0, damping_ = 0;
};

}  // namespace engd::linalg
