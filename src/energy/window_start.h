#pragma once

#include <span>
#include <vector>

#include "expr/graph.h"
#include "geometry/points.h"

namespace engd::energy {

/// The unknowns at one time, as functions of space: what a window of time begins with.
class WindowStart {
 public:
  virtual ~WindowStart() = default;
  /// Derivatives there: entry k at point q stands at k * points.count + q. The time of the points
  /// does not count; derivatives along time are those at the state's own.
  virtual std::vector<double> evaluate(std::span<const expr::JetEntry> entries,
                                       const geometry::PointSet& points) const = 0;
};

}  // namespace engd::energy
