#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"

namespace engd::solve {

/// The race before a run, which chose what the file leaves open: all that makes it again.
struct RaceBefore {
  std::vector<std::string> overrides;  ///< the --set arguments without those of the choice
  std::optional<double> accuracy;      ///< asked for
  double seconds = 0;                  ///< 0: an amount of work
  bool ended = false;
};

/// How a run is made, whatever the problem: one for all of its seeds.
struct Settings {
  std::vector<std::uint64_t> seeds{0};
  int threads = 1;
  backend::Device device = backend::Device::cpu;
  std::vector<std::string> overrides = {};  ///< the --set arguments, to keep with the model
  std::optional<RaceBefore> race = {};      ///< absent where the file says how it is solved
  std::string out = {};  ///< run folder; empty: runs/NAME, or the first free runs/NAME-2, ...
  bool files = true;     ///< false: there is no run folder, and nothing is written
  bool force = false;    ///< replace what is in `out`
  bool report = true;    ///< draw pictures and write report.html
  int checkpoint_iterations = 0;  ///< a checkpoint every so many; 0: not by iterations
  double checkpoint_minutes = 5;  ///< and when so many have passed; 0: not by time
};

}  // namespace engd::solve
