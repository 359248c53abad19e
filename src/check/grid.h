#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/graph.h"
#include "geometry/points.h"

namespace engd::check {

/// Weights at `nodes` of the derivative of this order at a point (Fornberg's recursion).
std::vector<double> difference_weights(const std::vector<double>& nodes, double at, int order);

/// Points that are all of a tensor grid, in any order, with values whose derivatives are
/// differences along the axes.
class Grid {
 public:
  static constexpr int nodes = 9;  ///< of a difference; fewer where it is compared

  /// Nothing where the points are no grid, or one too small.
  static std::optional<Grid> of(const geometry::PointSet& points);

  /// The points where differences are centred.
  const std::vector<std::ptrdiff_t>& centres() const { return centres_; }
  /// A derivative at such a point, of values at all points, by differences of so many nodes.
  double derivative(const std::vector<double>& values, std::ptrdiff_t point,
                    const std::vector<int>& orders, int count) const;

 private:
  double along(const std::vector<double>& values, std::vector<std::size_t>& index, std::size_t axis,
               const std::vector<int>& orders, int count) const;
  std::size_t flat(const std::vector<std::size_t>& index) const;

  std::vector<std::vector<double>> axes_;
  std::vector<std::ptrdiff_t> point_at_;         ///< of a place in the grid, the first axis slowest
  std::vector<std::vector<std::size_t>> index_;  ///< of a point
  std::vector<std::ptrdiff_t> centres_;
};

}  // namespace engd::check
