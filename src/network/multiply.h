#pragma once

#include <cblas.h>

#include <cstddef>

namespace engd::network {

/// C (m x n) = A (m x k) * op(B), column-major and without gaps.
inline void multiply(int m, int n, int k, const double* A, const double* B, bool transpose_B,
                     double* C) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, transpose_B ? CblasTrans : CblasNoTrans, m, n, k, 1.0, A,
              m, B, transpose_B ? n : k, 0.0, C, m);
}

/// The same with rows `first` to `first + k` of a B that has `height`: a part of the sum.
inline void multiply_part(int m, int n, int k, const double* A, const double* B, int first,
                          int height, double* C) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0,
              A + static_cast<std::ptrdiff_t>(first) * m, m, B + first, height, 0.0, C, m);
}

}  // namespace engd::network
