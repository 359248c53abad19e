#include "energy/expansion.h"

#include "expr/substitute.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Node;
using expr::Op;

namespace {

constexpr int largest_degree = 8;
// While derivatives are taken, the trained part of the k-th jet entry is this coordinate + k.
constexpr int first_increment = 2 * first_field;

}  // namespace

std::optional<std::vector<Node>> parts_by_degree(Graph& graph, Node f, Ansatz& ansatz) {
  const std::vector<JetEntry> entries = expr::jet_entries(graph, {f});
  std::vector<Node> parts{f};
  while (true) {
    const auto degree = static_cast<double>(parts.size());
    Node next = graph.constant(0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const Node slope = expr::differentiate(graph, parts.back(), graph.jet(entries[k]));
      const Node increment = graph.coordinate(first_increment + static_cast<int>(k));
      next = graph.add(next, graph.multiply(slope, increment));
    }
    if (graph.constant_value(next) == 0.0) break;
    if (degree > largest_degree) return std::nullopt;
    parts.push_back(graph.multiply(graph.constant(1 / degree), next));
  }
  return expr::substitute(graph, parts, [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    if (data.op == Op::jet) return ansatz.known(graph, data.jet);
    if (data.op == Op::coordinate && data.index >= first_increment)
      return ansatz.trained(graph, entries[static_cast<std::size_t>(data.index - first_increment)]);
    return leaf;
  });
}

}  // namespace engd::energy
