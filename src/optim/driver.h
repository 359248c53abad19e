#pragma once

#include <functional>
#include <string>

#include "energy/energy.h"
#include "optim/options.h"
#include "optim/state.h"

namespace engd::optim {

/// Why a run ended.
enum class Termination {
  iterations,          ///< all iterations done
  target_loss,         ///< the loss is at or below the target
  gradient_tolerance,  ///< the gradient's norm is at or below the tolerance
  time_limit,
  interrupted,     ///< the user asked to stop
  stalled,         ///< no step lowers the loss any more: not convergence, the end of progress
  diverged,        ///< the loss or its gradient is not finite
  no_direction,    ///< the linear solve failed
  little_progress  ///< the loss has fallen by less than was asked for
};
std::string name(Termination termination);
bool failed(Termination termination);

struct Result {
  Termination termination = Termination::iterations;
  std::string sentence;  ///< what happened, for people
  int iterations = 0;
  double seconds = 0;  ///< of optimisation; what the observer does is not counted

  void exchange(StateArchive& archive);
};

/// Called with the state at the start of an iteration: loss, terms and gradient belong to theta.
/// And once more after the last with `final` set (then loss is current, the gradient may not be).
using Observer = std::function<void(const State&, double seconds, bool final)>;

/// Other places to start from: attempt 1, 2, ...
using Starts = std::function<Vector(int attempt)>;

/// How a run is kept, so that it can go on later.
struct Keeping {
  using Save = std::function<void(StateArchive&)>;
  /// Called at the start of every iteration: `save` puts into an archive all that going on from
  /// here needs. `leaving`: `stop` has said so, and this is the last call.
  std::function<void(int iteration, bool leaving, const Save& save)> offer = {};
  /// Where to go on from, instead of beginning at the state's theta.
  StateArchive* resumed = nullptr;
};

/// Runs one optimiser from the state's theta. `stop` is asked once an iteration. A run that ends
/// before its iterations are done and above `options.solved` begins again at the next start;
/// the state ends at the lowest loss of all.
Result minimise(energy::Energy& energy, const Options& options, State& state,
                const Observer& observe = {}, const std::function<bool()>& stop = {},
                const Starts& starts = {}, const Keeping& keeping = {});

}  // namespace engd::optim
