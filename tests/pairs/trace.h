#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "problem/problem.h"
#include "support/state_archive.h"
#include "support/types.h"

namespace engd::pairs {

/// What a run shows and leaves, to the bit.
struct Trace {
  std::vector<std::string> lines;  ///< one for every moment that an observer sees
  std::vector<double> losses;      ///< of these moments
  std::vector<Vector> parameters;  ///< of all networks of all windows
  std::string ending;
  int offers = 0;  ///< of checkpoints
};

/// How a run is broken off.
enum class Break {
  never,
  kill,      ///< a checkpoint is taken, and nothing after it
  interrupt  ///< the run is asked to stop, and keeps its state
};

/// Runs a problem, from `kept` where there is something; breaks off at the offer number `moment`
/// and leaves the checkpoint in `kept`, through its file format.
Trace train(problem::Problem problem, std::uint64_t seed, int threads, Break how, int moment,
            std::optional<StateArchive::Values>& kept);

}  // namespace engd::pairs
