#include "backend/cuda/algebra.h"

#include <algorithm>

#include "backend/cuda/kernels.h"

namespace engd::cuda {

namespace {

int size(Index n) {
  return static_cast<int>(n);
}

// What is fastest on an H200, by the order of the matrix: one general product, a symmetric one,
// general ones of block columns, and then two halves with the general product between them.
constexpr Index general_below = 700, symmetric_below = 2048, columns_below = 6000;
constexpr Index column = 512;
// And a product of columns is faster than one of rows by more than it costs to transpose these.
constexpr Index transposed_from = 2048;
// Orders from which inverses of diagonal blocks serve substitutions better, and of these blocks.
constexpr Index inverses_from = 2048, diagonal_block = 1024;

/// Lower triangle of C = B B^T (+ C), B = X (n x inner) or X^T.
void lower_product(const Device& device, cublasOperation_t op, Index n, Index inner,
                   const double* X, Index ld, double beta, double* C, Index ldc) {
  const double one = 1;
  const auto transposed = op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  if (n < general_below) {
    check(cublasDgemm(device.blas(), op, transposed, size(n), size(n), size(inner), &one, X,
                      size(ld), X, size(ld), &beta, C, size(ldc)),
          "a symmetric product");
  } else if (n < symmetric_below) {
    check(cublasDsyrk(device.blas(), CUBLAS_FILL_MODE_LOWER, op, size(n), size(inner), &one, X,
                      size(ld), &beta, C, size(ldc)),
          "a symmetric product");
  } else if (n < columns_below) {
    for (Index j = 0; j < n; j += column) {
      const double* Y = X + (op == CUBLAS_OP_N ? j : j * ld);
      check(cublasDgemm(device.blas(), op, transposed, size(n - j), size(std::min(column, n - j)),
                        size(inner), &one, Y, size(ld), Y, size(ld), &beta, C + j * ldc + j,
                        size(ldc)),
            "a symmetric product");
    }
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

void transpose(const Device& device, const double* A, Index rows, Index parameters, double* to) {
  const double one = 1, zero = 0;
  check(cublasDgeam(device.blas(), CUBLAS_OP_T, CUBLAS_OP_N, size(rows), size(parameters), &one, A,
                    size(parameters), &zero, to, size(rows), to, size(rows)),
        "transposing the rows");
}

void kernel(const Device& device, const double* A, Index rows, Index parameters, double* K,
            Numbers& columns) {
  const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(rows * parameters);
  const bool fits = columns.bytes() >= bytes || bytes < device.free_bytes() / 4 * 3;
  if (rows < transposed_from || !fits) {
    lower_product(device, CUBLAS_OP_T, rows, parameters, A, parameters, 0.0, K, rows);
    return;
  }
  columns.resize(rows * parameters);
  transpose(device, A, rows, parameters, columns.data());
  lower_product(device, CUBLAS_OP_N, rows, parameters, columns.data(), rows, 0.0, K, rows);
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

double estimate_largest(const Device& device, const double* M, Index n, Numbers& v, Numbers& w) {
  const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
  v.set(device, ones);
  w.resize(n);
  const double one = 1, zero = 0;
  double norm = 0;
  for (int k = 0; k < 10; ++k) {
    check(cublasDsymv(device.blas(), CUBLAS_FILL_MODE_LOWER, size(n), &one, M, size(n), v.data(), 1,
                      &zero, w.data(), 1),
          "the power method");
    check(cublasDnrm2(device.blas(), size(n), w.data(), 1, &norm), "the power method");
    if (!(norm > 0)) return 0;
    const double inverse = 1 / norm;
    check(cublasDscal(device.blas(), size(n), &inverse, w.data(), 1), "the power method");
    std::swap(v, w);
  }
  return norm;
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
  work_.zero(device);  // the library reads some of it first
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
  solves_ = 0;
  std::size_t device_bytes = 0, host_bytes = 0;
  check(cusolverDnXpotrf_bufferSize(device.solver(), device.solver_parameters(),
                                    CUBLAS_FILL_MODE_LOWER, n, CUDA_R_64F, M, n, CUDA_R_64F,
                                    &device_bytes, &host_bytes),
        "Cholesky");
  work_.resize(static_cast<Index>(device_bytes));
  host_work_.resize(host_bytes);
  info_.resize(1);
  check(cusolverDnXpotrf(device.solver(), device.solver_parameters(), CUBLAS_FILL_MODE_LOWER, n,
                         CUDA_R_64F, M, n, CUDA_R_64F, work_.data(), device_bytes,
                         host_work_.data(), host_bytes, info_.data()),
        "Cholesky");
  int info = 0;
  info_.get(device, std::span(&info, 1));
  return info == 0;
}

bool Cholesky::by_blocks(const Device& device, const double* L, Index n) {
  if (n < inverses_from || ++solves_ <= 2) return false;  // a solution is two of them
  if (solves_ == 3) invert_diagonal(device, L, n);
  return true;
}

void Cholesky::solve(const Device& device, const double* L, Index n, double* x) {
  solve_lower(device, L, n, x);
  solve_upper(device, L, n, x);
}

void Cholesky::solve_lower(const Device& device, const double* L, Index n, double* x) {
  if (by_blocks(device, L, n)) return lower_by_blocks(device, L, n, x);
  check(cublasDtrsv(device.blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                    size(n), L, size(n), x, 1),
        "substitution");
}

void Cholesky::solve_upper(const Device& device, const double* L, Index n, double* x) {
  if (by_blocks(device, L, n)) return upper_by_blocks(device, L, n, x);
  check(cublasDtrsv(device.blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT,
                    size(n), L, size(n), x, 1),
        "substitution");
}

void Cholesky::invert_diagonal(const Device& device, const double* L, Index n) {
  const Index count = n / diagonal_block, entries = diagonal_block * diagonal_block;
  inverses_.resize(count * entries);
  inverses_.zero(device);
  std::vector<const double*> blocks;
  std::vector<double*> inverses;
  for (Index k = 0; k < count; ++k) {
    blocks.push_back(L + k * diagonal_block * (n + 1));
    inverses.push_back(inverses_.data() + k * entries);
    add_to_diagonal(device.stream(), inverses.back(), diagonal_block, 1.0);
  }
  blocks_at_.set(device, blocks);
  inverses_at_.set(device, inverses);
  const double one = 1;
  check(cublasDtrsmBatched(device.blas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                           CUBLAS_DIAG_NON_UNIT, size(diagonal_block), size(diagonal_block), &one,
                           blocks_at_.data(), size(n), inverses_at_.data(), size(diagonal_block),
                           size(count)),
        "inverting diagonal blocks");
  device.wait();  // for the pointers
}

namespace {

// y = alpha op(M) v + beta y.
void product(const Device& device, cublasOperation_t op, Index rows, Index columns, double alpha,
             const double* M, Index ld, const double* v, double beta, double* to) {
  check(cublasDgemv(device.blas(), op, size(rows), size(columns), &alpha, M, size(ld), v, 1, &beta,
                    to, 1),
        "substitution by blocks");
}

}  // namespace

// With L = (L_jk) in blocks: y_j = L_jj^-1 (x_j - sum over k < j of L_jk y_k), and back with L^T.
// What is left below the last whole block is solved by substitution.
void Cholesky::lower_by_blocks(const Device& device, const double* L, Index n, double* x) {
  constexpr Index b = diagonal_block;
  const Index whole = n / b * b;
  y_.resize(n);
  for (Index j = 0; j < whole; j += b) {
    product(device, CUBLAS_OP_N, b, b, 1, inverses_.data() + j * b, b, x + j, 0, y_.data() + j);
    if (j + b < n)
      product(device, CUBLAS_OP_N, n - j - b, b, -1, L + j * (n + 1) + b, n, y_.data() + j, 1,
              x + j + b);
  }
  check(cublasDcopy(device.blas(), size(whole), y_.data(), 1, x, 1), "substitution by blocks");
  if (whole < n)
    check(cublasDtrsv(device.blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                      size(n - whole), L + whole * (n + 1), size(n), x + whole, 1),
          "substitution");
}

void Cholesky::upper_by_blocks(const Device& device, const double* L, Index n, double* x) {
  constexpr Index b = diagonal_block;
  const Index whole = n / b * b;
  if (whole < n)
    check(cublasDtrsv(device.blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT,
                      size(n - whole), L + whole * (n + 1), size(n), x + whole, 1),
          "substitution");
  y_.resize(n);
  check(cublasDcopy(device.blas(), size(whole), x, 1, y_.data(), 1), "substitution by blocks");
  for (Index j = whole - b; j >= 0; j -= b) {
    if (j + b < n)
      product(device, CUBLAS_OP_T, n - j - b, b, -1, L + j * (n + 1) + b, n, x + j + b, 1,
              y_.data() + j);
    product(device, CUBLAS_OP_T, b, b, 1, inverses_.data() + j * b, b, y_.data() + j, 0, x + j);
  }
}

}  // namespace engd::cuda
