#include "support/in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace engd {
namespace {

using namespace std::chrono_literals;

TEST(InOrder, TakesAllJobsInTheirOrder) {
  for (const int threads : {1, 2, 5, 30}) {
    std::vector<int> squares(20), taken;
    in_order(
        20, threads,
        [&](int k, const auto&) {
          std::this_thread::sleep_for((k % 3) * 1ms);  // others end first
          squares[static_cast<std::size_t>(k)] = k * k;
        },
        [&](int k) {
          EXPECT_EQ(squares[static_cast<std::size_t>(k)], k * k);
          taken.push_back(k);
          return true;
        });
    std::vector<int> all(20);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(taken, all);
  }
}

TEST(InOrder, WorksOnSeveralJobsAtOnce) {
  std::atomic<int> met{0};
  in_order(
      2, 2,
      [&](int, const auto&) {
        ++met;
        while (met < 2) std::this_thread::yield();  // each waits for the other one
      },
      [](int) { return true; });
  EXPECT_EQ(met, 2);
}

TEST(InOrder, DropsWhatComesAfter) {
  std::vector<int> taken;
  std::atomic<int> begun{0};
  // Later jobs end only because they are dropped.
  in_order(
      100, 3,
      [&](int k, const auto& dropped) {
        ++begun;
        while (k > 4 && !dropped()) std::this_thread::yield();
      },
      [&](int k) {
        taken.push_back(k);
        return k < 4;
      });
  EXPECT_EQ(taken, (std::vector{0, 1, 2, 3, 4}));
  EXPECT_LE(begun, 8);
}

TEST(InOrder, ThrowsWhatAJobHasThrown) {
  for (const int threads : {1, 2}) {
    std::vector<int> taken;
    EXPECT_THROW(in_order(
                     10, threads,
                     [](int k, const auto&) {
                       if (k >= 2) throw std::runtime_error("no");
                     },
                     [&](int k) {
                       taken.push_back(k);
                       return true;
                     }),
                 std::runtime_error);
    EXPECT_EQ(taken, (std::vector{0, 1}));
  }
}

TEST(InOrder, EndsItsJobsWhereTakingThrows) {
  EXPECT_THROW(in_order(
                   4, 2,
                   [](int k, const auto& dropped) {
                     while (k > 0 && !dropped()) std::this_thread::yield();
                   },
                   [](int) -> bool { throw std::runtime_error("no"); }),
               std::runtime_error);
}

TEST(InOrder, TheCallerLooksAroundWhileItWaits) {
  const auto caller = std::this_thread::get_id();
  std::atomic<int> looked = 0;
  in_order(
      2, 2,
      [&](int, const auto&) {
        while (looked < 3) std::this_thread::yield();
      },
      [](int) { return true; },
      [&] {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        ++looked;
      });
  EXPECT_GE(looked, 3);
  EXPECT_THROW(in_order(
                   2, 2,
                   [](int, const auto& dropped) {
                     while (!dropped()) std::this_thread::yield();
                   },
                   [](int) { return true; }, [] { throw std::runtime_error("no"); }),
               std::runtime_error);
}

TEST(InOrder, HasNothingToDoWithoutJobs) {
  in_order(
      0, 2, [](int, const auto&) { FAIL(); }, [](int) { return true; });
}

}  // namespace
}  // namespace engd
