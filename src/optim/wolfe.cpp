#include <cmath>
#include <limits>

#include "optim/step_rule.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

constexpr double sufficient_decrease = 1e-4;
constexpr int most_trials = 30;
constexpr double largest_step = 1e6;

/// phi(eta) = L(theta - eta d) at one step size.
struct Trial {
  double size = 0, value = 0, slope = 0;
};

/// The minimiser of the cubic through two values and slopes, kept away from the ends of the
/// interval.
double interpolate(const Trial& a, const Trial& b) {
  const double d1 = a.slope + b.slope - 3 * (a.value - b.value) / (a.size - b.size);
  const double square = d1 * d1 - a.slope * b.slope;
  const double low = std::fmin(a.size, b.size), high = std::fmax(a.size, b.size);
  const double margin = 0.1 * (high - low);
  double size = 0.5 * (low + high);
  if (square >= 0) {
    const double d2 = std::copysign(std::sqrt(square), b.size - a.size);
    const double cubic =
        b.size - (b.size - a.size) * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
    if (cubic >= low + margin && cubic <= high - margin) size = cubic;
  }
  return size;
}

/// Strong Wolfe conditions: Nocedal and Wright, algorithms 3.5 (bracket) and 3.6 (zoom).
class WolfeSearch final : public StepSize {
 public:
  explicit WolfeSearch(double curvature) : curvature_(curvature) {}

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    Step step;
    const Trial start{0, state.loss, -state.gradient.dot(d)};
    if (!(start.slope < 0)) return step;
    const auto at = [&](double size) {
      step.size = size;
      step.loss = energy.gradient(state.theta - size * d, step.gradient, &step.loss_by_term);
      const Trial trial{size, step.loss, -step.gradient.dot(d)};
      const bool finite = std::isfinite(trial.value) && std::isfinite(trial.slope);
      return finite ? trial : Trial{size, std::numeric_limits<double>::infinity(), 0};
    };
    const auto decreases = [&](const Trial& t) {
      return t.value <= start.value + sufficient_decrease * t.size * start.slope;
    };
    const auto flat = [&](const Trial& t) {
      return std::fabs(t.slope) <= -curvature_ * start.slope;
    };
    const auto accept = [&](const Trial& t) {
      if (step.size != t.size) at(t.size);
      step.found = step.has_loss = step.has_gradient = true;
      return step;
    };

    // Without a model of the scale, the first step of a run moves the parameters by about one.
    double size = first_ ? std::fmin(1.0, 1 / state.gradient.norm()) : 1.0;
    first_ = false;
    Trial low = start, high = start;
    bool bracketed = false;
    int trials = 0;
    for (; trials < most_trials && !bracketed; ++trials) {
      const Trial trial = at(size);
      if (!decreases(trial) || (trials > 0 && trial.value >= low.value)) {
        high = trial;
        bracketed = true;
      } else if (flat(trial)) {
        return accept(trial);
      } else if (trial.slope >= 0) {
        high = low;
        low = trial;
        bracketed = true;
      } else {
        low = trial;
        if (size >= largest_step) break;
        size *= 2;
      }
    }
    for (; bracketed && trials < most_trials; ++trials) {
      const double middle =
          std::isfinite(high.value) ? interpolate(low, high) : 0.5 * (low.size + high.size);
      if (!(std::fabs(high.size - low.size) > 1e-16 * std::fabs(high.size))) break;
      const Trial trial = at(middle);
      if (!decreases(trial) || trial.value >= low.value) {
        high = trial;
      } else {
        if (flat(trial)) return accept(trial);
        if (trial.slope * (high.size - low.size) >= 0) high = low;
        low = trial;
      }
    }
    // The curvature condition was not met in the trials allowed; a lower loss is still a step.
    if (low.size > 0 && low.value < start.value) return accept(low);
    step.found = false;
    return step;
  }
  void exchange(StateArchive& archive) override { archive("first", first_); }

 private:
  double curvature_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<StepSize> Wolfe::make(bool) const {
  return std::make_unique<WolfeSearch>(curvature);
}

}  // namespace engd::optim
