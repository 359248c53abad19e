#pragma once

#include "energy/scaled_rows.h"
#include "linalg/damped_factor.h"
#include "optim/step_rule.h"

namespace engd::optim {

/// What more one factorisation can give: other right-hand sides for the same matrix G + lambda D^2.
/// Both leave the factor with a right-hand side of their own.
class Corrections {
 public:
  Corrections(linalg::DampedFactor& factor, const energy::ScaledRows& rows)
      : factor_(factor), rows_(rows) {}

  /// Adds to d the second-order term of the path that d begins (geodesic acceleration: Transtrum,
  /// Sethna 2012), where it is less than `most` of d; false where it is not, or not finite. For
  /// sums of squares.
  bool accelerate(energy::Energy& energy, const State& state, double damping, double most,
                  Eigen::Ref<Vector> d);

  /// Chord Newton steps on  min_d L(theta - d) + lambda/2 |D d|^2  from d on, at most `count`,
  /// while they lower the loss.
  void correct(energy::Energy& energy, const State& state, double damping, int count, Vector& d,
               Step& step);

 private:
  double evaluate(energy::Energy& energy);
  void solve(double damping);

  linalg::DampedFactor& factor_;
  const energy::ScaledRows& rows_;
  Vector theta_, r_, g_, moved_, e_, next_;
  Matrix solution_;
};

}  // namespace engd::optim
