#pragma once

#include <cblas.h>

namespace engd::cpu {

/// C (m x n) = A (m x k) * op(B), column-major and without gaps.
inline void multiply(int m, int n, int k, const double* A, const double* B, bool transpose_B,
                     double* C) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, transpose_B ? CblasTrans : CblasNoTrans, m, n, k, 1.0, A,
              m, B, transpose_B ? n : k, 0.0, C, m);
}

}  // namespace engd::cpu
