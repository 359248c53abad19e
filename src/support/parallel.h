#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engd {

/// A fixed set of threads that work through numbered tasks. Tasks are claimed in order, by
/// whichever worker is free; a task writes only to places of its own, so results do not depend on
/// who ran it.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls body(task, worker) for task = 0 .. tasks-1; the caller is worker 0. The first exception
  /// thrown by a task is rethrown here after all workers have stopped.
  void run(int tasks, const std::function<void(int, int)>& body);

 private:
  void work(int worker);
  void drain(int worker);

  std::vector<std::jthread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  const std::function<void(int, int)>* body_ = nullptr;
  std::atomic<int> next_{0};
  int tasks_ = 0;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<int> busy_{0};
  std::atomic<bool> quit_{false};
  std::exception_ptr failure_;
};

/// Threads to use when the user does not say: what the process may run on.
int available_threads();

}  // namespace engd
