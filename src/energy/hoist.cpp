#include "energy/hoist.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace engd::energy {

using expr::Graph;
using expr::Leaf;
using expr::Node;
using expr::NodeData;
using expr::Op;

namespace {

/// What backends give values to as it is; the other leaves they know as data columns only.
bool stays(const NodeData& data) {
  if (data.op != Op::leaf) return data.op == Op::constant;
  switch (data.leaf.kind) {
    case Leaf::Kind::field:
    case Leaf::Kind::measured:
      return false;
    case Leaf::Kind::coordinate:
    case Leaf::Kind::data:
    case Leaf::Kind::normal:
    case Leaf::Kind::coefficient:
    case Leaf::Kind::jet:
    case Leaf::Kind::increment:
      return true;
  }
  throw std::logic_error("no kind of a leaf");
}

/// Operands come before the nodes that use them, so one pass in the order of the numbers suffices.
std::vector<Node> reachable_ascending(const Graph& graph, const std::vector<Node>& roots) {
  std::vector<Node> stack(roots), found;
  std::vector<bool> seen(static_cast<std::size_t>(graph.size()), false);
  while (!stack.empty()) {
    const Node n = stack.back();
    stack.pop_back();
    if (n < 0 || seen[n]) continue;
    seen[n] = true;
    found.push_back(n);
    stack.push_back(graph[n].a);
    stack.push_back(graph[n].b);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<Node> hoist_point_data(Graph& graph, const std::vector<Node>& roots,
                                   std::vector<Node>& columns) {
  std::unordered_map<Node, bool> uses_jet;
  std::unordered_map<Node, Node> replaced;
  const auto column_for = [&](Node n) {
    const auto k = std::find(columns.begin(), columns.end(), n) - columns.begin();
    if (k == std::ssize(columns)) columns.push_back(n);
    return graph.leaf(Leaf::of(Leaf::Kind::data, static_cast<int>(k)));
  };
  const auto lift = [&](Node n) {
    return uses_jet.at(n) || stays(graph[n]) ? replaced.at(n) : column_for(n);
  };
  for (Node n : reachable_ascending(graph, roots)) {
    const NodeData data = graph[n];
    bool jet = data.is_jet_entry();
    if (data.a >= 0) jet = jet || uses_jet.at(data.a);
    if (data.b >= 0) jet = jet || uses_jet.at(data.b);
    uses_jet[n] = jet;
    if (!jet || stays(data))
      replaced[n] = n;
    else if (data.b < 0)
      replaced[n] = graph.unary(data.op, lift(data.a));
    else
      replaced[n] = graph.binary(data.op, lift(data.a), lift(data.b));
  }
  std::vector<Node> result;
  for (Node root : roots) result.push_back(lift(root));
  return result;
}

}  // namespace engd::energy
