#include <cmath>

#include "optim/direction.h"
#include "support/state_archive.h"

namespace engd::optim {

namespace {

/// Kingma and Ba (2015): running means of the gradient and its square, corrected for their start.
class AdamDirection final : public Direction {
 public:
  explicit AdamDirection(const Adam& options) : options_(options) {}

  linalg::Outcome compute(energy::Energy& energy, State& state, Vector& d) override {
    const auto outcome = evaluate_gradient(energy, state);
    if (outcome != linalg::Outcome::ok) return outcome;
    const Vector& g = state.gradient;
    if (first_.size() == 0) {
      first_.setZero(g.size());
      second_.setZero(g.size());
    }
    ++count_;
    const double b1 = options_.beta1, b2 = options_.beta2;
    first_ = b1 * first_ + (1 - b1) * g;
    second_ = b2 * second_ + (1 - b2) * g.cwiseAbs2();
    const double c1 = 1 - std::pow(b1, count_), c2 = 1 - std::pow(b2, count_);
    d = (first_ / c1).array() / ((second_ / c2).array().sqrt() + options_.epsilon);
    return linalg::Outcome::ok;
  }

  void exchange(StateArchive& archive) override {
    archive("first", first_);
    archive("second", second_);
    archive.require(first_.size() == second_.size(), "second");
    archive("count", count_);
  }

 private:
  Adam options_;
  Vector first_, second_;
  int count_ = 0;
};

}  // namespace

std::unique_ptr<Direction> Adam::make() const {
  return std::make_unique<AdamDirection>(*this);
}

}  // namespace engd::optim
