#pragma once

namespace engd::linalg {

/// How many threads BLAS uses is a property of the process. Point blocks are worked on by our own
/// threads with single-threaded BLAS inside; factorisations use all of them through this scope.
class BlasThreads {
 public:
  explicit BlasThreads(int threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int before_;
};

}  // namespace engd::linalg
