#include <cassert>
#include <unordered_map>

#include "expr/tape.h"

namespace engd::expr {

double evaluate_scalar(const Graph& graph, Node f,
                       const std::function<double(const Leaf&)>& value) {
  std::unordered_map<Node, double> values{{-1, 0.0}};
  for (const Node n : reachable(graph, {f})) {
    const NodeData& data = graph[n];
    if (data.op == Op::constant) {
      values[n] = data.value;
    } else if (data.op == Op::leaf) {
      values[n] = value(data.leaf);
    } else {
      values[n] = apply(data.op, values.at(data.a), values.at(data.b));
    }
  }
  return values.at(f);
}

double evaluate_scalar(const Graph& graph, Node f, std::span<const double> coordinates) {
  return evaluate_scalar(graph, f, [&](const Leaf& leaf) {
    assert(leaf.kind == Leaf::Kind::coordinate);
    return coordinates[static_cast<std::size_t>(leaf.index)];
  });
}

}  // namespace engd::expr
