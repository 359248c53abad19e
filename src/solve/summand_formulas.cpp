#include "solve/summands.h"

namespace engd::solve {

namespace {

using expr::Node;
using expr::Op;

// Formulas that fall into more summands are taken as they stand.
constexpr std::size_t most_summands = 200;
// Second derivatives cost a channel each.
constexpr std::size_t most_axes = 10;

bool is_sum(const expr::Graph& graph, Node f) {
  return graph[f].op == Op::add || (graph[f].op == Op::negate && is_sum(graph, graph[f].a));
}

/// A sum, or a product with one among its factors.
bool has_sum(const expr::Graph& graph, Node f) {
  const expr::NodeData& data = graph[f];
  if (data.op == Op::multiply) return has_sum(graph, data.a) || has_sum(graph, data.b);
  if (data.op == Op::negate || data.op == Op::divide) return has_sum(graph, data.a);
  return is_sum(graph, f);
}

void append(expr::Graph& graph, Node f, std::vector<Node>& all) {
  const expr::NodeData data = graph[f];
  const auto each_of = [&](Node sum, auto&& change) {
    std::vector<Node> parts;
    append(graph, sum, parts);
    for (const Node part : parts) all.push_back(change(part));
  };
  if (data.op == Op::add) {
    append(graph, data.a, all);
    append(graph, data.b, all);
  } else if (data.op == Op::negate) {
    each_of(data.a, [&](Node part) { return graph.negate(part); });
  } else if (data.op == Op::multiply && has_sum(graph, data.a)) {
    each_of(data.a, [&](Node part) { return graph.multiply(part, data.b); });
  } else if (data.op == Op::multiply && has_sum(graph, data.b)) {
    each_of(data.b, [&](Node part) { return graph.multiply(data.a, part); });
  } else if (data.op == Op::divide && has_sum(graph, data.a)) {
    each_of(data.a, [&](Node part) { return graph.divide(part, data.b); });
  } else {
    all.push_back(f);
  }
}

}  // namespace

std::vector<Node> summands_of(expr::Graph& graph, Node formula, const expr::Space& space) {
  std::vector<Node> all;
  append(graph, formula, all);
  if (all.size() > most_summands) return {formula};
  const expr::NodeData data = graph[all[0]];
  if (all.size() > 1 || !data.is_jet_entry() || !data.leaf.laplacian ||
      space.spatial.size() > most_axes)
    return all;
  const expr::JetEntry u = data.leaf.without_derivative();
  all.clear();
  for (const int axis : space.spatial)
    all.push_back(graph.jet(u.differentiated(axis).differentiated(axis)));
  return all;
}

}  // namespace engd::solve
