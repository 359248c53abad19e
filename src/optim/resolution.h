#pragma once

#include <cmath>

#include "support/types.h"

namespace engd::optim {

// Below this part of the energy, a difference of two energies is not trusted.
inline constexpr double difference_resolution = 1e-9;

/// Whether a change of the energy drowns in the round-off of two energies that are subtracted.
inline bool below_resolution(double change, double energy) {
  return !(std::fabs(change) > difference_resolution * std::fabs(energy));
}

/// L(theta) - L(theta - d) from the gradients at both ends, up to third order in d: its round-off
/// is proportional to |d|, not to L.
inline double decrease_along(const Vector& g, const Vector& g_new,
                             const Eigen::Ref<const Vector>& d) {
  return 0.5 * (g.dot(d) + g_new.dot(d));
}

}  // namespace engd::optim
