#pragma once

#include <functional>
#include <initializer_list>
#include <limits>

#include "energy/energy.h"
#include "optim/driver.h"

namespace engd::testing {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

inline optim::State at(std::initializer_list<double> theta) {
  optim::State state;
  state.theta = Eigen::Map<const Vector>(theta.begin(), std::ssize(theta));
  return state;
}

/// An energy given by functions of theta: whatever a test of optimisers needs, without a network.
class FormulaEnergy : public energy::Energy {
 public:
  using Value = std::function<double(const Vector&)>;
  using Slope = std::function<Vector(const Vector&)>;
  FormulaEnergy(Index parameters, Value value, Slope slope)
      : parameters_(parameters), value_(std::move(value)), slope_(std::move(slope)) {}

  Index parameters() const override { return parameters_; }
  Index points() const override { return 1; }
  Index row_count(const energy::Metric&) const override { return metric.rows(); }
  bool least_squares() const override { return false; }
  const std::vector<std::string>& term_names() const override { return names_; }
  double loss(const Vector& theta, Vector* by_term) override {
    ++evaluations;
    const double value = value_(theta);
    if (by_term) *by_term = Vector::Constant(1, value);
    return value;
  }
  void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
              std::span<double> losses) override {
    for (std::size_t k = 0; k < steps.size(); ++k)
      losses[k] = loss(theta - steps[k] * direction, nullptr);
  }
  void losses_at(const Matrix& thetas, std::span<double> losses) override {
    for (std::size_t k = 0; k < losses.size(); ++k)
      losses[k] = loss(thetas.col(static_cast<Index>(k)), nullptr);
  }
  double residuals(const Vector& theta, Vector& r) override {
    r.resize(0);
    return loss(theta, nullptr);
  }
  double gradient(const Vector& theta, Vector& g, Vector* by_term) override {
    g = slope_(theta);
    return loss(theta, by_term);
  }
  void rows(const Vector& theta, const energy::Metric&, energy::Linearisation& out) override {
    out.A = metric;
    out.r.resize(0);
    out.loss = gradient(theta, out.g, &out.loss_by_term);
  }
  void gram(const Vector& theta, const energy::Metric& which, energy::Linearisation& out) override {
    rows(theta, which, out);
    out.G = metric.transpose() * metric;
  }
  bool redraw(int iteration) override {
    redrawn.push_back(iteration);
    return false;
  }

  Matrix metric = Matrix::Identity(2, 2);  ///< the rows A
  int evaluations = 0;
  std::vector<int> redrawn;

 private:
  Index parameters_;
  Value value_;
  Slope slope_;
  std::vector<std::string> names_{"all"};
};

/// 1/2 (theta - 1)^T diag(d) (theta - 1) with its own metric: one natural step of size 1 solves it.
inline FormulaEnergy quadratic(const Vector& d) {
  FormulaEnergy energy(
      d.size(), [d](const Vector& x) { return 0.5 * (x.array() - 1).square().matrix().dot(d); },
      [d](const Vector& x) { return Vector(d.array() * (x.array() - 1)); });
  energy.metric = d.cwiseSqrt().asDiagonal();
  return energy;
}

/// Rosenbrock's function, minimum 0 at (1, 1).
inline FormulaEnergy rosenbrock() {
  return FormulaEnergy(
      2,
      [](const Vector& x) {
        return (1 - x[0]) * (1 - x[0]) + 100 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]);
      },
      [](const Vector& x) {
        Vector g(2);
        g << -2 * (1 - x[0]) - 400 * x[0] * (x[1] - x[0] * x[0]), 200 * (x[1] - x[0] * x[0]);
        return g;
      });
}

}  // namespace engd::testing
