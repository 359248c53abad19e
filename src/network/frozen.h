#pragma once

#include <span>
#include <vector>

#include "expr/graph.h"
#include "geometry/points.h"
#include "network/trainable.h"

namespace engd::network {

/// A network whose training is over, and its part in the sum v = sum_s scale_s N_s.
struct FrozenNetwork {
  Trainable trainable;
  Vector theta;
  std::vector<double> scale;  ///< one an unknown
};

/// Derivatives of v at points: entry k at point q stands at k * points.count + q. They are summed
/// in extended precision: trained networks are sums of large numbers that cancel, and what a
/// further network has to learn is smaller than their rounding in double.
std::vector<double> evaluate(std::span<const FrozenNetwork> networks,
                             std::span<const expr::JetEntry> entries, const expr::Space& space,
                             const geometry::PointSet& points);

}  // namespace engd::network
