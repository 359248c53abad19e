#include "energy/linear_systems.h"
#include "optim/direction.h"

namespace engd::optim {

namespace {

linalg::Method by_size(const Solver& solver, energy::Metric metric, const energy::Energy& energy) {
  return solver.value_or(linalg::automatic(energy.row_count(metric), energy.parameters()));
}

/// d = G^+ g with G the Gram matrix of the tangent space in the chosen metric.
class NaturalGradient final : public Direction {
 public:
  NaturalGradient(const Engd& options, energy::Metric metric)
      : options_(options), metric_(metric) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    if (!system_)
      system_ = energy.natural_system(
          metric_, {by_size(options_.solver, metric_, energy), options_.damping, options_.cutoff});
    state.solution = system_->solve(state.theta, now_, d);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    return state.solution.outcome;
  }
  void exchange(StateArchive&) override {}  // no memory

 private:
  Engd options_;
  energy::Metric metric_;
  std::unique_ptr<energy::NaturalSystem> system_;
  energy::Linearisation now_;
};

}  // namespace

linalg::Method solver_for(const Options& options, const energy::Energy& energy) {
  return by_size(solver_of(options.method), {metric_order(options.method)}, energy);
}

std::unique_ptr<Direction> Engd::make() const {
  return std::make_unique<NaturalGradient>(*this, energy::Metric{});
}

std::unique_ptr<Direction> Hngd::make() const {
  return std::make_unique<NaturalGradient>(natural, energy::Metric{sobolev_order});
}

}  // namespace engd::optim
