#include "optim/step_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "optim/custom_step.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// The paper's line search: the lowest loss over base^0, base^1, ..., base^count. The lowest is
/// taken even where none is below the present loss, as in the authors' code.
///
/// The first search goes from the longest step on, a few at a time, until shorter ones cannot win
/// any more, by one of two arguments about the loss along the line, L - eta s + c eta^2/2 for short
/// steps with the slope s = g.d:
/// - The decrease at the last step tried is at least half of eta s: the vertex of the parabola
///   through it lies further out and every shorter step decreases the loss less.
/// - L is a sum of many terms, so that differences up to nu = 4 epsilon |L| are round-off (more may
///   be: residuals in which large terms cancel, a density with terms of both signs; then more steps
///   are tried than needed). Where the last step has eta s <= nu and changes the loss by no more
///   than nu, the term c eta^2/2 is at most 2 nu, and a step shorter by rho <= 1/2 changes the loss
///   by at most rho nu + 2 rho^2 nu <= nu: it cannot be told from those that were tried. The search
///   ends there once one of them does not raise the loss: without that, hundreds of steps of which
///   none is noticed would lead away from the minimum.
///
/// A device that computes many losses in the time of one is asked for all of them together.
///
/// Later searches for a density walk once its model promises no more than a decrease by 1e-8 of the
/// loss: close to the minimum, best steps of one iteration and the next are neighbours for hundreds
/// of iterations. (Before that a walk can miss the long step that leaves a bad start.) They try the
/// last step and every other time, in turn, its longer neighbour, its shorter one, or one of the
/// much longer steps, each time another. Where the last step or a neighbour differs from the
/// present loss by more than 4 nu, they look at both neighbours and go on to both sides while the
/// loss falls by more than that. Where the much longer step, which may lie behind a hill, is lower
/// by more than 4 nu, or the best of the walk raises the loss by that, the search goes through all
/// steps again. A plain gradient has no reason to expect anything of much longer steps; its walk
/// ends where the parabola says so. Newton steps for a sum of squares never walk: their best steps
/// were seen to jump until the end.
class GridSearch final : public StepSize {
 public:
  explicit GridSearch(const Options& options) : newton_(options.method != Method::gd) {
    for (int k = 0; k <= options.grid_count; ++k) steps_.push_back(std::pow(options.grid_base, k));
    losses_.resize(steps_.size());
  }

  Step choose(energy::Energy& energy, const State& state, const Vector& d) override {
    Line line{energy, state, d, state.gradient.dot(d)};
    best_.reset();
    const bool close = line.slope <= near_minimum * std::fabs(state.loss);
    const bool walks =
        !newton_ || (energy.losses_at_once() == 1 && !energy.least_squares() && close);
    if (!last_ || !walks || !walk(line)) scan(line);
    last_ = best_;
    Step step;
    step.found = step.has_loss = best_.has_value();
    if (best_) step.size = steps_[*best_], step.loss = losses_[*best_];
    return step;
  }

  void exchange(StateArchive& archive) override {
    archive("turn", turn_);
    archive("longer", longer_);
    archive("last", last_);
    if (last_ && *last_ >= steps_.size()) last_.reset();
  }

 private:
  static constexpr std::size_t first_tries = 3, at_a_time = 2, at_distance = 4;
  static constexpr double tolerance = 0.1, near_minimum = 1e-8;
  // What walks look at beside the last step, in turn; every other one looks at nothing else.
  static constexpr int to_longer = 0, to_shorter = 2, to_far = 4, turns = 6;
  static constexpr double epsilon = std::numeric_limits<double>::epsilon();
  struct Line {
    energy::Energy& energy;
    const State& state;
    const Vector& d;
    double slope;
  };

  void try_steps(const Line& line, std::size_t first, std::size_t count) {
    line.energy.losses(line.state.theta, line.d, std::span(steps_).subspan(first, count),
                       std::span(losses_).subspan(first, count));
    for (std::size_t k = first; k < first + count; ++k)
      if (std::isfinite(losses_[k]) && (!best_ || losses_[k] < losses_[*best_])) best_ = k;
  }

  void scan(const Line& line) {
    std::size_t end = 0;
    while (end < steps_.size()) {
      const auto together = static_cast<std::size_t>(line.energy.losses_at_once());
      const std::size_t count =
          std::min(std::max(together, end == 0 ? first_tries : at_a_time), steps_.size() - end);
      try_steps(line, end, count);
      end += count;
      if (end < first_tries) continue;
      if (parabola_ends(line, end - 1) || round_off_ends(line, end - 1)) break;
    }
  }

  /// False where steps further away may be better.
  bool walk(const Line& line) { return newton_ ? walk_newton(line) : walk_gradient(line); }

