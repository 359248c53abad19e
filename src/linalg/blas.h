#pragma once

#include "support/parallel.h"
#include "support/types.h"

namespace engd::linalg {

/// How many threads a factorisation may use, for the whole process: what runs at the same time uses
/// as many, and only with one of them BLAS may be called by several threads at once. It starts as
/// what OpenBLAS would use (the cores of the process, or OPENBLAS_NUM_THREADS). An InputError
/// unless at least 1.
void set_threads(int threads);
/// The same, or what this thread has of it (ThreadShare).
int threads();
/// More than one for the whole process.
bool has_threads();

/// While it lives, this thread has so many threads of its own, and others compute beside it: BLAS
/// works with one thread in all of them. Begins outside any BlasThreads.
class ThreadShare {
 public:
  explicit ThreadShare(int threads);
  ~ThreadShare();
  ThreadShare(const ThreadShare&) = delete;
  ThreadShare& operator=(const ThreadShare&) = delete;

 private:
  int before_;
};

/// The threads worth using for the eigenvalues of a matrix of order n: its steps are matrix-vector
/// products, and waking a thread costs more than a small one.
int threads_for_order(Index n);
/// The same for Cholesky's factor and substitutions with it, which are a small part beside the
/// product that the matrix comes from; smaller ones do not depend on the number of threads.
int threads_for_cholesky(Index n);
inline constexpr Index least_order_of_threads = 300, least_cholesky_of_threads = 600;

int threads_for_tasks(int tasks, double operations);

/// Calls body(task) for task = 0 .. tasks-1 on up to threads() threads, as far as so many
/// operations are worth it. BLAS has one thread in them.
template <typename Body>
void share_tasks(int tasks, double operations, const Body& body) {
  ThreadPool pool(threads_for_tasks(tasks, operations));
  pool.run(tasks, [&](int task, int) { body(task); });
}

/// How many threads BLAS uses is a property of the process. Point blocks are worked on by our own
/// threads with single-threaded BLAS inside; factorisations use all of them through this scope.
/// Outside any scope BLAS has one thread. Scopes are opened by one thread at a time; beside others
/// (ThreadShare) they change nothing.
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
