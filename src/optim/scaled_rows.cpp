#include "optim/scaled_rows.h"

#include <cmath>

namespace engd::optim {

linalg::Outcome ScaledRows::evaluate(energy::Energy& energy, State& state) {
  energy.rows(state.theta, {}, now);
  state.loss = now.loss;
  state.loss_by_term = now.loss_by_term;
  state.gradient = now.g;
  state.gradient_is_current = true;
  if (!std::isfinite(state.loss) || !state.gradient.allFinite()) return linalg::Outcome::not_finite;
  energy.damping_metric(state.theta, D);
  for (Index k = 0; k < D.size(); ++k) now.A.col(k) /= D[k];
  now.g.array() /= D.array();
  return linalg::Outcome::ok;
}

}  // namespace engd::optim
