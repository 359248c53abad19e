#pragma once

#include <memory>

#include "energy/energy.h"
#include "optim/options.h"
#include "optim/state.h"
#include "optim/step_rule.h"

namespace engd::optim {

/// What a method does between two thetas: it looks at the energy at theta, then chooses a step.
/// Most are a direction times a step rule; damped methods choose both at once.
class Iteration {
 public:
  virtual ~Iteration() = default;
  /// Sets loss, loss_by_term and gradient of the state to those at its theta, and d where the
  /// method knows it already (zero otherwise).
  virtual linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) = 0;
  /// The step to theta - size d; may set d.
  virtual Step choose(energy::Energy& energy, State& state, Vector& d) = 0;
  /// No step was found: forget what led there. False when trying again would give the same.
  virtual bool restart() { return false; }
  /// Whether it draws points again itself, where the problem says so, or not at all.
  virtual bool draws_points() const { return false; }
  /// What it remembers from one iteration to the next.
  virtual void exchange(StateArchive& archive) = 0;
};

std::unique_ptr<Iteration> make_iteration(const Options& options, energy::Energy& energy);

// One a file.
/// From the first damping, or from one carried over; `finishing`: without exploring.
std::unique_ptr<Iteration> make_adaptive_ratio(const Adaptive& options, double damping = 0,
                                               bool finishing = false);
std::unique_ptr<Iteration> make_redrawn(const Adaptive& options, energy::Energy& energy);

}  // namespace engd::optim
