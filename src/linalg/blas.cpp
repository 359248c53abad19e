#include "linalg/blas.h"

#include <cblas.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>
#include <string>

#include "support/error.h"

namespace engd::linalg {
namespace {

// Runs before main: remembers what OpenBLAS would use and leaves it with one thread.
int take_threads_from_blas() {
  const int threads = openblas_get_num_threads();
  openblas_set_num_threads(1);
  return threads;
}

std::atomic<int> process_threads = take_threads_from_blas();

thread_local int own_threads = 0;  // of a thread that computes beside others; 0: it does not

/// Beside others nothing changes. Writes only what changes: solves of one thread each may run at
/// once, and none of them writes then.
void use_in_blas(int threads) {
  if (own_threads == 0 && openblas_get_num_threads() != threads) openblas_set_num_threads(threads);
}

}  // namespace

void set_threads(int threads) {
  if (!(threads >= 1))
    throw InputError("threads = " + std::to_string(threads) + ": at least 1 is needed");
  process_threads = threads;
}

int threads() {
  return own_threads > 0 ? own_threads : process_threads.load();
}

bool has_threads() {
  return process_threads > 1;
}

ThreadShare::ThreadShare(int threads) : before_(own_threads) {
  assert(threads >= 1);
  own_threads = threads;
}

ThreadShare::~ThreadShare() {
  own_threads = before_;
}

int threads_for_order(Index n) {
  // Where two threads begin to gain on one in bench/linalg/factorisations.
  return n < least_order_of_threads ? 1 : threads();
}

int threads_for_cholesky(Index n) {
  return n < least_cholesky_of_threads ? 1 : threads();
}

int threads_for_tasks(int tasks, double operations) {
  // About a millisecond, where a thread is started within some hundredths of one.
  constexpr double worthwhile = 3e7;
  const double most = std::min<double>(tasks, 1 + operations / worthwhile);
  return std::min(threads(), std::max(1, static_cast<int>(most)));
}

BlasThreads::BlasThreads(int threads) : before_(openblas_get_num_threads()) {
  assert(threads >= 1);
  use_in_blas(threads);
}

BlasThreads::~BlasThreads() {
  use_in_blas(before_);
}

int lapack_size(Index size) {
  if (!(size <= std::numeric_limits<int>::max()))
    throw InputError("an array of " + std::to_string(size) +
                     " numbers is more than LAPACK can address (2^31 - 1)");
  return static_cast<int>(size);
}

}  // namespace engd::linalg
