#include "support/in_order.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace engd {

namespace {

constexpr std::chrono::milliseconds patience{20};

struct Job {
  bool done = false;
  std::exception_ptr failure;
};

}  // namespace

void in_order(int jobs, int threads,
              const std::function<void(int job, const std::function<bool()>& dropped)>& work,
              const std::function<bool(int job)>& take, const std::function<void()>& meanwhile) {
  std::vector<Job> all(static_cast<std::size_t>(jobs));
  std::mutex mutex;
  std::condition_variable ended;
  std::atomic<int> next{0};
  std::atomic<bool> drop{false};
  const std::function<bool()> dropped = [&] { return drop.load(); };
  const auto work_through = [&] {
    for (int k = next++; k < jobs && !drop; k = next++) {
      std::exception_ptr failure;
      try {
        work(k, dropped);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      all[static_cast<std::size_t>(k)] = {true, failure};
      ended.notify_one();
    }
  };
  std::vector<std::jthread> workers;
  // Before the workers are waited for, whatever the reason is.
  struct Drop {
    std::atomic<bool>& flag;
    ~Drop() { flag = true; }
  } const at_the_end{drop};
  for (int t = 0; t < std::min(jobs, threads); ++t) workers.emplace_back(work_through);
  for (int k = 0; k < jobs; ++k) {
    Job& job = all[static_cast<std::size_t>(k)];
    for (std::unique_lock lock(mutex); !ended.wait_for(lock, patience, [&] { return job.done; });) {
      lock.unlock();
      meanwhile();
      lock.lock();
    }
    if (job.failure) std::rethrow_exception(job.failure);
    if (!take(k)) return;
  }
}

}  // namespace engd
