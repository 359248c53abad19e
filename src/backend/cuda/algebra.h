#pragma once

#include <vector>

#include "backend/cuda/device.h"

/// Dense algebra on the card. A stands row by row: to BLAS it is A^T, parameters x rows.
namespace engd::cuda {

/// The lower triangle of G = A^T A (+ G where `add`).
void gram(const Device& device, const double* A, Index rows, Index parameters, double* G, bool add);
/// The columns of A one after another.
void transpose(const Device& device, const double* A, Index rows, Index parameters, double* to);
/// The lower triangle of K = A A^T; `columns` is room for a transposed copy, used where that pays.
void kernel(const Device& device, const double* A, Index rows, Index parameters, double* K,
            Numbers& columns);
/// y = alpha A x + beta y and y = alpha A^T x + beta y.
void multiply(const Device& device, const double* A, Index rows, Index parameters, double alpha,
              const double* x, double beta, double* y);
void multiply_transposed(const Device& device, const double* A, Index rows, Index parameters,
                         double alpha, const double* x, double beta, double* y);

/// The largest eigenvalue of a positive matrix, of which the lower triangle is given, by ten steps
/// of the power method: a little below it. 0 where they come to nothing.
double estimate_largest(const Device& device, const double* M, Index n, Numbers& v, Numbers& w);

/// Eigenvalues and vectors of a symmetric matrix, of which the lower triangle is given; false where
/// the iteration did not converge.
class SymmetricEigen {
 public:
  bool factor(const Device& device, double* M, Index n);  ///< M becomes the vectors
  const Numbers& values() const { return values_; }

 private:
  Numbers values_;
  Array<char> work_;
  Array<int> info_;
  std::vector<char> host_work_;
};

/// L L^T of a matrix's lower triangle.
///
/// Substitution is a long chain of small steps on a card. From the second right-hand side on, large
/// triangles are therefore solved by blocks whose diagonal ones have been inverted.
class Cholesky {
 public:
  bool factor(const Device& device, double* M, Index n);  ///< false: a pivot is not positive
  void solve(const Device& device, const double* L, Index n, double* x);
  /// x = L^-1 x and x = L^-T x.
  void solve_lower(const Device& device, const double* L, Index n, double* x);
  void solve_upper(const Device& device, const double* L, Index n, double* x);

 private:
  bool by_blocks(const Device& device, const double* L, Index n);
  void invert_diagonal(const Device& device, const double* L, Index n);
  void lower_by_blocks(const Device& device, const double* L, Index n, double* x);
  void upper_by_blocks(const Device& device, const double* L, Index n, double* x);

  int solves_ = 0;  ///< with these factors
  Numbers inverses_, y_;
  Array<const double*> blocks_at_;
  Array<double*> inverses_at_;
  Array<char> work_;
  Array<int> info_;
  std::vector<char> host_work_;
};

}  // namespace engd::cuda
