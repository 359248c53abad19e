#pragma once

#include <memory>

#include "energy/energy.h"
#include "optim/options.h"
#include "optim/state.h"

namespace engd::optim {

/// Where to go: theta - eta d lowers the loss for small eta.
class Direction {
 public:
  virtual ~Direction() = default;
  /// Sets loss, loss_by_term and gradient of the state to those at its theta, and d.
  virtual linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) = 0;
  /// A line search found no decrease along d: forget what led there. False when nothing is left to
  /// forget, so that trying again would give the same d.
  virtual bool restart() { return false; }
  /// What it remembers from one iteration to the next.
  virtual void exchange(StateArchive& archive) = 0;
};

/// Of a method with a step rule.
std::unique_ptr<Direction> make_direction(const Options& options);

/// Loss and gradient at the state's theta, unless a line search has left them there already.
/// not_finite where they are not.
linalg::Outcome evaluate_gradient(energy::Energy& energy, State& state);

/// The solver that a natural gradient uses: the one asked for, or by size.
linalg::Method solver_for(const Options& options, const energy::Energy& energy);

}  // namespace engd::optim
