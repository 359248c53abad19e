#pragma once

#include <span>

#include "expr/graph.h"

namespace engd::expr {

/// f at the partner x + shift of a point x: of coordinates and unknowns. Coordinates beyond those
/// that shift has stay as they are, and so does what is known at points alone (normals, measured
/// values, fields).
Node shifted(Graph& graph, Node f, std::span<const double> shift);

/// Whether f looks at the partner already.
bool looks_at_partner(const Graph& graph, Node f);

}  // namespace engd::expr
