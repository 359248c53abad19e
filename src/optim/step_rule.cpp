#include "optim/step_rule.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engd::optim {

namespace {

/// The paper's line search: the lowest loss over base^0, base^1, ..., base^count. The lowest is
/// taken even where none is below the present loss, as in the authors' code.
class GridSearch final : public StepSize {
 public:
  explicit GridSearch(const Options& options) {
    for (int k = 0; k <= options.grid_count; ++k) steps_.push_back(std::pow(options.grid_base, k));
    losses_.resize(steps_.size());
  }

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    energy.losses(state.theta, d, steps_, losses_);
    Step best;
    for (std::size_t k = 0; k < steps_.size(); ++k)
      if (std::isfinite(losses_[k]) && (!best.found || losses_[k] < best.loss)) {
        best.found = best.has_loss = true;
        best.size = steps_[k];
        best.loss = losses_[k];
      }
    return best;
  }

 private:
  std::vector<double> steps_, losses_;
};

/// Armijo's rule: the largest of 1, 1/2, 1/4, ... with L(theta - eta d) <= L - 1e-4 eta g.d.
class Backtracking final : public StepSize {
 public:
  explicit Backtracking(const Options& options) : base_(options.grid_base), count_(options.grid_count) {}

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    const double slope = state.gradient.dot(d);
    Step step;
    step.size = 1;
    for (int k = 0; k <= count_; ++k, step.size *= base_) {
      step.loss = energy.loss(state.theta - step.size * d, &step.loss_by_term);
      step.has_loss = true;
      step.found = step.loss <= state.loss - 1e-4 * step.size * slope && step.loss < state.loss;
      if (step.found) return step;
    }
    return step;
  }

 private:
  double base_;
  int count_;
};

class LearningRate final : public StepSize {
 public:
  explicit LearningRate(const Options& options) : options_(options) {}

  Step choose(energy::Energy&, const State&, const Vector&) override {
    Step step;
    step.found = true;
    step.size = options_.step == StepRule::fixed ? options_.learning_rate
                                                 : scheduled_rate(options_, count_);
    ++count_;
    return step;
  }

 private:
  Options options_;
  int count_ = 0;
};

}  // namespace

double scheduled_rate(const Options& options, int step) {
  const double decades = std::max(0, step - options.decay_start) / static_cast<double>(options.decay_every);
  return std::max(options.minimum_rate,
                  options.learning_rate * std::pow(options.decay_factor, decades));
}

std::unique_ptr<StepSize> make_step_rule(const Options& options) {
  switch (options.step) {
    case StepRule::grid: return std::make_unique<GridSearch>(options);
    case StepRule::backtracking: return std::make_unique<Backtracking>(options);
    case StepRule::wolfe: return make_wolfe();
    case StepRule::fixed:
    case StepRule::schedule: return std::make_unique<LearningRate>(options);
  }
  return nullptr;
}

}  // namespace engd::optim
