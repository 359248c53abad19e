#pragma once

#include "energy/scaled_rows.h"
#include "linalg/solver.h"
#include "support/state_archive.h"

namespace engd::optim {

/// The previous step p as the centre of the damping (SPRING: Goldshlager, Abrahamsen, Lin 2024),
///
///     d(lambda) = argmin |r - A d|^2 + lambda |D (d - mu p)|^2  =  mu p + e(lambda) ,
///
/// where e is the step damped towards zero for the residuals r - mu A p, or the gradient
/// g - mu G p. Systems are in the variables of ScaledRows, steps in those of the parameters.
class Momentum {
 public:
  explicit Momentum(double mu) : mu_(mu) {}

  /// The system for e at these rows, which must live as long as it is used.
  linalg::System centred(const energy::ScaledRows& rows);
  /// Whether there is a previous step in it; then centre() is mu p.
  bool active() const { return has_previous_; }
  const Vector& centre() const { return centre_; }
  /// What the model promises for d = mu p: it may be negative.
  double promised() const { return promised_; }

  void remember(const Vector& d);
  void forget() { has_previous_ = false; }
  void exchange(StateArchive& archive) {
    archive("has_previous", has_previous_);
    archive("previous", previous_);
    archive.require(!has_previous_ || previous_.size() > 0, "previous");
  }

 private:
  double mu_;
  bool has_previous_ = false;
  Vector previous_, centre_, scaled_, moved_, g_;
  double promised_ = 0;
};

}  // namespace engd::optim
