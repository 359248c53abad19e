#pragma once

#include <span>

#include "expr/graph.h"

namespace engd::expr {

/// f at the partner x + shift of a point x. An unknown k at the partner is a leaf of its own, with
/// the number unknowns + k. Coordinates beyond those that shift has stay as they are.
Node shifted(Graph& graph, Node f, std::span<const double> shift, int unknowns);

/// Whether f looks at the partner already.
bool looks_at_partner(const Graph& graph, Node f, int unknowns);

}  // namespace engd::expr
