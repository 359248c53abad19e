#include "linalg/blas.h"

#include <cblas.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "linalg/solver.h"
#include "prescribed.h"
#include "support/error.h"

namespace engd::linalg {
namespace {

struct RestoreThreads {
  int before = threads();
  ~RestoreThreads() { set_threads(before); }
};

TEST(BlasThreads, AreOneOutsideAScopeAndNest) {
  EXPECT_EQ(openblas_get_num_threads(), 1);
  {
    const BlasThreads outer(2);
    EXPECT_EQ(openblas_get_num_threads(), 2);
    {
      const BlasThreads inner(1);
      EXPECT_EQ(openblas_get_num_threads(), 1);
    }
    EXPECT_EQ(openblas_get_num_threads(), 2);
  }
  EXPECT_EQ(openblas_get_num_threads(), 1);
}

TEST(BlasThreads, AreOneAgainAfterEverySolver) {
  const testing::Problem problem(310, 305, testing::geometric(305, 2, 0.5));
  for (Method method : testing::all_methods) {
    Vector d;
    make_solver(method)->solve(problem.with_residual(), {.method = method, .damping = 0.1}, d);
    EXPECT_EQ(openblas_get_num_threads(), 1) << testing::name(method);
  }
}

// How many threads BLAS has is not changed while other threads use it.
TEST(BlasThreads, StayOneBesideOthers) {
  const ThreadShare share(4);
  const BlasThreads scope(2);
  EXPECT_EQ(openblas_get_num_threads(), 1);
}

TEST(ThreadShare, IsOfTheThreadThatHasIt) {
  const RestoreThreads restore;
  set_threads(4);
  {
    const ThreadShare share(2);
    EXPECT_EQ(threads(), 2);
    int elsewhere = 0;
    std::jthread([&] { elsewhere = threads(); }).join();
    EXPECT_EQ(elsewhere, 4);
  }
  EXPECT_EQ(threads(), 4);
}

TEST(ShareTasks, DoesEveryTask) {
  const RestoreThreads restore;
  set_threads(3);
  std::vector<int> done(50);
  share_tasks(50, 1e12, [&](int k) { ++done[static_cast<std::size_t>(k)]; });
  EXPECT_EQ(done, std::vector<int>(50, 1));
  EXPECT_EQ(threads_for_tasks(50, 1e12), 3);
  EXPECT_EQ(threads_for_tasks(2, 1e12), 2);
  EXPECT_EQ(threads_for_tasks(50, 1e3), 1);  // not worth a thread
}

TEST(Threads, AreASettingOfTheProcess) {
  const RestoreThreads restore;
  EXPECT_GE(threads(), 1);
  set_threads(3);
  EXPECT_EQ(threads(), 3);
  EXPECT_EQ(threads_for_order(1000), 3);
  EXPECT_EQ(threads_for_order(10), 1);
}

TEST(Threads, FewerThanOneIsAnError) {
  const RestoreThreads restore;
  set_threads(2);
  for (int threads_asked : {0, -4}) {
    try {
      set_threads(threads_asked);
      FAIL() << threads_asked << " was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()),
                "threads = " + std::to_string(threads_asked) + ": at least 1 is needed");
    }
  }
  EXPECT_EQ(threads(), 2);
}

TEST(LapackSize, EndsAtTwoToThe31) {
  EXPECT_EQ(lapack_size(2147483647), 2147483647);
  try {
    lapack_size(Index{2147483648});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "an array of 2147483648 numbers is more than LAPACK can address (2^31 - 1)");
  }
}

}  // namespace
}  // namespace engd::linalg
