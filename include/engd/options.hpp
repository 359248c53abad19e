#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace engd {
inline namespace v0 {

enum class Device { cpu, cuda };

struct Options {
  std::uint64_t seed = 0;  ///< of the initial parameters and random points
  int threads = 0;         ///< 0: all that the process may use. Their number can change last bits
  /// The relative L2 error for which network, points and method are chosen that the problem leaves
  /// open; absent: what the problem says, or 1e-8; 0: the least there is.
  std::optional<double> accuracy = {};
  double time = 0;  ///< choose and solve within so many seconds; 0: an amount of work
  Device device = Device::cpu;
  /// The run folder, with model.h5, summary.json, history.csv and report.html; empty: no files.
  std::string folder = {};
  bool replace = false;  ///< the results that are in the folder
  bool report = true;    ///< draw pictures and write report.html into the folder
};

}  // namespace v0
}  // namespace engd
