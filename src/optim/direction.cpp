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
  return std::visit(
      []<typename M>(const M& method) -> std::unique_ptr<Direction> {
        if constexpr (HasStep<M>)
          return method.make();
        else
          throw std::logic_error("the method has no direction of its own");
      },
      options.method);
}

std::unique_ptr<Direction> Gd::make() const {
  return std::make_unique<PlainGradient>();
}

}  // namespace engd::optim
