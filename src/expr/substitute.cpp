#include "expr/substitute.h"

#include <unordered_map>

namespace engd::expr {

std::vector<Node> substitute(Graph& graph, const std::vector<Node>& roots,
                             const std::function<Node(Node)>& replacement) {
  std::unordered_map<Node, Node> replaced;
  for (const Node n : reachable(graph, roots)) {
    const NodeData data = graph[n];
    if (data.op == Op::constant)
      replaced[n] = n;
    else if (data.op == Op::leaf)
      replaced[n] = replacement(n);
    else if (operand_count(data.op) == 1)
      replaced[n] = graph.unary(data.op, replaced.at(data.a));
    else
      replaced[n] = graph.binary(data.op, replaced.at(data.a), replaced.at(data.b));
  }
  std::vector<Node> result;
  for (const Node root : roots) result.push_back(replaced.at(root));
  return result;
}

}  // namespace engd::expr
