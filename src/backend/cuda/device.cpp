#include "backend/cuda/device.h"

#include <fmt/format.h>

#include "backend/device_error.h"

namespace engd::cuda {

namespace {

[[noreturn]] void fail(const char* what, const std::string& why) {
  throw DeviceError(fmt::format("the CUDA device failed: {}: {}", what, why));
}

}  // namespace

void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) fail(what, cudaGetErrorString(status));
}

void check(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS) fail(what, cublasGetStatusString(status));
}

void check(cusolverStatus_t status, const char* what) {
  if (status != CUSOLVER_STATUS_SUCCESS)
    fail(what, fmt::format("cuSOLVER status {}", static_cast<int>(status)));
}

Presence find_card() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver)
    return {false, "no NVIDIA driver was found, or one that is too old"};
  if (status != cudaSuccess) return {false, cudaGetErrorString(status)};
  if (count == 0) return {false, "no card"};
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return {false, "no answer"};
  return {true, properties.name};
}

Device::Device() {
  int major = 0, minor = 0;
  check(cudaSetDevice(0), "choosing the card");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "asking the card");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0), "asking the card");
  capability_ = 10 * major + minor;
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
  check(cublasCreate(&blas_), "starting cuBLAS");
  check(cublasSetStream(blas_, stream_), "starting cuBLAS");
  check(cusolverDnCreate(&solver_), "starting cuSOLVER");
  check(cusolverDnSetStream(solver_, stream_), "starting cuSOLVER");
  check(cusolverDnSetDeterministicMode(solver_, CUSOLVER_DETERMINISTIC_RESULTS),
        "starting cuSOLVER");
  check(cusolverDnCreateParams(&parameters_), "starting cuSOLVER");
}

Device::~Device() {
  cusolverDnDestroyParams(parameters_);
  cusolverDnDestroy(solver_);
  cublasDestroy(blas_);
  cudaStreamDestroy(stream_);
}

std::size_t Device::free_bytes() const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for free memory");
  return free;
}

void Device::wait() const {
  check(cudaStreamSynchronize(stream_), "waiting for the card");
}

template <typename T>
void Array<T>::release() {
  if (data_ != nullptr) cudaFree(data_);
  data_ = nullptr;
  size_ = capacity_ = 0;
}

template <typename T>
void Array<T>::resize(Index size) {
  if (size > capacity_) {
    release();
    void* memory = nullptr;
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
      fail("memory", fmt::format("{:.2f} GiB more are needed than the card has free",
                                 static_cast<double>(bytes) / (1 << 30)));
    data_ = static_cast<T*>(memory);
    capacity_ = size;
  }
  size_ = size;
}

template <typename T>
void Array<T>::set(const Device& device, std::span<const T> values) {
  resize(std::ssize(values));
  if (values.empty()) return;
  check(cudaMemcpyAsync(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice,
                        device.stream()),
        "copying to the card");
}

template <typename T>
void Array<T>::get(const Device& device, std::span<T> values) const {
  if (!values.empty())
    check(cudaMemcpyAsync(values.data(), data_, values.size_bytes(), cudaMemcpyDeviceToHost,
                          device.stream()),
          "copying from the card");
  device.wait();
}

template <typename T>
void Array<T>::zero(const Device& device) {
  check(cudaMemsetAsync(data_, 0, static_cast<std::size_t>(size_) * sizeof(T), device.stream()),
        "clearing memory");
}

template class Array<double>;
template class Array<double*>;
template class Array<const double*>;
template class Array<int>;
template class Array<char>;

}  // namespace engd::cuda
