#include "energy/linear_systems.h"
#include "optim/direction.h"

namespace engd::optim {

namespace {

/// d = G^+ g with G the Gram matrix of the tangent space in the chosen metric.
class NaturalGradient final : public Direction {
 public:
  explicit NaturalGradient(const Options& options) : options_(options) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    if (!system_)
      system_ = energy.natural_system(
          metric_for(options_), {solver_for(options_, energy), options_.damping, options_.cutoff});
    state.solution = system_->solve(state.theta, now_, d);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    return state.solution.outcome;
  }
  void exchange(StateArchive&) override {}  // no memory

 private:
  Options options_;
  std::unique_ptr<energy::NaturalSystem> system_;
  energy::Linearisation now_;
};

}  // namespace

energy::Metric metric_for(const Options& options) {
  return {options.method == Method::hngd ? options.sobolev_order : -1};
}

linalg::Method solver_for(const Options& options, const energy::Energy& energy) {
  if (options.solver) return *options.solver;
  return linalg::automatic(energy.row_count(metric_for(options)), energy.parameters());
}

std::unique_ptr<Direction> make_natural_gradient(const Options& options) {
  return std::make_unique<NaturalGradient>(options);
}

}  // namespace engd::optim
