#include <algorithm>

#include "optim/iteration.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// The adaptive method where points are drawn again: the loss changes under it.
///
/// Within an iteration theta and theta - d are compared on the same points, and the damping is
/// carried over from one draw to the next. Where the loss stops falling, each step solves the
/// problem of its own draw, and theta moves about the solution of the true one by what the draws
/// differ. Then, one after another:
///
///   the mean of the last thetas is tried, which differs less;
///   where a draw has few rows for a parameter, the next ones have more points (batch_growth), and
///   the method begins anew there;
///   else the draws end, and the method converges on the last points.
class Redrawn final : public Iteration {
 public:
  Redrawn(const Adaptive& options, energy::Energy& energy)
      : options_(options), method_(make_adaptive_ratio(options)) {
    energy.enlarge(1);
  }

  bool draws_points() const override { return settled_ || options_.judge_fresh; }

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    return method_->compute(energy, state, d);
  }

  Step choose(energy::Energy& energy, State& state, Vector& d) override {
    remember(state.theta);
    if (options_.judge_fresh && !settled_ && energy.adapt(state.iteration + 1, state.theta))
      state.loss = energy.loss(state.theta);
    Step step = method_->choose(energy, state, d);
    if (step.found || settled_) return step;
    const double times = std::min(times_ * options_.batch_growth, options_.batch_limit);
    const bool noisy = static_cast<double>(energy.row_count({})) <
                       enough_rows * static_cast<double>(energy.parameters());
    if (energy.level()) {
      state.loss = energy.loss(state.theta);
      settled_ = true;
      method_ = make_adaptive_ratio(options_, state.damping);
      return to_the_mean(energy, state, d);
    }
    if (noisy && !(times > times_)) return step;
    if (noisy) {
      energy.enlarge(times_ = times);
      method_ = make_adaptive_ratio(options_, state.damping);
    } else {
      settled_ = true;
      method_ = make_adaptive_ratio(options_, state.damping, true);
    }
    return to_the_mean(energy, state, d);
  }

  void exchange(StateArchive& archive) override {
    archive.part("method", *method_);  // whose damping and finishing are all that it is made of
    archive("settled", settled_);
    archive("times", times_);
    archive("last", last_, window);
    archive("seen", seen_);
    archive.require(seen_ >= 0 && (seen_ == 0 || last_.size() > 0), "seen");
  }

 private:
  static constexpr Index window = 10;

  void remember(const Vector& theta) {
    if (last_.cols() == 0) last_.setZero(theta.size(), window);
    last_.col(seen_++ % window) = theta;
  }

  /// No step, if the mean is not better on these points: they are not those it was made of, but
  /// for the last of them.
  Step to_the_mean(energy::Energy& energy, const State& state, Vector& d) {
    const Index count = std::min(seen_, window);
    mean_ = last_.leftCols(count).rowwise().mean();
    Step step;
    step.found = step.has_loss = true;
    step.size = 1;
    step.loss = energy.loss(mean_);
    if (step.loss < state.loss) {
      d = state.theta - mean_;
    } else {
      step.loss = state.loss;
      d.setZero(state.theta.size());
    }
    seen_ = 0;
    return step;
  }

  Adaptive options_;
  std::unique_ptr<Iteration> method_;
  bool settled_ = false;  // no more draws
  double times_ = 1;      // the points of the problem
  Matrix last_;           // thetas
  Index seen_ = 0;
  Vector mean_;
};

}  // namespace

std::unique_ptr<Iteration> make_redrawn(const Adaptive& options, energy::Energy& energy) {
  return std::make_unique<Redrawn>(options, energy);
}

}  // namespace engd::optim
