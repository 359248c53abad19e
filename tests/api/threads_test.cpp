// Several solves at once: what is shared by the process.
#include <atomic>
#include <thread>
#include <vector>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

double loss_alone(std::uint64_t seed, int threads) {
  return solve(small_poisson(), {.seed = seed, .threads = threads}).loss();
}

/// Each in a thread of its own, all at the same time, with files.
std::vector<double> losses_together(const std::vector<int>& threads) {
  const TemporaryFolder folder;
  std::vector<double> losses(threads.size());
  std::vector<std::jthread> solves;
  for (std::size_t k = 0; k < threads.size(); ++k)
    solves.emplace_back([&, k] {
      const Options options{.seed = k,
                            .threads = threads[k],
                            .folder = folder / ("run" + std::to_string(k)),
                            .report = false};
      for (int again = 0; again < 3; ++again) {
        Options one = options;
        one.replace = again > 0;
        losses[k] = solve(small_poisson(), one).loss();
      }
    });
  solves.clear();
  return losses;
}

TEST(ApiThreads, SolvesOfOneThreadAtOnceGiveTheirOwnBits) {
  EXPECT_EQ(losses_together({1, 1, 1}),
            (std::vector{loss_alone(0, 1), loss_alone(1, 1), loss_alone(2, 1)}));
}

TEST(ApiThreads, SolvesOfSeveralThreadsTakeTurns) {
  EXPECT_EQ(losses_together({1, 2, 1, 2}),
            (std::vector{loss_alone(0, 1), loss_alone(1, 2), loss_alone(2, 1), loss_alone(3, 2)}));
}

TEST(ApiThreads, SolvesOfOneThreadRunAtTheSameTime) {
  // Each waits in its observer for the other one.
  std::atomic<int> inside = 0;
  const auto solve_beside = [&] {
    bool first = true;
    solve(small_poisson(), {.threads = 1}, [&](const Moment&) {
      if (std::exchange(first, false)) ++inside;
      while (inside < 2) std::this_thread::yield();
      return true;
    });
  };
  { std::jthread a(solve_beside), b(solve_beside); }
  EXPECT_EQ(inside, 2);
}

TEST(ApiThreads, ASolveInsideASolveIsRefused) {
  for (const int threads : {1, 2}) {
    const Error error = error_of([&] {
      solve(small_poisson(), {.threads = threads}, [](const Moment&) {
        solve(small_poisson(), {.threads = 1});
        return true;
      });
    });
    EXPECT_EQ(error.code(), ErrorCode::busy);
    EXPECT_EQ(error.message(),
              "a solve was begun inside an observer, a step rule or an activation of another one");
    EXPECT_NO_THROW(solve(small_poisson(), {.threads = threads}));
  }
}

TEST(ApiThreads, ObserversMayEvaluate) {
  const Solution before = solve(small_poisson(), {.threads = 1});
  const double value = before({0.3, 0.3});
  for (const int threads : {1, 2}) {
    const double expected = loss_alone(1, threads);
    const Solution s = solve(small_poisson(), {.seed = 1, .threads = threads}, [&](const Moment&) {
      EXPECT_EQ(before({0.3, 0.3}), value);
      return true;
    });
    EXPECT_EQ(s.loss(), expected);
  }
}

TEST(ApiThreads, ASolutionIsReadBySeveral) {
  const Solution s = solve(small_poisson(), {.threads = 1});
  const double value = s({0.3, 0.3});
  std::vector<std::jthread> readers;
  for (int k = 0; k < 4; ++k)
    readers.emplace_back([&] {
      for (int again = 0; again < 20; ++again) EXPECT_EQ(s({0.3, 0.3}), value);
    });
}

}  // namespace
}  // namespace engd::testing
