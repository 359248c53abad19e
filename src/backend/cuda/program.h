#pragma once

#include <cuda_runtime.h>

#include <string>
#include <vector>

#include "backend/cuda/device.h"

namespace engd::cuda {

struct Grid {
  unsigned x = 1, z = 1;
};

/// Machine code for cards of a compute capability (90 for sm_90). Needs no card.
std::vector<char> compile(const std::string& source, int capability);

/// CUDA C++ compiled at run time for the card that is there.
class Program {
 public:
  Program(const Device& device, const std::string& source);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  cudaKernel_t kernel(const char* name) const;

 private:
  cudaLibrary_t library_ = nullptr;
};

/// Runs a kernel on the device's stream. Arguments must have the types of its parameters.
template <typename... Arguments>
void launch(const Device& device, cudaKernel_t kernel, Grid grid, int threads,
            Arguments... arguments) {
  void* pointers[] = {static_cast<void*>(&arguments)...};
  check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(grid.x, 1, grid.z),
                         dim3(static_cast<unsigned>(threads)), pointers, 0, device.stream()),
        "starting a kernel");
}

inline unsigned blocks_for(Index count, int threads) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

}  // namespace engd::cuda
