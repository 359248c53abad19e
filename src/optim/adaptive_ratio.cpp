#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/damped_factor.h"
#include "optim/iteration.h"

namespace engd::optim {

namespace {

double env(const char* n, double v) { const char* s = std::getenv(n); return s ? std::atof(s) : v; }
constexpr double decades = 3;  // the scan runs from 10^3 times the last damping to 10^-3 times it
constexpr double largest_damping = 1e8, smallest_damping = 1e-36;

/// Levenberg-Marquardt whose damping is the smallest one with a low ratio of actual to predicted
/// decrease.
class AdaptiveRatio final : public Iteration {
 public:
  explicit AdaptiveRatio(const Options& options)
      : options_(options), factor_(linalg::make_damped_factor(options.solver)) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    energy.rows(state.theta, {}, now_);
    state.loss = now_.loss;
    state.loss_by_term = now_.loss_by_term;
    state.gradient = now_.g;
    state.gradient_is_current = true;
    d.setZero(state.theta.size());
    if (!std::isfinite(state.loss) || !state.gradient.allFinite())
      return linalg::Outcome::not_finite;
    energy.damping_metric(state.theta, D_);
    for (Index k = 0; k < D_.size(); ++k) now_.A.col(k) /= D_[k];
    now_.g = now_.g.cwiseQuotient(D_);
    linalg::System system;
    system.A = &now_.A;
    if (now_.r.size() > 0) system.r = &now_.r;
    system.g = &now_.g;
    return state.solution.outcome = factor_->factor(system);
  }

  Step choose(energy::Energy& energy, State& state, Vector& d) override {
    Step step;
    for (int attempt = 0; attempt < 9 && !step.found; ++attempt) {
      history_.push_back(std::log10(damping_));
      step = scan(energy, state, d);
      if (!step.found) damping_ *= 1e3;
    }
    state.damping = damping_;
    static const int patience = (int)env("PATIENCE", 10), late_patience = (int)env("LATE", 10);
    if (damping_ < 0.7 * least_damping_) { least_damping_ = damping_; since_least_ = 0; }
    else ++since_least_;
    if (!late_ && since_least_ >= patience) { late_ = true; ratio_ = options_.late_ratio; }
    if (late_ && step.found) {
      if (step.loss < 0.9 * best_loss_) { best_loss_ = step.loss; since_best_ = 0; }
      else if (++since_best_ >= late_patience) {
        static const double reheat = env("REHEAT", 0);
        if (reheat > 0) { late_ = false; ratio_ = reheat; least_damping_ = 1e300; since_least_ = 0; since_best_ = 0; best_loss_ = 1e300;}
        else step.found = false;
      }
    }
    return step;
  }

 private:
  /// Dampings from large to small; the last one before the ratio first falls under its target.
  Step scan(energy::Energy& energy, const State& state, Vector& d) {
    const double high = std::min(std::pow(10, decades) * damping_, largest_damping),
                 low = std::max(std::pow(10, -decades) * damping_, smallest_damping);
    const int count = options_.scan_count;
    Step kept;
    dampings_.resize(at_a_time);
    decreases_.resize(at_a_time);
    losses_.resize(at_a_time);
    steps_.resize(state.theta.size(), at_a_time);
    thetas_.resize(state.theta.size(), at_a_time);
    for (int first = 0; first < count; first += at_a_time) {
      const int n = std::min(at_a_time, count - first);
      for (int k = 0; k < n; ++k)
        dampings_[k] = high * std::pow(low / high, static_cast<double>(first + k) / (count - 1));
      factor_->steps(std::span(dampings_).first(n), steps_, std::span(decreases_).first(n));
      for (int k = 0; k < n; ++k) steps_.col(k) = steps_.col(k).cwiseQuotient(D_);
      for (int k = 0; k < n; ++k) thetas_.col(k) = state.theta - steps_.col(k);
      energy.losses_at(thetas_, std::span(losses_).first(n));
      for (int k = 0; k < n; ++k) {
        const double actual = actual_decrease(energy, state, k);
        if (!(actual >= ratio_ * decreases_[k] && actual > 0)) return kept;
        kept.found = kept.has_loss = true;
        kept.size = 1;
        kept.loss = losses_[k];
        d = steps_.col(k);
        damping_ = dampings_[k];
      }
    }
    return kept;
  }

  /// Of step k. A difference of two energies says nothing below their round-off; there the
  /// derivative along the step does: L(theta) - L(theta - d) = (g + g_new).d / 2 up to third order.
  double actual_decrease(energy::Energy& energy, const State& state, int k) {
    const bool differences_count =
        now_.r.size() > 0 || decreases_[k] > 1e-9 * std::fabs(state.loss);
    if (differences_count || !std::isfinite(losses_[k])) return state.loss - losses_[k];
    losses_[k] = energy.gradient(thetas_.col(k), new_gradient_);
    return 0.5 * (state.gradient + new_gradient_).dot(steps_.col(k));
  }

  /// Slope of the last `count` dampings' logarithms over the iterations, by least squares.
  double trend(int count) const {
    const std::size_t first = history_.size() - static_cast<std::size_t>(count);
    double moment = 0, squares = 0;
    for (int k = 0; k < count; ++k) {
      const double x = k - 0.5 * (count - 1);
      moment += x * history_[first + static_cast<std::size_t>(k)];
      squares += x * x;
    }
    return moment / squares;
  }

  static constexpr int at_a_time = 6;

  Options options_;
  std::unique_ptr<linalg::DampedFactor> factor_;
  energy::Linearisation now_;
  double damping_ = 1, ratio_ = options_.low_ratio;
  double least_damping_ = 1e300, best_loss_ = 1e300; int since_least_ = 0, since_best_ = 0; bool late_ = false;
  std::vector<double> history_;  // log10 of the dampings
  std::vector<double> dampings_, decreases_, losses_;
  Matrix steps_, thetas_;
  Vector new_gradient_, D_;
};

}  // namespace

std::unique_ptr<Iteration> make_adaptive_ratio(const Options& options) {
  return std::make_unique<AdaptiveRatio>(options);
}

}  // namespace engd::optim