  bool walk_gradient(const Line& line) {
    std::size_t first = *last_ > 0 ? *last_ - 1 : 0, end = first;
    while (end < steps_.size() && (end < first + first_tries || !parabola_ends(line, end - 1))) {
      const std::size_t count = end == first ? first_tries : at_a_time;
      const std::size_t tried = std::min(count, steps_.size() - end);
      try_steps(line, end, tried);
      end += tried;
    }
    while (first > 0 && falls(first + 1, first, 0)) try_steps(line, --first, 1);
    return best_.has_value();
  }

  bool walk_newton(const Line& line) {
    // A density has terms of both signs: wrong alarms, of which each costs a search through all
    // steps, must be rare over hundreds of iterations.
    const double noise = 4 * round_off(line);
    turn_ = (turn_ + 1) % turns;
    std::size_t first = turn_ == to_longer && *last_ > 0 ? *last_ - 1 : *last_;
    std::size_t end = std::min(turn_ == to_shorter ? *last_ + 2 : *last_ + 1, steps_.size());
    try_steps(line, first, end - first);
    const auto same = [&](double loss) { return std::fabs(loss - line.state.loss) <= noise; };
    if (!std::all_of(losses_.begin() + first, losses_.begin() + end, same)) {
      if (first == *last_ && first > 0) try_steps(line, --first, 1);
      if (end == *last_ + 1 && end < steps_.size()) try_steps(line, end++, 1);
      while (end < steps_.size() && falls(end - 2, end - 1, noise)) try_steps(line, end++, 1);
      while (first > 0 && falls(first + 1, first, noise)) try_steps(line, --first, 1);
    }
    if (!best_) return false;
    const std::size_t near = *best_;
    if (end < steps_.size() && !(losses_[near] <= line.state.loss + noise)) return false;
    if (first == 0 || turn_ != to_far) return true;
    try_steps(line, longer_step(first), 1);
    const bool longer = losses_[*best_] < losses_[near] - noise;
    best_ = near;
    return !longer;
  }

  /// The step `to` is the best so far, and lower than its neighbour `from` by more than noise.
  bool falls(std::size_t from, std::size_t to, double noise) const {
    return best_ == to && !(losses_[to] >= losses_[from] - noise);
  }

  /// One of the first `count` steps: every fourth in one pass, those between in the next ones.
  std::size_t longer_step(std::size_t count) {
    if (longer_ >= count) longer_ = (longer_ + 1) % at_distance;
    const std::size_t place = std::min(longer_, count - 1);
    longer_ += at_distance;
    return place;
  }

  static double round_off(const Line& line) { return 4 * epsilon * std::fabs(line.state.loss); }

  /// The parabola through the last step tried, which the two before it confirm.
  bool parabola_ends(const Line& line, std::size_t last) const {
    if (!(line.slope > 0)) return false;
    const double loss = line.state.loss;
    // Large terms may cancel in residuals: far more than epsilon of their squares is round-off.
    const double noise =
        line.energy.least_squares() ? 1e4 * epsilon * std::fabs(loss) : 20 * round_off(line);
    const double linear = steps_[last] * line.slope, decrease = loss - losses_[last];
    if (!(decrease >= 0.5 * linear && decrease > noise)) return false;
    for (std::size_t k = last - 2; k < last; ++k) {
      const double ratio = steps_[k] / steps_[last];
      const double predicted = ratio * linear + ratio * ratio * (decrease - linear);
      if (!(std::fabs(loss - losses_[k] - predicted) <= tolerance * ratio * linear)) return false;
    }
    return true;
  }

  /// The last three steps tried and the slope are all within round-off of the present loss, and
  /// the best step does not raise it.
  bool round_off_ends(const Line& line, std::size_t last) const {
    const double loss = line.state.loss, noise = round_off(line);
    if (!(std::fabs(steps_[last] * line.slope) <= noise) || !(best_ && losses_[*best_] <= loss))
      return false;
    for (std::size_t k = last - 2; k <= last; ++k)
      if (!(std::fabs(losses_[k] - loss) <= noise)) return false;
    return true;
  }

  bool newton_;
  int turn_ = turns - 1;                    ///< what a walk looks at beside the last step
  std::size_t longer_ = 0;                  ///< where longer_step goes on
  std::optional<std::size_t> best_, last_;  ///< places of steps: of this search, of the one before
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
  void exchange(StateArchive&) override {}  // no memory

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
  void exchange(StateArchive& archive) override { archive("count", count_); }

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
  switch (options.step.kind) {
    case StepRule::grid:
      return std::make_unique<GridSearch>(options);
    case StepRule::backtracking:
      return std::make_unique<Backtracking>(options);
    case StepRule::wolfe:
      return make_wolfe();
    case StepRule::fixed:
    case StepRule::schedule:
      return std::make_unique<LearningRate>(options);
    case StepRule::custom:
      return make_custom_step(*options.step.added);
  }
  throw std::logic_error("an unknown step rule");
}

}  // namespace engd::optim
