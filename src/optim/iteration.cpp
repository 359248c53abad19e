#include "optim/iteration.h"

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

}  // namespace

std::unique_ptr<Iteration> make_iteration(const Options& options, energy::Energy& energy) {
  return std::visit(
      [&]<typename M>(const M& method) -> std::unique_ptr<Iteration> {
        if constexpr (HasStep<M>)
          return std::make_unique<DirectionTimesStep>(options);
        else
          return method.make(energy);
      },
      options.method);
}

}  // namespace engd::optim
