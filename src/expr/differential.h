#pragma once

#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// The differential operators on formulas of the coordinates and the jet, over the spatial
/// coordinates. They throw std::length_error when a derivative beyond max_order is needed.
std::vector<Node> gradient(Graph& graph, Node f, const Space& space);

/// sum_i d/dx_i v_i. Where the second derivatives of an unknown come as a common factor times
/// u_11 + ... + u_dd, they are the single entry laplacian(u): a network carries it more cheaply.
Node divergence(Graph& graph, const std::vector<Node>& v, const Space& space);

/// div(grad(f)): for a bare unknown the entry laplacian(u), in one dimension u_xx.
Node laplacian(Graph& graph, Node f, const Space& space);

Node dot_product(Graph& graph, const std::vector<Node>& a, const std::vector<Node>& b);

}  // namespace engd::expr
