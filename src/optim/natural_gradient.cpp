#include <cmath>

#include "optim/direction.h"

namespace engd::optim {

namespace {

/// d = G^+ g with G the Gram matrix of the tangent space in the chosen metric.
class NaturalGradient final : public Direction {
 public:
  NaturalGradient(const Options& options, const energy::Energy& energy)
      : metric_(metric_for(options)),
        options_{solver_for(options, energy), options.damping, options.cutoff},
        solver_(linalg::make_solver(options_.method)) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    const bool summed = options_.method == linalg::Method::gram_eigen ||
                        options_.method == linalg::Method::gram_svd ||
                        options_.method == linalg::Method::gram_cholesky;
    if (summed)
      energy.gram(state.theta, metric_, now_);
    else
      energy.rows(state.theta, metric_, now_);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    if (!std::isfinite(state.loss) || !state.gradient.allFinite())
      return linalg::Outcome::not_finite;

    linalg::System system;
    if (summed)
      system.gram = &now_.G;
    else
      system.A = &now_.A;
    if (now_.r.size() > 0) system.r = &now_.r;
    system.g = &now_.g;
    state.solution = solver_->solve(system, options_, d);
    return state.solution.outcome;
  }

 private:
  energy::Metric metric_;
  linalg::Options options_;
  std::unique_ptr<linalg::Solver> solver_;
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

std::unique_ptr<Direction> make_natural_gradient(const Options& options,
                                                 const energy::Energy& energy) {
  return std::make_unique<NaturalGradient>(options, energy);
}

}  // namespace engd::optim
