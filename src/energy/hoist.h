#pragma once

#include <vector>

#include "expr/graph.h"

namespace engd::energy {

/// Replaces every largest part of `roots` that depends on the point alone (and is more than a leaf
/// or a number, or is a field or a measured value) by a data column; `columns` receives the parts.
std::vector<expr::Node> hoist_point_data(expr::Graph& graph, const std::vector<expr::Node>& roots,
                                         std::vector<expr::Node>& columns);

}  // namespace engd::energy
