#include "optim/iteration.h"

#include <stdexcept>

#include "energy/linear_systems.h"
#include "optim/direction.h"
#include "support/state_archive.h"

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
  void exchange(StateArchive& archive) override {
    archive.part("direction", *direction_);
    archive.part("step_rule", *step_rule_);
  }

 private:
  std::unique_ptr<Direction> direction_;
  std::unique_ptr<StepSize> step_rule_;
};

/// Where every damping costs a factorisation, and of the Gram matrix, which knows half the digits,
/// several corrections with one of them reach further than one step chosen among a few.
bool prefers_corrections(const Options& options, energy::Energy& energy) {
  const bool plain = !options.solver && !(options.momentum > 0) && options.corrections == 0 &&
                     !(options.acceleration > 0);
  return plain && energy.damped_system(std::nullopt)->factors_each();
}

}  // namespace

std::unique_ptr<Iteration> make_iteration(const Options& options, energy::Energy& energy) {
  switch (options.method) {
    case Method::adaptive:
      if (energy.redraws()) return make_redrawn(options, energy);
      return prefers_corrections(options, energy) ? make_multi_step(options)
                                                  : make_adaptive_ratio(options);
    case Method::multistep:
      return make_multi_step(options);
    case Method::engd:
    case Method::hngd:
    case Method::gd:
    case Method::adam:
    case Method::bfgs:
    case Method::lbfgs:
      return std::make_unique<DirectionTimesStep>(options);
  }
  throw std::logic_error("an unknown method");
}

}  // namespace engd::optim
