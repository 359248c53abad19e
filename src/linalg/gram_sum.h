#pragma once

#include <vector>

#include "support/types.h"

namespace engd::linalg {

/// G += A^T A for matrices A of many rows and some hundred columns that come one after the other,
/// each small enough to lie in cache: there a product written for the triangle beats the general
/// one of BLAS. One thread; each has its own.
class GramSum {
 public:
  /// Adds the upper triangle of A^T A (n x p, column-major, columns ld apart) to that of G (p x p,
  /// column-major and without gaps). Below the diagonal G is left undefined.
  void add(const double* A, Index n, Index p, Index ld, double* G);

 private:
  void pack(const double* A, Index n, Index p, Index ld);

  std::vector<double> packed_;
};

}  // namespace engd::linalg
