#pragma once

#include "linalg/solver.h"

namespace engd::linalg {

/// The lower triangle of G = A^T A; what is above the diagonal is left as it was.
void gram_lower(const Matrix& A, Matrix& G);

/// The lower triangle of K = A A^T.
void kernel_lower(const Matrix& A, Matrix& K);

/// Copies the lower triangle into the upper one.
void mirror_lower(Matrix& G);

/// Whether the diagonal of G = A^T A (or K = A A^T) is finite. An entry of A that is not finite, or
/// whose square is not, always shows there, so this saves a pass over A.
bool finite_diagonal(const Matrix& G);

/// Whether the system has no rows or no parameters: then G is zero and LAPACK has nothing to do.
inline bool is_empty(const System& system) {
  return system.g->size() == 0 || (!system.gram && system.A->rows() == 0);
}

/// Whether the right-hand sides are finite.
bool finite_right_hand_side(const System& system);

/// Whether all `count` numbers are finite.
bool all_finite(const double* values, Index count);
inline bool all_finite(const Vector& x) {
  return all_finite(x.data(), x.size());
}
inline bool all_finite(const Matrix& M) {
  return all_finite(M.data(), M.size());
}

}  // namespace engd::linalg
