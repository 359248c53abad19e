#pragma once

#include "energy/energy.h"

namespace engd::energy {

/// The energy near theta in the variables e = D d, in which the damping lambda |D d|^2 is
/// lambda |e|^2: columns of A and entries of g are divided by D.
struct ScaledRows {
  Linearisation now;
  Vector D;

  bool least_squares() const { return now.r.size() > 0; }
  /// Sets loss, loss_by_term and g of `out` as well, g not divided. not_finite where they are not.
  linalg::Outcome evaluate(Energy& energy, const Vector& theta, Linearisation& out);
};

}  // namespace engd::energy
