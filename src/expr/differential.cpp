#include "expr/differential.h"

#include <algorithm>
#include <map>

#include "expr/derivative.h"

namespace engd::expr {

std::vector<Node> gradient(Graph& graph, Node f, const Space& space) {
  std::vector<Node> components;
  for (const int axis : space.spatial) {
    components.push_back(total_derivative(graph, f, axis, space));
  }
  return components;
}

Node divergence(Graph& graph, const std::vector<Node>& v, const Space& space) {
  Node sum = graph.constant(0);
  // factors[u][i] = dv_i / du_i, the factor of u_ii in the divergence
  std::map<JetEntry, std::vector<Node>> factors;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const int axis = space.spatial[i];
    Differentiator of_v(graph, v[i]);
    sum = graph.add(sum, of_v.partial(graph.coordinate(axis)));
    for (const JetEntry& entry : jet_entries(graph, {v[i]})) {
      const Node leaf = graph.jet(entry);
      const Node factor = of_v.partial(leaf);
      const JetEntry unknown = entry.without_derivative();
      if (entry == unknown.differentiated(axis)) {
        auto& row = factors[unknown];
        row.resize(v.size(), graph.constant(0));
        row[i] = factor;
      } else {
        sum = graph.add(sum, graph.multiply(factor, total_derivative(graph, leaf, axis, space)));
      }
    }
  }
  for (const auto& [unknown, row] : factors) {
    const bool common =
        std::all_of(row.begin(), row.end(), [first = row[0]](Node f) { return f == first; });
    if (common && row.size() > 1) {
      JetEntry whole = unknown;
      whole.laplacian = true;
      sum = graph.add(sum, graph.multiply(row[0], graph.jet(whole)));
      continue;
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int axis = space.spatial[i];
      const JetEntry second = unknown.differentiated(axis).differentiated(axis);
      sum = graph.add(sum, graph.multiply(row[i], graph.jet(second)));
    }
  }
  return sum;
}

Node laplacian(Graph& graph, Node f, const Space& space) {
  return divergence(graph, gradient(graph, f, space), space);
}

Node dot_product(Graph& graph, const std::vector<Node>& a, const std::vector<Node>& b) {
  Node sum = graph.constant(0);
  for (std::size_t i = 0; i < a.size(); ++i) sum = graph.add(sum, graph.multiply(a[i], b[i]));
  return sum;
}

}  // namespace engd::expr
