#pragma once

#include <mutex>
#include <shared_mutex>

namespace engd::api {

// How many threads BLAS uses is a property of the process. Whoever wants one thread leaves it as it
// is, so that any number of them may compute at the same time; whoever wants several is alone.

/// Held while a problem is solved. Waits for its turn; throws Error where this thread is in the
/// middle of another solve.
class SolveTurn {
 public:
  explicit SolveTurn(int threads);
  ~SolveTurn();
  SolveTurn(const SolveTurn&) = delete;
  SolveTurn& operator=(const SolveTurn&) = delete;

 private:
  std::shared_lock<std::shared_mutex> together_;
  std::unique_lock<std::shared_mutex> alone_;
};

/// Held while a solution is evaluated. In the middle of a solve by this thread there is nothing to
/// wait for: observers are called where BLAS has one thread.
class EvaluationTurn {
 public:
  EvaluationTurn();

 private:
  std::shared_lock<std::shared_mutex> together_;
};

}  // namespace engd::api
