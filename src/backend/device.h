#pragma once

#include <memory>
#include <string>
#include <vector>

#include "energy/energy.h"
#include "energy/term.h"
#include "network/trainable.h"

namespace engd::backend {

enum class Device { cpu, cuda };

/// What an energy is made of, for any device. The graph outlives the energy.
struct Parts {
  network::Trainable trainable;
  std::vector<energy::Term> terms;
  expr::Graph& graph;
  expr::Space space;
  std::vector<std::string> coordinate_names;
  std::uint64_t seed = 0;
  int threads = 1;  ///< of the CPU
};

/// Whether a device has something for this kind of network, whether it is there or not.
bool runs(Device device, const network::Options& options);

/// Throws DeviceError where the device is not there, or has nothing for this kind of network.
std::unique_ptr<energy::Energy> make_energy(Device device, Parts parts);

/// The name of the NVIDIA card. Throws DeviceError with one sentence where there is none, or where
/// the program was built without CUDA. The backend is a library beside the program or in lib/engd,
/// engd_cuda.so, loaded when it is first asked for: other runs do not pay for CUDA's libraries.
std::string cuda_card();

}  // namespace engd::backend
