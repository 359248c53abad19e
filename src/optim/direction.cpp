#include "optim/direction.h"

#include <cmath>
#include <stdexcept>

namespace engd::optim {

namespace {

class PlainGradient final : public Direction {
 public:
  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    const auto outcome = evaluate_gradient(energy, state);
    d = state.gradient;
    return outcome;
  }
  void exchange(StateArchive&) override {}  // no memory
};

}  // namespace

linalg::Outcome evaluate_gradient(energy::Energy& energy, State& state) {
  if (!state.gradient_is_current)
    state.loss = energy.gradient(state.theta, state.gradient, &state.loss_by_term);
  state.gradient_is_current = true;
  return std::isfinite(state.loss) && state.gradient.allFinite() ? linalg::Outcome::ok
                                                                 : linalg::Outcome::not_finite;
}

std::unique_ptr<Direction> make_direction(const Options& options) {
  switch (options.method) {
    case Method::engd:
    case Method::hngd:
      return make_natural_gradient(options);
    case Method::adaptive:
    case Method::multistep:
      break;  // they choose direction and step together: see iteration.h
    case Method::gd:
      return std::make_unique<PlainGradient>();
    case Method::adam:
      return make_adam(options);
    case Method::bfgs:
      return make_bfgs(options);
    case Method::lbfgs:
      return make_lbfgs(options);
  }
  throw std::logic_error("the method has no direction of its own");
}

}  // namespace engd::optim
