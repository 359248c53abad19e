#include "optim/iteration.h"

#include "optim/direction.h"

namespace engd::optim {

namespace {

class DirectionTimesStep final : public Iteration {
 public:
  explicit DirectionTimesStep(const Options& options)
      : direction_(make_direction(options)), step_rule_(make_step_rule(options)) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    return direction_->compute(energy, state, d);
  }
  Step choose(energy::Energy& energy, State& state, Vector& d) override {
    return step_rule_->choose(energy, state, d);
  }
  bool restart() override { return direction_->restart(); }

 private:
  std::unique_ptr<Direction> direction_;
  std::unique_ptr<StepSize> step_rule_;
};

}  // namespace

std::unique_ptr<Iteration> make_iteration(const Options& options, energy::Energy& energy) {
  switch (options.method) {
    case Method::adaptive:
      return energy.redraws() ? make_redrawn(options, energy) : make_adaptive_ratio(options);
    case Method::multistep:
      return make_multi_step(options);
    default:
      return std::make_unique<DirectionTimesStep>(options);
  }
}

}  // namespace engd::optim
