// A solver allocates on the first call of a size and never again, and says beforehand how much.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "linalg/solver.h"
#include "prescribed.h"

namespace {

std::atomic<bool> counting{false};
std::atomic<std::size_t> allocations{0}, bytes{0};

}  // namespace

// The C library's allocator by its other name; everything (new, Eigen) comes through here.
// OpenBLAS is not counted: it allocates lists of jobs and edges of tiles as it pleases.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT
extern "C" void* malloc(std::size_t size) noexcept {
  Dl_info caller;
  if (counting && dladdr(__builtin_return_address(0), &caller) &&
      !std::strstr(caller.dli_fname, "openblas")) {
    ++allocations;
    bytes += size;
  }
  return __libc_malloc(size);
}

namespace engd::linalg {
namespace {

struct Count {
  Count() {
    allocations = 0;
    bytes = 0;
    counting = true;
  }
  ~Count() { counting = false; }
};

TEST(Allocation, HappensOnceAndAsAnnounced) {
  for (auto [rows, p] : {std::pair<Index, Index>{300, 220}, {220, 300}}) {
    const testing::Problem problem(rows, p, testing::geometric(std::min(rows, p), 2, 0.5));
    for (Method method : testing::all_methods) {
      SCOPED_TRACE(testing::name(method) + " " + std::to_string(rows) + " x " + std::to_string(p));
      auto solver = make_solver(method);
      const Options options{.method = method, .damping = 0.1};
      Vector d(p);
      {
        const Count count;
        solver->solve(problem.with_residual(), options, d);
      }
      const double announced = static_cast<double>(solver->workspace_bytes(rows, p));
      EXPECT_GE(static_cast<double>(bytes), 0.95 * announced);
      EXPECT_LE(static_cast<double>(bytes), 1.05 * announced);
      {
        const Count count;
        solver->solve(problem.with_residual(), options, d);
        solver->solve(problem.with_residual(), options, d);
      }
      EXPECT_EQ(allocations, 0u);
      solver->solve(problem.with_gradient(), options, d);
      {
        const Count count;
        solver->solve(problem.with_gradient(), options, d);
      }
      EXPECT_EQ(allocations, 0u);
    }
  }
}

}  // namespace
}  // namespace engd::linalg
