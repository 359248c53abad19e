#include <algorithm>
#include <cmath>
#include <limits>

#include "energy/linear_systems.h"
#include "optim/anderson.h"
#include "optim/iteration.h"
#include "optim/resolution.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// The valley of the loss is curved, so that one factorisation serves several corrections, which
/// need residuals only: chord Newton steps on
///
///     min_z  L(theta + z) + lambda/2 |D z|^2 ,
///
/// by Anderson's acceleration. The damping follows how many corrections paid off rather than the
/// lowest loss: greedy choices keep it large and lose one to two digits in the end.
class MultiStep final : public Iteration {
 public:
  explicit MultiStep(double first_damping)
      : first_damping_(first_damping), fine_(first_damping < energy::ChordSystem::fine_below) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    if (!system_) system_ = energy.chord_system();
    d.setZero(state.theta.size());
    state.solution.outcome = system_->linearise(state.theta, now_, D_, fine_);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    if (state.solution.outcome == linalg::Outcome::ok && !(damping_ > 0))
      damping_ = first_damping_ * system_->largest();
    return state.solution.outcome;
  }

  Step choose(energy::Energy&, State& state, Vector& d) override {
    best_ = {};
    largest_decrease_ = 0;
    settled_ = false;
    for (int tried = 0; tried < attempts && !best_.found; ++tried) {
      if (tried > 0) damping_ *= rise;
      if (system_->factor(damping_) == linalg::Outcome::ok) correct(state, d);
    }
    if (!best_.found) return best_;
    state.damping = damping_;
    change_damping();
    fine_ = damping_ < energy::ChordSystem::fine_below * system_->largest();
    return best_;
  }

  void exchange(StateArchive& archive) override {
    archive("damping", damping_);
    archive("fine", fine_);
  }

 private:
  static constexpr int corrections = 12, attempts = 80;
  static constexpr double rise = 2;  // of the damping, where nothing lowers the loss
  static constexpr double fall = 4;  // where enough corrections pay, or have converged
  static constexpr int paying = 3;   // corrections that are enough

  /// A smaller one is tried again even where it has just had to rise: that costs one factorisation,
  /// and a damping that stays too large costs iterations.
  void change_damping() {
    if (settled_ || best_correction_ >= paying)
      damping_ /= fall;
    else if (best_correction_ == 0)
      damping_ *= rise;
    damping_ = std::max(damping_, system_->least_damping() * system_->largest());
  }

  /// Keeps the largest decrease in best_ and its -step in d.
  void correct(const State& state, Vector& d) {
    z_.setZero(state.theta.size());
    system_->start();
    chord_.restart();
    double largest = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < corrections; ++k) {
      system_->solve(z_, step_);
      step_ = -step_;
      chord_.advance(step_, z_);
      trial_ = state.theta + z_.cwiseQuotient(D_);
      const double loss = system_->move_to(trial_);
      if (!std::isfinite(loss)) return;
      const double decrease = decrease_to(loss, state);
      if (decrease > largest_decrease_) {
        largest_decrease_ = decrease;
        best_.found = best_.has_loss = true;
        best_.size = 1;
        best_.loss = loss;
        best_correction_ = k;
        d = state.theta - trial_;
      }
      if (decrease > largest) {
        largest = decrease;
      } else if (k > 0) {
        settled_ = largest > 0 && largest - decrease <= 1e-2 * largest;
        return;
      }
    }
  }

  /// By the gradients where two energies do not tell.
  double decrease_to(double loss, const State& state) {
    const double difference = state.loss - loss;
    const Vector* gradient = system_->gradient();
    if (!gradient || !below_resolution(difference, state.loss)) return difference;
    return decrease_along(state.gradient, *gradient, state.theta - trial_);
  }

  std::unique_ptr<energy::ChordSystem> system_;
  energy::Linearisation now_;
  double first_damping_;  // of the largest eigenvalue
  double damping_ = 0;
  bool fine_;  // the damping is that small
  Vector D_, z_, trial_, step_;
  Anderson chord_;
  Step best_;
  double largest_decrease_ = 0;  // of best_
  int best_correction_ = 0;
  bool settled_ = false;  // corrections ended because they had converged
};

}  // namespace

std::unique_ptr<Iteration> Multistep::make(energy::Energy&) const {
  return std::make_unique<MultiStep>(first_damping);
}

}  // namespace engd::optim
