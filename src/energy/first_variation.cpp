#include "energy/first_variation.h"

#include <algorithm>
#include <set>

#include "energy/expansion.h"
#include "expr/substitute.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Node;

namespace {

Node at_known(Graph& graph, Node f, Ansatz& ansatz) {
  return expr::substitute(graph, {f},
                          [&](Node leaf) {
                            const expr::NodeData data = graph[leaf];
                            return data.is_jet_entry() ? ansatz.known(graph, data.leaf) : leaf;
                          })
      .front();
}

/// f(k + t) - f(k) - f'(k) t: the parts of degree two and more where f is a polynomial.
Node rest(Graph& graph, Node f, Ansatz& ansatz) {
  const auto parts = parts_by_degree(graph, f, ansatz);
  if (!parts) return change_by_training(graph, f, ansatz).rest;
  Node sum = graph.constant(0);
  for (std::size_t m = 2; m < parts->size(); ++m) sum = graph.add(sum, (*parts)[m]);
  return sum;
}

}  // namespace

std::optional<Variation> first_variation(Graph& graph, Node f, Ansatz& ansatz,
                                         const expr::Space& space) {
  const std::vector<JetEntry> entries = expr::jet_entries(graph, {f});
  std::set<int> unknowns;
  for (const JetEntry& entry : entries) {
    if (entry.order() > 1 || entry.is_coefficient() || entry.place != expr::Leaf::Place::here)
      return std::nullopt;
    unknowns.insert(entry.index);
  }
  if (expr::depends_on(graph, f, expr::Leaf::Kind::normal)) return std::nullopt;

  Variation variation;
  variation.constant = at_known(graph, f, ansatz);
  variation.inside = rest(graph, f, ansatz);
  variation.boundary = graph.constant(0);
  for (const int unknown : unknowns) {
    const JetEntry u = expr::value_of(unknown);
    Node rho = expr::differentiate(graph, f, graph.jet(u)), flux = graph.constant(0);
    for (int axis = 0; axis < space.dimension; ++axis) {
      const Node p = expr::differentiate(graph, f, graph.jet(u.differentiated(axis)));
      rho = graph.subtract(rho, expr::total_derivative(graph, p, axis, space));
      flux = graph.add(flux, graph.multiply(p, graph.normal(axis)));
    }
    const Node t = ansatz.trained(graph, u);
    variation.inside = graph.add(graph.multiply(at_known(graph, rho, ansatz), t), variation.inside);
    variation.boundary =
        graph.add(graph.multiply(at_known(graph, flux, ansatz), t), variation.boundary);
  }
  return variation;
}

}  // namespace engd::energy
