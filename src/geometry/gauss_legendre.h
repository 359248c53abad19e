#pragma once

#include <vector>

namespace engd::geometry {

/// Nodes and weights on an interval.
struct LineRule {
  std::vector<double> nodes, weights;
};

/// Gauss-Legendre on [-1, 1] with n >= 1 points, exact for polynomials of degree 2n - 1. Nodes
/// ascend. Takes O(n^2) operations.
LineRule gauss_legendre(int n);

}  // namespace engd::geometry
