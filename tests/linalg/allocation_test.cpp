// A solver allocates on the first call of a size and never again, and says beforehand how much.

#include <gtest/gtest.h>

#include "common/count_allocations.h"
#include "linalg/solver.h"
#include "prescribed.h"

namespace engd::linalg {
namespace {

using engd::testing::Allocations;

/// What a call allocates.
template <class Call>
Allocations allocations_of(Call call) {
  engd::testing::take_allocations();
  engd::testing::count_allocations(true);
  call();
  engd::testing::count_allocations(false);
  return engd::testing::take_allocations();
}

TEST(Allocation, HappensOnceAndAsAnnounced) {
  for (auto [rows, p] : {std::pair<Index, Index>{300, 220}, {220, 300}}) {
    const testing::Problem problem(rows, p, testing::geometric(std::min(rows, p), 2, 0.5));
    for (Method method : testing::all_methods) {
      SCOPED_TRACE(testing::name(method) + " " + std::to_string(rows) + " x " + std::to_string(p));
      auto solver = make_solver(method);
      const SolverOptions options{.method = method, .damping = 0.1};
      Vector d(p);
      const auto solve = [&](const System& system) { solver->solve(system, options, d); };
      const Allocations first = allocations_of([&] { solve(problem.with_residual()); });
      const double announced = static_cast<double>(solver->workspace_bytes(rows, p));
      EXPECT_GE(static_cast<double>(first.bytes), 0.95 * announced);
      EXPECT_LE(static_cast<double>(first.bytes), 1.05 * announced);
      const Allocations later = allocations_of([&] {
        solve(problem.with_residual());
        solve(problem.with_residual());
      });
      EXPECT_EQ(later.calls, 0u);
      solve(problem.with_gradient());
      EXPECT_EQ(allocations_of([&] { solve(problem.with_gradient()); }).calls, 0u);
    }
  }
}

}  // namespace
}  // namespace engd::linalg
