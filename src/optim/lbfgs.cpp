#include <deque>
#include <vector>

#include "optim/direction.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// Nocedal and Wright, algorithm 7.4: the two-loop recursion over the last pairs (s, y).
class LbfgsDirection final : public Direction {
 public:
  explicit LbfgsDirection(int history) : memory_(static_cast<std::size_t>(history)) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    const auto outcome = evaluate_gradient(energy, state);
    if (outcome != linalg::Outcome::ok) return outcome;
    const Vector& g = state.gradient;
    if (theta_before_.size() > 0) remember(state.theta - theta_before_, g - gradient_before_);
    theta_before_ = state.theta;
    gradient_before_ = g;
    d = g;
    std::vector<double> alpha(pairs_.size());
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      alpha[k] = pairs_[k].s.dot(d) * pairs_[k].rho;
      d -= alpha[k] * pairs_[k].y;
    }
    if (!pairs_.empty()) d *= 1 / (pairs_.back().rho * pairs_.back().y.squaredNorm());
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      d += (alpha[k] - pairs_[k].rho * pairs_[k].y.dot(d)) * pairs_[k].s;
    return linalg::Outcome::ok;
  }

  bool restart() override {
    const bool had_memory = !pairs_.empty();
    pairs_.clear();
    theta_before_.resize(0);
    return had_memory;
  }

  void exchange(StateArchive& archive) override {
    archive.list("pairs", pairs_, [&](Pair& pair) {
      archive("s", pair.s);
      archive("y", pair.y);
      archive("rho", pair.rho);
      archive.require(pair.s.size() > 0 && pair.y.size() > 0, "pairs");
    });
    archive("theta_before", theta_before_);
    archive("gradient_before", gradient_before_);
    archive.require(theta_before_.size() == 0 || gradient_before_.size() > 0, "gradient_before");
  }

 private:
  struct Pair {
    Vector s, y;
    double rho;
  };

  void remember(Vector s, Vector y) {
    const double sy = s.dot(y);
    if (!(sy > 1e-14 * s.norm() * y.norm())) return;  // NaN included
    if (pairs_.size() == memory_) pairs_.pop_front();
    pairs_.push_back({std::move(s), std::move(y), 1 / sy});
  }

  std::size_t memory_;
  std::deque<Pair> pairs_;
  Vector theta_before_, gradient_before_;
};

}  // namespace

std::unique_ptr<Direction> Lbfgs::make() const {
  return std::make_unique<LbfgsDirection>(history);
}

}  // namespace engd::optim
