#include "optim/direction.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// Nocedal and Wright, Numerical Optimization, section 6.1: d = H g with the inverse Hessian H
/// updated from s = theta - theta_before and y = g - g_before. H starts as the identity: scaling it
/// by the first pair, (6.20) there, lost a factor of two to five on the paper's problems.
class BfgsDirection final : public Direction {
 public:
  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    const auto outcome = evaluate_gradient(energy, state);
    if (outcome != linalg::Outcome::ok) return outcome;
    const Vector& g = state.gradient;
    if (inverse_.size() > 0) update(state.theta - theta_before_, g - gradient_before_);
    theta_before_ = state.theta;
    gradient_before_ = g;
    if (inverse_.size() == 0)
      d = g;
    else
      d.noalias() = inverse_.selfadjointView<Eigen::Lower>() * g;
    if (inverse_.size() == 0) {
      inverse_.setIdentity(g.size(), g.size());
      fresh_ = true;
    }
    return linalg::Outcome::ok;
  }

  bool restart() override {
    if (inverse_.size() == 0 || fresh_) return false;
    inverse_.resize(0, 0);
    return true;
  }

  void exchange(StateArchive& archive) override {
    archive("theta_before", theta_before_);
    archive("gradient_before", gradient_before_);
    archive.require(theta_before_.size() == gradient_before_.size(), "gradient_before");
    archive("inverse", inverse_, theta_before_.size());
    archive("fresh", fresh_);
  }

 private:
  void update(const Vector& s, const Vector& y) {
    const double sy = s.dot(y);
    // Without positive curvature along s the update would destroy definiteness (NaN included).
    if (!(sy > 1e-14 * s.norm() * y.norm())) return;
    fresh_ = false;
    Hy_.noalias() = inverse_.selfadjointView<Eigen::Lower>() * y;
    const double rho = 1 / sy, curvature = rho * (1 + rho * y.dot(Hy_));
    // H + (1 + y'Hy/sy) ss'/sy - (Hy s' + s (Hy)')/sy
    inverse_.selfadjointView<Eigen::Lower>().rankUpdate(s, curvature);
    inverse_.selfadjointView<Eigen::Lower>().rankUpdate(Hy_, s, -rho);
  }

  Matrix inverse_;
  Vector theta_before_, gradient_before_, Hy_;
  bool fresh_ = true;
};

}  // namespace

std::unique_ptr<Direction> Bfgs::make() const {
  return std::make_unique<BfgsDirection>();
}

}  // namespace engd::optim
