#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "energy/linear_systems.h"
#include "optim/iteration.h"
#include "optim/resolution.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

constexpr int corrections = 9;
constexpr std::array momenta{0.0, 0.9};

/// The valley of the loss is curved, so that one factorisation serves several corrections, which
/// need residuals only: chord Newton steps on
///
///     min_z  L(theta + z) + lambda/2 |D (z - mu p)|^2 ,   p the previous step.
///
/// The damping follows how many corrections paid off rather than the lowest loss: greedy choices
/// keep it large and lose one to two digits in the end.
class MultiStep final : public Iteration {
 public:
  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    if (!system_) system_ = energy.chord_system();
    d.setZero(state.theta.size());
    state.solution.outcome = system_->linearise(state.theta, now_, D_, fine_);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    if (state.solution.outcome == linalg::Outcome::ok && !(damping_ > 0))
      damping_ = 1e-2 * system_->largest();
    return state.solution.outcome;
  }

  Step choose(energy::Energy&, State& state, Vector& d) override {
    best_ = {};
    largest_decrease_ = 0;
    settled_ = false;
    for (int attempt = 0; attempt < 40 && !best_.found; ++attempt, damping_ *= 4) {
      if (system_->factor(damping_) != linalg::Outcome::ok) continue;
      for (double momentum : momenta)
        if (momentum == 0 || previous_.size() > 0) correct(state, momentum, d);
    }
    if (!best_.found) return best_;
    damping_ /= 4;  // the loop has gone one further
    previous_ = -d;
    state.damping = damping_;
    if (best_correction_ >= 3 || settled_)
      damping_ = std::max(damping_ / 2, system_->least_damping() * system_->largest());
    else if (best_correction_ == 0)
      damping_ *= 2;
    fine_ = damping_ < energy::ChordSystem::fine_below * system_->largest();
    return best_;
  }

  void exchange(StateArchive& archive) override {
    archive("damping", damping_);
    archive("fine", fine_);
    archive("previous", previous_);
  }

 private:
  /// The chord iteration for one momentum; keeps the largest decrease in best_ and its -step in d.
  void correct(const State& state, double momentum, Vector& d) {
    z_.setZero(state.theta.size());
    system_->start();
    double largest = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < corrections; ++k) {
      pull_ = z_;  // of the damping, towards momentum times the previous step
      if (momentum > 0) pull_ -= momentum * D_.cwiseProduct(previous_);
      system_->solve(pull_, step_);
      z_ -= step_;
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
        if (largest > 0 && largest - decrease <= 1e-2 * largest) settled_ = true;
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
  double damping_ = 0;
  bool fine_ = false;  // the damping is that small
  Vector D_, previous_, z_, trial_, pull_, step_;
  Step best_;
  double largest_decrease_ = 0;  // of best_
  int best_correction_ = 0;
  bool settled_ = false;  // corrections ended because they had converged
};

}  // namespace

std::unique_ptr<Iteration> make_multi_step(const Options&) {
  return std::make_unique<MultiStep>();
}

}  // namespace engd::optim
