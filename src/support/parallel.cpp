#include "support/parallel.h"

#include <sched.h>

#include <algorithm>

namespace engd {

namespace {

// Rounds follow each other within microseconds while a step is computed, so a worker looks for the
// next one for a while before it sleeps: waking a thread costs more than a small round.
constexpr int spins_before_sleep = 4000;

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  for (int worker = 1; worker < threads; ++worker)
    workers_.emplace_back([this, worker] { work(worker); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::share(int tasks, const Work& work) {
  if (workers_.empty() || tasks <= 1) {
    for (int task = 0; task < tasks; ++task) work.call(work.body, task, 0);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    work_ = work;
    tasks_ = tasks;
    next_ = 0;
    failure_ = nullptr;
    open_ = true;
    ++round_;
  }
  wake_.notify_all();
  drain(0);
  // On a machine with other work a worker may not be running at all. One that has not come yet is
  // not waited for: there is nothing left for it. To one that is at a task the caller gives way.
  {
    std::lock_guard lock(mutex_);
    open_ = false;
  }
  for (int spin = 0; inside_.load(std::memory_order_acquire) > 0; ++spin)
    spin < spins_before_sleep ? pause_briefly() : std::this_thread::yield();
  if (failure_) std::rethrow_exception(failure_);
}

void ThreadPool::drain(int worker) {
  try {
    for (int task = next_++; task < tasks_; task = next_++) work_.call(work_.body, task, worker);
  } catch (...) {
    std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = tasks_;
  }
}

void ThreadPool::work(int worker) {
  std::uint64_t seen = 0;
  for (;;) {
    for (int spin = 0; spin < spins_before_sleep && round_ == seen && !quit_; ++spin)
      pause_briefly();
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return round_ != seen || quit_; });
      if (quit_) return;
      seen = round_;
      if (!open_) continue;
      ++inside_;
    }
    drain(worker);
    inside_.fetch_sub(1, std::memory_order_release);
  }
}

int available_threads() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace engd
