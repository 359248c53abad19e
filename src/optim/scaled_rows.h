#pragma once

#include "energy/energy.h"
#include "optim/state.h"

namespace engd::optim {

/// The energy near theta in the variables e = D d, in which the damping lambda |D d|^2 is
/// lambda |e|^2: columns of A and entries of g are divided by D.
struct ScaledRows {
  energy::Linearisation now;
  Vector D;

  bool least_squares() const { return now.r.size() > 0; }
  /// Sets loss, loss_by_term and gradient of the state as well. not_finite where they are not.
  linalg::Outcome evaluate(energy::Energy& energy, State& state);
};

}  // namespace engd::optim
