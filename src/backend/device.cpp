#include "backend/device.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "backend/cpu/cpu_energy.h"
#include "backend/cuda/plugin.h"
#include "backend/device_error.h"
#include "network/activation.h"
#include "network/kinds.h"

namespace engd::backend {

namespace {

namespace fs = std::filesystem;

struct CudaPlugin {
  cuda::MakeEnergy* make_energy = nullptr;
  cuda::FindCard* find_card = nullptr;
};

/// The folder of the program or, where this code belongs to a shared library, of that library.
fs::path own_folder() {
  std::error_code ignored;
  Dl_info about{};
  // Of a program the loader knows the name under which it was called, which may be relative.
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &about) != 0 &&
      fs::path(about.dli_fname).is_absolute())
    return fs::canonical(about.dli_fname, ignored).parent_path();
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

/// Beside the program as it is built, or where it is installed; empty where there is none.
fs::path find_plugin() {
  std::error_code ignored;
  const fs::path here = own_folder();
  for (const char* folder : {".", "../bin", "engd", ENGD_PLUGIN_FROM_PROGRAM}) {
    const fs::path library = here / folder / "engd_cuda.so";
    if (fs::exists(library, ignored)) return library.lexically_normal();
  }
  return {};
}

CudaPlugin load_cuda() {
  const fs::path library = find_plugin();
  if (library.empty()) throw DeviceError("this program was built without CUDA");
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw DeviceError(fmt::format("CUDA cannot be loaded: {}", dlerror()));
  CudaPlugin plugin;
  plugin.make_energy = reinterpret_cast<cuda::MakeEnergy*>(dlsym(handle, cuda::make_energy_name));
  plugin.find_card = reinterpret_cast<cuda::FindCard*>(dlsym(handle, cuda::find_card_name));
  if (plugin.make_energy == nullptr || plugin.find_card == nullptr)
    throw DeviceError(fmt::format("{} does not belong to this program", library.string()));
  return plugin;
}

const CudaPlugin& cuda_plugin() {
  static const CudaPlugin plugin = load_cuda();
  return plugin;
}

}  // namespace

std::string cuda_card() {
  std::string text;
  if (!cuda_plugin().find_card(text))
    throw DeviceError(fmt::format("there is no CUDA card: {}", text));
  return text;
}

// The one place where a device says what it has not. The CPU has all that networks give by
// themselves.
bool runs(Device device, const network::Options& options) {
  return device == Device::cpu ||
         std::ranges::count(cuda::network_kinds, network::kind_of(options).name) > 0;
}

std::unique_ptr<energy::Energy> make_energy(Device device, Parts parts) {
  const network::Options& options = parts.trainable.network().options();
  if (!runs(device, options))
    throw DeviceError(
        fmt::format("{} runs on the CPU only: use --device cpu", network::kind_of(options).title));
  if (device == Device::cuda) {
    if (options.activation.kind == network::Activation::custom)
      throw DeviceError(
          fmt::format("the activation '{}' is a function of the program that calls engd, and runs "
                      "on the CPU only: use the device cpu",
                      network::name(options.activation)));
    cuda_card();
    return std::unique_ptr<energy::Energy>(cuda_plugin().make_energy(std::move(parts)));
  }
  return std::make_unique<cpu::CpuEnergy>(parts.trainable, std::move(parts.terms), parts.graph,
                                          parts.space, std::move(parts.coordinate_names),
                                          parts.seed, parts.threads);
}

}  // namespace engd::backend
