#include "optim/corrections.h"

#include <array>
#include <cassert>
#include <cmath>

namespace engd::optim {

namespace {

// Of the difference quotient: large enough for its round-off, small enough for its truncation.
constexpr double difference = 0.1;

}  // namespace

// With e = D d and h the difference, the second derivative along the path theta - t d is
//     r'' = 2/h ((r(theta - h d) - r)/h + A e) ,   and   d + 1/2 (G + lambda D^2)^-1 A^T r''
// cancels it to second order. Sums of squares only: for other energies G is not the derivative of
// the gradient, and the difference of gradients would be of first order.
bool Corrections::accelerate(energy::Energy& energy, const State& state, double damping,
                             double most, Eigen::Ref<Vector> d) {
  assert(rows_.least_squares());
  theta_ = state.theta - difference * d;
  if (!std::isfinite(evaluate(energy))) return false;
  e_ = rows_.D.cwiseProduct(d);
  moved_.noalias() = rows_.now.A * e_;
  r_ = 2 / difference * ((r_ - rows_.now.r) / difference + moved_);
  g_.noalias() = rows_.now.A.transpose() * r_;
  solve(damping);
  if (!(0.5 * solution_.col(0).norm() <= most * e_.norm())) return false;
  d += 0.5 * solution_.col(0).cwiseQuotient(rows_.D);
  return true;
}

// The next d solves (G + lambda D^2) d = g(theta - d) + G d: the residuals r(theta - d) + A e.
void Corrections::correct(energy::Energy& energy, const State& state, double damping, int count,
                          Vector& d, Step& step) {
  theta_ = state.theta - d;
  evaluate(energy);
  for (int k = 0; k < count; ++k) {
    e_ = rows_.D.cwiseProduct(d);
    moved_.noalias() = rows_.now.A * e_;
    if (rows_.least_squares()) {
      r_ += moved_;
      g_.noalias() = rows_.now.A.transpose() * r_;
    } else {
      g_.noalias() += rows_.now.A.transpose() * moved_;
    }
    solve(damping);
    next_ = solution_.col(0).cwiseQuotient(rows_.D);
    theta_ = state.theta - next_;
    const double loss = evaluate(energy);
    if (!(loss < step.loss)) return;
    step.loss = loss;
    d = next_;
  }
}

/// At theta_: the loss, and r_ where the energy is a sum of squares, else g_.
double Corrections::evaluate(energy::Energy& energy) {
  if (rows_.least_squares()) return energy.residuals(theta_, r_);
  const double loss = energy.gradient(theta_, g_);
  g_.array() /= rows_.D.array();
  return loss;
}

void Corrections::solve(double damping) {
  linalg::System system;
  system.A = &rows_.now.A;
  system.g = &g_;
  if (rows_.least_squares()) system.r = &r_;
  factor_.rotate(system);
  solution_.resize(rows_.now.A.cols(), 1);
  const std::array dampings{damping};
  std::array<double, 1> ignored{};
  factor_.steps(dampings, solution_, ignored);
}

}  // namespace engd::optim
