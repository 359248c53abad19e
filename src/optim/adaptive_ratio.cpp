#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "energy/linear_systems.h"
#include "optim/corrections.h"
#include "optim/iteration.h"
#include "optim/momentum.h"
#include "optim/resolution.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// Dampings from `reach` times the last one to 1/reach times it, some at a time.
struct Scan {
  double reach;
  int count, at_a_time;
};
constexpr Scan full_scan{1e3, 37, 6};
constexpr Scan short_scan{10, 7, 1};  // where each costs a factorisation: around the last one
// The least ratio of actual to predicted decrease when a run finishes.
constexpr double late_ratio = 0.5;
// Dampings tried, relative to the largest eigenvalue of the metric.
constexpr double first_damping = 1e-3, largest_damping = 1e8, smallest_damping = 1e-38;
// Where nothing in a scan will do, the next one begins higher; so often, then there is no step.
constexpr int most_scans = 9;
// Iterations in which the loss falls by less than a tenth before the run counts as finished.
constexpr int finishing_patience = 10;
// A decrease of an energy within those iterations counts above this part of all of its decrease:
// errors are the square roots of such parts.
constexpr double counting_part = 1e-8;

/// Damped Gauss-Newton steps (Levenberg-Marquardt),
///
///     d(lambda) = argmin |r - A d|^2 + lambda |D d|^2 ,
///
/// with the smallest damping whose ratio of actual to predicted decrease is above a LOW target.
/// Such long steps gain little at once, but reach parts of the landscape whose minima are deep:
/// greedy dampings end in the nearest minimum. When the damping has stopped falling, the target
/// becomes the usual one and the run converges.
class AdaptiveRatio final : public Iteration {
 public:
  AdaptiveRatio(const Adaptive& options, double damping, bool finishing)
      : options_(options), momentum_(options.momentum), damping_(damping), finishing_(finishing) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    if (!system_) make_system(energy);
    d.setZero(state.theta.size());
    state.solution.outcome = system_->linearise(state.theta, now_);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    highest_loss_ = std::max(highest_loss_, state.loss);
    if (state.solution.outcome != linalg::Outcome::ok) return state.solution.outcome;
    if (momentum_.active()) centre();
    if (!(damping_ > 0)) damping_ = first_damping * system_->largest();
    return state.solution.outcome;
  }

  Step choose(energy::Energy& energy, State& state, Vector& d) override {
    Step step;
    for (int scans = 0; scans < most_scans && !step.found; ++scans) {
      step = scan(energy, state, d);
      if (!step.found && !left_momentum()) damping_ *= scan_.reach;
    }
    state.damping = damping_;
    if (step.found && options_.corrections > 0)
      corrections_->correct(energy, state, damping_, options_.corrections, d, step);
    if (step.found) momentum_.remember(d);
    if (step.found) follow(step, energy.least_squares());
    return step;
  }

  void exchange(StateArchive& archive) override {
    archive.part("momentum", momentum_);
    archive("damping", damping_);
    archive("finishing", finishing_);
    archive("since", since_);
    archive("highest_loss", highest_loss_);
    archive("last_loss", last_loss_);
    archive("least_damping", least_damping_);
    archive("least_measure", least_measure_);
  }

 private:
  /// Large dampings lead to the centre, which may be a bad place: without it, they lead nowhere.
  bool left_momentum() {
    if (!momentum_.active()) return false;
    momentum_.forget();
    centre();
    return true;
  }

  /// The right-hand side that the momentum gives.
  void centre() { host_->factor().rotate(momentum_.centred(host_->rows())); }

  /// Momentum, corrections and acceleration multiply by the rows; without them, these may stay
  /// where the energy lives.
  void make_system(energy::Energy& energy) {
    if (!(options_.momentum > 0 || options_.corrections > 0 || options_.acceleration > 0)) {
      system_ = energy.damped_system(options_.solver);
      if (system_->factors_each()) scan_ = short_scan;
      return;
    }
    auto host = std::make_unique<energy::HostDampedSystem>(energy, options_.solver);
    host_ = host.get();
    system_ = std::move(host);
    corrections_.emplace(host_->factor(), host_->rows());
  }

  /// Dampings from large to small; the last one before the ratio first falls under its target.
  Step scan(energy::Energy& energy, const State& state, Vector& d) {
    make_room(state.theta.size());
    if (system_->factors_each()) return walk(energy, state, d);
    const double top = system_->largest();
    const double high = std::min(scan_.reach * damping_, largest_damping * top),
                 low = std::max(damping_ / scan_.reach, smallest_damping * top);
    Step kept;
    for (int first = 0; first < scan_.count; first += scan_.at_a_time) {
      const int n = std::min(scan_.at_a_time, scan_.count - first);
      for (int k = 0; k < n; ++k)
        dampings_[k] =
            high * std::pow(low / high, static_cast<double>(first + k) / (scan_.count - 1));
      try_dampings(energy, state, n);
      for (int k = 0; k < n; ++k)
        if (!keep(energy, state, k, kept, d)) return kept;
    }
    return kept;
  }

  /// The same where every damping costs a factorisation, and a ratio that is taken to fall with the
  /// damping: from the last one down while the ratio is above its target, or else up until it is.
  Step walk(energy::Energy& energy, const State& state, Vector& d) {
    const double top = system_->largest(), last = damping_;
    const double factor = std::pow(scan_.reach, 2.0 / (scan_.count - 1));
    Step kept;
    const auto passes = [&](int k) {
      dampings_[0] = last * std::pow(factor, k);
      if (k != 0 &&
          !(dampings_[0] <= largest_damping * top && dampings_[0] >= smallest_damping * top))
        return false;
      try_dampings(energy, state, 1);
      return keep(energy, state, 0, kept, d);
    };
    const int most = scan_.count / 2;
    if (passes(0))
      for (int k = 1; k <= most && passes(-k); ++k) {
      }
    else
      for (int k = 1; k <= most && !passes(k); ++k) {
      }
    return kept;
  }

  /// Takes step k where its ratio is above the target.
  bool keep(energy::Energy& energy, const State& state, int k, Step& kept, Vector& d) {
    const double target = finishing_ ? late_ratio : options_.low_ratio;
    const double actual = actual_decrease(energy, state, k);
    if (!(actual >= target * decreases_[k] && actual > 0)) return false;
    kept.found = kept.has_loss = true;
    kept.size = 1;
    kept.loss = losses_[k];
    d = steps_.col(k);
    damping_ = dampings_[k];
    promised_ = decreases_[k];
    return true;
  }

  void make_room(Index parameters) {
    for (auto* numbers : {&dampings_, &decreases_, &losses_}) numbers->resize(scan_.at_a_time);
    steps_.resize(parameters, scan_.at_a_time);
    thetas_.resize(parameters, scan_.at_a_time);
  }

  void try_dampings(energy::Energy& energy, const State& state, int n) {
    system_->steps(std::span(dampings_).first(n), steps_, std::span(decreases_).first(n));
    for (int k = 0; k < n && momentum_.active(); ++k) {
      steps_.col(k) += momentum_.centre();
      decreases_[k] += momentum_.promised();
    }
    if (options_.acceleration > 0 && energy.least_squares()) {
      for (int k = 0; k < n; ++k)
        corrections_->accelerate(energy, state, dampings_[k], options_.acceleration, steps_.col(k));
      centre();
    }
    for (int k = 0; k < n; ++k) thetas_.col(k) = state.theta - steps_.col(k);
    energy.losses_at(thetas_, std::span(losses_).first(n));
  }

  /// Of step k: by the gradients where two energies do not tell.
  double actual_decrease(energy::Energy& energy, const State& state, int k) {
    if (energy.least_squares() || !std::isfinite(losses_[k]) ||
        !below_resolution(decreases_[k], state.loss))
      return state.loss - losses_[k];
    trial_ = thetas_.col(k);
    losses_[k] = energy.gradient(trial_, new_gradient_);
    return decrease_along(state.gradient, new_gradient_, steps_.col(k));
  }

  /// From exploring to finishing, and to the end: by the damping, then by whether there is
  /// progress.
  void follow(Step& step, bool least_squares) {
    if (!finishing_) {
      const bool lower = damping_ < 0.7 * least_damping_;
      if (lower) least_damping_ = damping_;
      since_ = lower ? 0 : since_ + 1;
      finishing_ = since_ >= options_.patience;
      if (finishing_) since_ = 0;
      return;
    }
    since_ = progresses(step, least_squares) ? 0 : since_ + 1;
    if (since_ < finishing_patience) return;
    step.found = false;
    step.exhausted = true;
  }

  /// The loss has fallen by a tenth since this was last so. The least value of an energy that is no
  /// sum of squares is not known: there either what the model promises has fallen by a tenth, or
  /// the energy by a part of all that it has fallen which counts.
  bool progresses(const Step& step, bool least_squares) {
    const double measure = least_squares ? step.loss : promised_;
    bool lower = measure < 0.9 * least_measure_;
    if (lower) least_measure_ = measure;
    if (least_squares) return lower;
    lower = lower || last_loss_ - step.loss > counting_part * (highest_loss_ - step.loss);
    if (lower) last_loss_ = step.loss;
    return lower;
  }

  Adaptive options_;
  Scan scan_ = full_scan;
  std::unique_ptr<energy::DampedSystem> system_;
  energy::HostDampedSystem* host_ = nullptr;  // system_, where its rows are needed
  energy::Linearisation now_;
  Momentum momentum_;
  std::optional<Corrections> corrections_;
  double damping_, promised_ = 0;
  bool finishing_;
  int since_ = 0;  // iterations since the damping was last the least, then since progress
  double highest_loss_ = -std::numeric_limits<double>::infinity();
  double last_loss_ = std::numeric_limits<double>::infinity();  // at the last progress
  double least_damping_ = std::numeric_limits<double>::infinity();
  double least_measure_ = std::numeric_limits<double>::infinity();
  std::vector<double> dampings_, decreases_, losses_;
  Matrix steps_, thetas_;
  Vector trial_, new_gradient_;
};

}  // namespace

std::unique_ptr<Iteration> make_adaptive_ratio(const Adaptive& options, double damping,
                                               bool finishing) {
  return std::make_unique<AdaptiveRatio>(options, damping, finishing);
}

std::unique_ptr<Iteration> Adaptive::make(energy::Energy& energy) const {
  if (energy.redraws()) return make_redrawn(*this, energy);
  // Where every damping costs a factorisation, and of the Gram matrix, which knows half the digits,
  // several corrections with one of them reach further than one step chosen among a few.
  const bool plain = !solver && !(momentum > 0) && corrections == 0 && !(acceleration > 0);
  if (plain && energy.damped_system(std::nullopt)->factors_each()) return Multistep{}.make(energy);
  return make_adaptive_ratio(*this);
}

}  // namespace engd::optim
