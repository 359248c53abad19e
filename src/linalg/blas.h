#pragma once

#include "support/types.h"

namespace engd::linalg {

/// How many threads a factorisation may use, for the whole process: what runs at the same time uses
/// as many, and only with one of them BLAS may be called by several threads at once. It starts as
/// what OpenBLAS would use (the cores of the process, or OPENBLAS_NUM_THREADS). An InputError
/// unless at least 1.
void set_threads(int threads);
int threads();

/// The threads worth using for the eigenvalues of a matrix of order n: its steps are matrix-vector
/// products, and waking a thread costs more than a small one.
int threads_for_order(Index n);

/// How many threads BLAS uses is a property of the process. Point blocks are worked on by our own
/// threads with single-threaded BLAS inside; factorisations use all of them through this scope.
/// Outside any scope BLAS has one thread. Scopes are opened by one thread at a time.
class BlasThreads {
 public:
  explicit BlasThreads(int threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int before_;
};

/// A size as LAPACK's 32-bit integer; an InputError when it does not fit.
int lapack_size(Index size);

}  // namespace engd::linalg
