#pragma once

#include <unordered_map>
#include <vector>

#include "expr/graph.h"
#include "expr/tape_code.h"

namespace engd::expr {

/// How each operation among `nodes` is computed: the instruction with nodes, not blocks, as
/// operands. Numbers become part of instructions, and a product or a negation that only one sum
/// needs becomes part of that sum's instruction: then no instruction mentions it any more.
std::unordered_map<Node, Instruction> select_instructions(const Graph& graph,
                                                          const std::vector<Node>& nodes,
                                                          const std::vector<Node>& outputs);

}  // namespace engd::expr
