#pragma once

#include "linalg/solver.h"
#include "support/types.h"

namespace engd {
class StateArchive;
}

namespace engd::optim {

/// Where an optimisation stands. Everything an iteration reads or leaves behind is here or in what
/// the iteration itself exchanges.
struct State {
  int iteration = 0;  ///< completed ones, counted over all stages
  Vector theta;
  double loss = 0;                   ///< at theta, on the points of this iteration
  Vector loss_by_term;               ///< at the start of the last iteration
  Vector gradient;                   ///< at the start of the last iteration
  bool gradient_is_current = false;  ///< a line search left loss and gradient at the present theta
  double step = 0;                   ///< the last step size
  double damping = 0;                ///< of the last step; damped methods only
  linalg::Solution solution;         ///< what the last linear solve said; natural gradients only

  void exchange(StateArchive& archive);
};

}  // namespace engd::optim
