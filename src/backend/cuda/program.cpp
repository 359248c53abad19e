#include "backend/cuda/program.h"

#include <fmt/format.h>
#include <nvrtc.h>

#include <map>
#include <vector>

#include "backend/device_error.h"

namespace engd::cuda {

namespace {

void check_compiler(nvrtcResult result, const char* what) {
  if (result != NVRTC_SUCCESS)
    throw DeviceError(
        fmt::format("the CUDA compiler failed: {}: {}", what, nvrtcGetErrorString(result)));
}

}  // namespace

std::vector<char> compile(const std::string& source, int capability) {
  nvrtcProgram program = nullptr;
  check_compiler(nvrtcCreateProgram(&program, source.c_str(), "term.cu", 0, nullptr, nullptr),
                 "reading the formulas");
  const std::string architecture = fmt::format("--gpu-architecture=sm_{}", capability);
  const char* options[] = {architecture.c_str(), "--std=c++17"};
  const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
  if (result != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtcGetProgramLog(program, log.data());
    nvrtcDestroyProgram(&program);
    throw DeviceError(fmt::format("the CUDA compiler refused the formulas:\n{}", log));
  }
  std::size_t size = 0;
  check_compiler(nvrtcGetCUBINSize(program, &size), "fetching code");
  std::vector<char> code(size);
  check_compiler(nvrtcGetCUBIN(program, code.data()), "fetching code");
  nvrtcDestroyProgram(&program);
  return code;
}

Program::Program(const Device& device, const std::string& source) {
  // Runs over many seeds ask for the same again; a compilation takes some tenths of a second.
  static std::map<std::string, std::vector<char>> compiled;
  auto found = compiled.find(source);
  if (found == compiled.end())
    found = compiled.emplace(source, compile(source, device.compute_capability())).first;
  const std::vector<char>& code = found->second;
  check(cudaLibraryLoadData(&library_, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "loading the formulas");
}

Program::~Program() {
  if (library_ != nullptr) cudaLibraryUnload(library_);
}

cudaKernel_t Program::kernel(const char* name) const {
  cudaKernel_t kernel = nullptr;
  check(cudaLibraryGetKernel(&kernel, library_, name), name);
  return kernel;
}

}  // namespace engd::cuda
