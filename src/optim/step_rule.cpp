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
///
/// Plain gradients need steps of much the same size for thousands of iterations. Their search
/// walks: it starts around the last step and goes on to both sides while the loss falls.
class GridSearch final : public StepSize {
 public:
  explicit GridSearch(const Options& options) : walks_(options.method == Method::gd) {
    for (int k = 0; k <= options.grid_count; ++k) steps_.push_back(std::pow(options.grid_base, k));
    losses_.resize(steps_.size());
  }

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    const double slope = state.gradient.dot(d);
    Best best;
    const auto try_steps = [&](std::size_t first, std::size_t count) {
      energy.losses(state.theta, d, std::span(steps_).subspan(first, count),
                    std::span(losses_).subspan(first, count));
      for (std::size_t k = first; k < first + count; ++k)
        if (std::isfinite(losses_[k]) && (!best.found || losses_[k] < losses_[best.place]))
          best = {true, k};
    };
    std::size_t first = walks_ && last_.found && last_.place > 0 ? last_.place - 1 : 0;
    std::size_t end = first;
    while (end < steps_.size()) {
      const std::size_t count =
          std::min(end == first ? first_tries : at_a_time, steps_.size() - end);
      try_steps(end, count);
      end += count;
      if (shorter_steps_lose(state.loss, slope, first, end - 1)) break;
    }
    while (first > 0 && best.found && best.place == first) try_steps(--first, 1);
    last_ = best;
    Step step;
    step.found = step.has_loss = best.found;
    if (best.found) step.size = steps_[best.place], step.loss = losses_[best.place];
    return step;
  }

 private:
  static constexpr std::size_t first_tries = 3, at_a_time = 2;
  static constexpr double tolerance = 0.1;
  struct Best {
    bool found = false;
    std::size_t place = 0;
  };

  /// The parabola through the last step tried, which the two before it (where tried: from `first`
  /// on) confirm.
  bool shorter_steps_lose(double loss, double slope, std::size_t first, std::size_t last) const {
    if (last < first + 2 || !(slope > 0)) return false;
    const double noise = 1e4 * std::numeric_limits<double>::epsilon() * std::fabs(loss);
    const double linear = steps_[last] * slope, decrease = loss - losses_[last];
    if (!(decrease >= 0.5 * linear && decrease > noise)) return false;
    for (std::size_t k = last - 2; k < last; ++k) {
      const double ratio = steps_[k] / steps_[last];
      const double predicted = ratio * linear + ratio * ratio * (decrease - linear);
      if (!(std::fabs(loss - losses_[k] - predicted) <= tolerance * ratio * linear)) return false;
    }
    return true;
  }

  bool walks_;
  Best last_;
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
