#pragma once

#include <functional>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// The same formulas with other leaves: `replacement(leaf)` stands where a leaf stood (the
/// leaf itself: it stays).
std::vector<Node> substitute(Graph& graph, const std::vector<Node>& roots,
                             const std::function<Node(Node leaf)>& replacement);

}  // namespace engd::expr
