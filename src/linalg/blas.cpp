#include "linalg/blas.h"

#include <cblas.h>

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

/// Writes only what changes: solves of one thread each may run at once, and none of them writes
/// then.
void use_in_blas(int threads) {
  if (openblas_get_num_threads() != threads) openblas_set_num_threads(threads);
}

}  // namespace

void set_threads(int threads) {
  if (!(threads >= 1))
    throw InputError("threads = " + std::to_string(threads) + ": at least 1 is needed");
  process_threads = threads;
}

int threads() {
  return process_threads;
}

int threads_for_order(Index n) {
  // Where two threads begin to gain on one in bench/linalg/factorisations.
  constexpr Index worthwhile = 300;
  return n < worthwhile ? 1 : threads();
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
