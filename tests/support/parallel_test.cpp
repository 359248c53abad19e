#include "support/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace engd {
namespace {

// Rounds that are over before a worker wakes: a late one must neither run a task of an earlier
// round nor miss those of later rounds for good.
TEST(ThreadPool, RunsEveryTaskOnce) {
  for (int threads : {1, 2, 4, 7}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int round = 0; round < 3000; ++round) {
      const int tasks = round % 23;
      std::vector<int> times(23, 0);
      pool.run(tasks, [&](int task, int worker) {
        ++times[static_cast<std::size_t>(task)];
        EXPECT_LT(worker, threads);
      });
      ASSERT_EQ(std::count(times.begin(), times.begin() + tasks, 1), tasks) << round;
      ASSERT_EQ(std::count(times.begin() + tasks, times.end(), 0), 23 - tasks) << round;
    }
  }
}

// Each task waits until all others have begun, which takes as many workers.
TEST(ThreadPool, WorksSideBySide) {
  ThreadPool pool(3);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> begun{0};
    pool.run(3, [&](int, int) {
      ++begun;
      while (begun < 3) std::this_thread::yield();
    });
    EXPECT_EQ(begun, 3);
  }
}

TEST(ThreadPool, PassesOnTheFirstFailure) {
  ThreadPool pool(4);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> ran{0};
    try {
      pool.run(50, [&](int task, int) {
        ++ran;
        if (task == 3) throw std::runtime_error("three");
      });
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "three");
    }
    EXPECT_GE(ran, 4);
    ran = 0;
    pool.run(5, [&](int, int) { ++ran; });
    EXPECT_EQ(ran, 5);
  }
}

TEST(ThreadPool, MachinesHaveAtLeastOne) {
  EXPECT_GE(available_threads(), 1);
}

}  // namespace
}  // namespace engd
