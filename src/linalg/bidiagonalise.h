#pragma once

#include <vector>

#include "support/types.h"

namespace engd::linalg {

/// A = Q B P^T for a square A, B upper bidiagonal, Q and P products of reflections: the part of a
/// singular value decomposition that comes before its iteration. Matrices of some hundreds of
/// columns are reduced on one thread, which is not slower for that: bidiagonalise.cpp says why.
class Bidiagonalisation {
 public:
  enum class Side { left, right };  ///< Q, P

  void reduce(const Matrix& A);
  const Vector& diagonal() const { return diagonal_; }
  const Vector& above() const { return above_; }  ///< the last entry means nothing

  /// x := Q x, Q^T x, P x or P^T x for `count` columns, `stride` apart.
  void apply(Side side, bool transposed, double* x, Index count, Index stride);

 private:
  void reduce_by_lapack(const Matrix& A);
  void reduce_in_passes(const Matrix& A);

  Index n_ = 0;
  bool by_lapack_ = false;
  Matrix left_, right_;  ///< the vectors of the reflections, or both in left_ as LAPACK has them
  Vector diagonal_, above_, left_scales_, right_scales_;
  // Of a step: A - v p^T - x u^T is what is left of A after it.
  Vector v_, p_, x_, u_, row_, sum_;
  Matrix columns_;
  std::vector<double> work_;
};

}  // namespace engd::linalg
