#pragma once

#include <memory>

#include "energy/energy.h"
#include "optim/options.h"
#include "optim/state.h"

namespace engd::optim {

struct Step {
  bool found = false;      ///< false: no step with a finite (for line searches: lower) loss
  bool exhausted = false;  ///< not found because the loss has stopped falling
  double size = 0;
  /// Loss and gradient at theta - size d, where the rule has computed them on the way.
  bool has_loss = false, has_gradient = false;
  double loss = 0;
  Vector gradient, loss_by_term;
};

/// How far to go along -d.
class StepSize {
 public:
  virtual ~StepSize() = default;
  virtual Step choose(energy::Energy& energy, const State& state, const Vector& d) = 0;
  /// What it remembers from one iteration to the next.
  virtual void exchange(StateArchive& archive) = 0;
};

/// Schedules count the calls of `choose`, which are those of one stage.
std::unique_ptr<StepSize> make_step_rule(const Options& options);

/// The learning rate of the paper's Adam: constant, then falling exponentially, by `decay_factor`
/// every `decay_every` steps, to a minimum.
double scheduled_rate(const Schedule& options, int step);

}  // namespace engd::optim
