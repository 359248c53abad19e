#pragma once

#include "expr/graph.h"

namespace engd::expr {

/// The derivative of the operation f, whose operands have the derivatives da and db.
Node derivative_of(Graph& graph, Node f, Node da, Node db);

/// The name of a function in the kernels of a card; null where it is on_host_only.
const char* card_name(Op op);

}  // namespace engd::expr
