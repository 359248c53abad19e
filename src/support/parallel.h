#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
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
  template <typename Body>
  void run(int tasks, Body&& body) {
    const auto call = [&body](int task, int worker) { body(task, worker); };
    share(tasks, Work{&call, [](const void* it, int task, int worker) {
                        (*static_cast<decltype(call)*>(it))(task, worker);
                      }});
  }

 private:
  /// A body by reference: a std::function would be allocated anew for every round.
  struct Work {
    const void* body = nullptr;
    void (*call)(const void* body, int task, int worker) = nullptr;
  };

  void share(int tasks, const Work& work);
  void work(int worker);
  void drain(int worker);

  std::vector<std::jthread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Work work_;
  std::atomic<int> next_{0};
  int tasks_ = 0;
  std::atomic<std::uint64_t> round_{0};
  bool open_ = false;           ///< workers may still join the round
  std::atomic<int> inside_{0};  ///< workers that have joined it and may be at a task
  std::atomic<bool> quit_{false};
  std::exception_ptr failure_;
};

/// Threads to use when the user does not say: what the process may run on.
int available_threads();

}  // namespace engd
