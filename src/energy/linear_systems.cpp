#include "energy/linear_systems.h"

#include <cmath>

#include "linalg/damped_cholesky.h"
#include "linalg/damped_factor.h"
#include "linalg/refined_cholesky.h"

namespace engd::energy {

namespace {

bool is_finite(const Linearisation& now) {
  return std::isfinite(now.loss) && now.g.allFinite();
}

/// What of a linearisation leaves the system that made it.
void hand_over(const Linearisation& from, Linearisation& to) {
  to.loss = from.loss;
  to.loss_by_term = from.loss_by_term;
  to.g = from.g;
}

class HostNaturalSystem final : public NaturalSystem {
 public:
  HostNaturalSystem(Energy& energy, const Metric& metric, const linalg::SolverOptions& options)
      : energy_(energy),
        metric_(metric),
        options_(options),
        solver_(linalg::make_solver(options.method)) {}

  linalg::Solution solve(const Vector& theta, Linearisation& out, Vector& d) override {
    const bool summed = linalg::uses_gram(options_.method);
    if (summed)
      energy_.gram(theta, metric_, now_);
    else
      energy_.rows(theta, metric_, now_);
    hand_over(now_, out);
    if (!is_finite(now_)) return {.outcome = linalg::Outcome::not_finite};
    linalg::System system;
    if (summed)
      system.gram = &now_.G;
    else
      system.A = &now_.A;
    if (now_.r.size() > 0) system.r = &now_.r;
    system.g = &now_.g;
    return solver_->solve(system, options_, d);
  }

 private:
  Energy& energy_;
  Metric metric_;
  linalg::SolverOptions options_;
  std::unique_ptr<linalg::Solver> solver_;
  Linearisation now_;
};

class HostChordSystem final : public ChordSystem {
 public:
  explicit HostChordSystem(Energy& energy) : energy_(energy) {}

  linalg::Outcome linearise(const Vector& theta, Linearisation& out, Vector& D,
                            bool fine) override {
    const auto outcome = rows_.evaluate(energy_, theta, out);
    D = rows_.D;
    if (outcome != linalg::Outcome::ok) return outcome;
    fine_ = fine && rows_.least_squares();
    return fine_ ? refined_.set(rows_.now.A) : factor_.set(rows_.now.A);
  }
  double largest() const override { return fine_ ? refined_.largest() : factor_.largest(); }
  double least_damping() const override {
    return rows_.least_squares() ? least_refined : ChordSystem::least_damping();
  }
  linalg::Outcome factor(double damping) override {
    return fine_ ? refined_.factor(damping) : factor_.factor(damping);
  }
  void start() override {
    g_ = rows_.now.g;
    residuals_ = rows_.now.r;
  }
  double move_to(const Vector& theta) override {
    if (rows_.least_squares()) {
      const double loss = energy_.residuals(theta, residuals_);
      if (!fine_) g_.noalias() = rows_.now.A.transpose() * residuals_;
      return loss;
    }
    const double loss = energy_.gradient(theta, gradient_);
    g_ = gradient_.cwiseQuotient(rows_.D);
    return loss;
  }
  const Vector* gradient() const override { return rows_.least_squares() ? nullptr : &gradient_; }
  void solve(const Vector& v, Vector& x) override {
    if (fine_)
      refined_.solve(residuals_, v, x);
    else
      factor_.solve(rows_.least_squares() ? &residuals_ : nullptr, g_, v, x);
  }

 private:
  Energy& energy_;
  ScaledRows rows_;
  linalg::DampedCholesky factor_;
  linalg::RefinedCholesky refined_;
  Vector g_, gradient_, residuals_;
  bool fine_ = false;
};

}  // namespace

linalg::Outcome ScaledRows::evaluate(Energy& energy, const Vector& theta, Linearisation& out) {
  energy.rows(theta, {}, now);
  hand_over(now, out);
  if (!is_finite(now)) return linalg::Outcome::not_finite;
  energy.damping_metric(theta, D);
  for (Index k = 0; k < D.size(); ++k) now.A.col(k) /= D[k];
  now.g.array() /= D.array();
  return linalg::Outcome::ok;
}

HostDampedSystem::HostDampedSystem(Energy& energy, std::optional<linalg::Method> method)
    : energy_(energy), factor_(linalg::make_damped_factor(method)) {}

linalg::Outcome HostDampedSystem::linearise(const Vector& theta, Linearisation& out) {
  if (const auto outcome = rows_.evaluate(energy_, theta, out); outcome != linalg::Outcome::ok)
    return outcome;
  linalg::System system;
  system.A = &rows_.now.A;
  if (rows_.least_squares()) system.r = &rows_.now.r;
  system.g = &rows_.now.g;
  return factor_->factor(system);
}

void HostDampedSystem::steps(std::span<const double> dampings, Matrix& steps,
                             std::span<double> decreases) {
  factor_->steps(dampings, steps, decreases);
  for (std::size_t k = 0; k < dampings.size(); ++k)
    steps.col(static_cast<Index>(k)).array() /= rows_.D.array();
}

std::unique_ptr<NaturalSystem> make_host_natural_system(Energy& energy, const Metric& metric,
                                                        const linalg::SolverOptions& options) {
  return std::make_unique<HostNaturalSystem>(energy, metric, options);
}

std::unique_ptr<DampedSystem> make_host_damped_system(Energy& energy,
                                                      std::optional<linalg::Method> method) {
  return std::make_unique<HostDampedSystem>(energy, method);
}

std::unique_ptr<ChordSystem> make_host_chord_system(Energy& energy) {
  return std::make_unique<HostChordSystem>(energy);
}

std::unique_ptr<NaturalSystem> Energy::natural_system(const Metric& metric,
                                                      const linalg::SolverOptions& options) {
  return make_host_natural_system(*this, metric, options);
}

std::unique_ptr<DampedSystem> Energy::damped_system(std::optional<linalg::Method> method) {
  return make_host_damped_system(*this, method);
}

std::unique_ptr<ChordSystem> Energy::chord_system() {
  return make_host_chord_system(*this);
}

}  // namespace engd::energy
