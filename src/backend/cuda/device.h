#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "support/types.h"

namespace engd::cuda {

// A failure of the card or its libraries is no outcome that a run could handle: DeviceError.
void check(cudaError_t status, const char* what);
void check(cublasStatus_t status, const char* what);
void check(cusolverStatus_t status, const char* what);

/// The card, with a stream on which everything runs in order, and the handles of the libraries.
class Device {
 public:
  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  cudaStream_t stream() const { return stream_; }
  cublasHandle_t blas() const { return blas_; }
  cusolverDnHandle_t solver() const { return solver_; }
  cusolverDnParams_t solver_parameters() const { return parameters_; }
  int compute_capability() const { return capability_; }  ///< 90 for sm_90
  std::size_t free_bytes() const;
  void wait() const;

 private:
  cudaStream_t stream_ = nullptr;
  cublasHandle_t blas_ = nullptr;
  cusolverDnHandle_t solver_ = nullptr;
  cusolverDnParams_t parameters_ = nullptr;
  int capability_ = 0;
};

/// The name of the card, or why there is none.
struct Presence {
  bool found = false;
  std::string text;
};
Presence find_card();

/// Numbers on the card. `resize` keeps the memory where it is large enough: nothing is allocated
/// once sizes settle. Contents are not kept when it grows.
template <typename T>
class Array {
 public:
  Array() = default;
  ~Array() { release(); }
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }

  void resize(Index size);
  T* data() const { return data_; }
  Index size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(capacity_) * sizeof(T); }
  void release();

  void set(const Device& device, std::span<const T> values);  ///< resize and upload
  void get(const Device& device, std::span<T> values) const;  ///< download the first; waits
  void zero(const Device& device);

 private:
  void swap(Array& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  T* data_ = nullptr;
  Index size_ = 0, capacity_ = 0;
};

using Numbers = Array<double>;

/// The entries of a vector, to be copied.
inline std::span<const double> numbers(const Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<double> numbers(Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace engd::cuda
