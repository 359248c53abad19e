#include "backend/cuda/algebra.h"

#include <algorithm>

namespace engd::cuda {

namespace {

int size(Index n) {
  return static_cast<int>(n);
}

// On an H200 one general product is faster than a symmetric one below this order, and above the
// second one two halves of the symmetric one and the general product between them are.
constexpr Index general_below = 700, halved_above = 2048;

/// Lower triangle of C = B B^T (+ C), B = X (n x inner) or X^T.
void lower_product(const Device& device, cublasOperation_t op, Index n, Index inner,
                   const double* X, Index ld, double beta, double* C, Index ldc) {
  const double one = 1;
  const auto transposed = op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  if (n < general_below) {
    check(cublasDgemm(device.blas(), op, transposed, size(n), size(n), size(inner), &one, X,
                      size(ld), X, size(ld), &beta, C, size(ldc)),
          "a symmetric product");
  } else if (n < halved_above) {
    check(cublasDsyrk(device.blas(), CUBLAS_FILL_MODE_LOWER, op, size(n), size(inner), &one, X,
                      size(ld), &beta, C, size(ldc)),
          "a symmetric product");
  } else {
    const Index half = (n / 2 + 127) / 128 * 128;
    const double* Y = X + (op == CUBLAS_OP_N ? half : half * ld);
    lower_product(device, op, half, inner, X, ld, beta, C, ldc);
    lower_product(device, op, n - half, inner, Y, ld, beta, C + half * ldc + half, ldc);
    check(cublasDgemm(device.blas(), op, transposed, size(n - half), size(half), size(inner), &one,
                      Y, size(ld), X, size(ld), &beta, C + half, size(ldc)),
          "a symmetric product");
  }
}

}  // namespace

void gram(const Device& device, const double* A, Index rows, Index parameters, double* G,
          bool add) {
  lower_product(device, CUBLAS_OP_N, parameters, rows, A, parameters, add ? 1.0 : 0.0, G,
                parameters);
}

void kernel(const Device& device, const double* A, Index rows, Index parameters, double* K) {
  lower_product(device, CUBLAS_OP_T, rows, parameters, A, parameters, 0.0, K, rows);
}

void multiply(const Device& device, const double* A, Index rows, Index parameters, double alpha,
              const double* x, double beta, double* y) {
  check(cublasDgemv(device.blas(), CUBLAS_OP_T, size(parameters), size(rows), &alpha, A,
                    size(parameters), x, 1, &beta, y, 1),
        "A times a vector");
}

void multiply_transposed(const Device& device, const double* A, Index rows, Index parameters,
                         double alpha, const double* x, double beta, double* y) {
  check(cublasDgemv(device.blas(), CUBLAS_OP_N, size(parameters), size(rows), &alpha, A,
                    size(parameters), x, 1, &beta, y, 1),
        "A^T times a vector");
}

bool SymmetricEigen::factor(const Device& device, double* M, Index n) {
  values_.resize(n);
  info_.resize(1);
  std::size_t device_bytes = 0, host_bytes = 0;
  check(cusolverDnXsyevd_bufferSize(device.solver(), device.solver_parameters(),
                                    CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, CUDA_R_64F,
                                    M, n, CUDA_R_64F, values_.data(), CUDA_R_64F, &device_bytes,
                                    &host_bytes),
        "eigenvalues");
  work_.resize(static_cast<Index>(device_bytes));
  host_work_.resize(host_bytes);
  check(cusolverDnXsyevd(device.solver(), device.solver_parameters(), CUSOLVER_EIG_MODE_VECTOR,
                         CUBLAS_FILL_MODE_LOWER, n, CUDA_R_64F, M, n, CUDA_R_64F, values_.data(),
                         CUDA_R_64F, work_.data(), device_bytes, host_work_.data(), host_bytes,
                         info_.data()),
        "eigenvalues");
  int info = 0;
  info_.get(device, std::span(&info, 1));
  return info == 0;
}

bool Cholesky::factor(const Device& device, double* M, Index n) {
  int length = 0;
  check(cusolverDnDpotrf_bufferSize(device.solver(), CUBLAS_FILL_MODE_LOWER, size(n), M, size(n),
                                    &length),
        "Cholesky");
  work_.resize(length);
  info_.resize(1);
  check(cusolverDnDpotrf(device.solver(), CUBLAS_FILL_MODE_LOWER, size(n), M, size(n), work_.data(),
                         length, info_.data()),
        "Cholesky");
  int info = 0;
  info_.get(device, std::span(&info, 1));
  return info == 0;
}

void Cholesky::solve(const Device& device, const double* L, Index n, double* x) const {
  for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T})
    check(cublasDtrsv(device.blas(), CUBLAS_FILL_MODE_LOWER, op, CUBLAS_DIAG_NON_UNIT, size(n), L,
                      size(n), x, 1),
          "substitution");
}

}  // namespace engd::cuda
