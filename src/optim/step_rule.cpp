#include "optim/step_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace engd::optim {

namespace {

/// The paper's line search: the lowest loss over base^0, base^1, ..., base^count. The lowest is
/// taken even where none is below the present loss, as in the authors' code.
///
/// Steps are tried a few at a time, from the longest on, until shorter ones cannot win any more.
/// With the slope s = g.d the loss along the line is L - eta s + c eta^2/2 for short steps, c from
/// the last one tried: when its decrease is at least half of eta s, the vertex of that parabola
/// lies further out and every shorter step decreases the loss less.
class GridSearch final : public StepSize {
 public:
  explicit GridSearch(const Options& options) {
    for (int k = 0; k <= options.grid_count; ++k) steps_.push_back(std::pow(options.grid_base, k));
    losses_.resize(steps_.size());
  }

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    const double slope = state.gradient.dot(d);
    Step best;
    for (std::size_t first = 0; first < steps_.size(); first += at_a_time) {
      const std::size_t count = std::min(at_a_time, steps_.size() - first);
      energy.losses(state.theta, d, std::span(steps_).subspan(first, count),
                    std::span(losses_).subspan(first, count));
      for (std::size_t k = first; k < first + count; ++k)
        if (std::isfinite(losses_[k]) && (!best.found || losses_[k] < best.loss)) {
          best.found = best.has_loss = true;
          best.size = steps_[k];
          best.loss = losses_[k];
        }
      if (shorter_steps_lose(state.loss, slope, first + count - 1)) break;
    }
    return best;
  }

 private:
  static constexpr std::size_t at_a_time = 8;

  bool shorter_steps_lose(double loss, double slope, std::size_t last) const {
    if (last == 0 || !(slope > 0)) return false;
    const double noise = 1e4 * std::numeric_limits<double>::epsilon() * std::fabs(loss);
    const double linear = steps_[last] * slope, decrease = loss - losses_[last];
    const double ratio = steps_[last - 1] / steps_[last];
    const double predicted = ratio * linear + ratio * ratio * (decrease - linear);
    const bool parabola_holds = std::fabs(loss - losses_[last - 1] - predicted) <= 0.25 * linear;
    return parabola_holds && decrease >= 0.5 * linear && decrease > noise;
  }

  std::vector<double> steps_, losses_;
};

/// Armijo's rule: the largest of 1, 1/2, 1/4, ... with L(theta - eta d) <= L - 1e-4 eta g.d.
class Backtracking final : public StepSize {
 public:
  explicit Backtracking(const Options& options)
      : base_(options.grid_base), count_(options.grid_count) {}

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
  const double decades =
      std::max(0, step - options.decay_start) / static_cast<double>(options.decay_every);
  return std::max(options.minimum_rate,
                  options.learning_rate * std::pow(options.decay_factor, decades));
}

std::unique_ptr<StepSize> make_step_rule(const Options& options) {
  switch (options.step) {
    case StepRule::grid:
      return std::make_unique<GridSearch>(options);
    case StepRule::backtracking:
      return std::make_unique<Backtracking>(options);
    case StepRule::wolfe:
      return make_wolfe();
    case StepRule::fixed:
    case StepRule::schedule:
      return std::make_unique<LearningRate>(options);
  }
  return nullptr;
}

}  // namespace engd::optim
