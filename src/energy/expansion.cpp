#include "energy/expansion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "expr/derivative.h"
#include "expr/substitute.h"

namespace engd::energy {

using expr::Change;
using expr::Graph;
using expr::JetEntry;
using expr::Node;
using expr::Op;

namespace {

constexpr double largest_degree = 8;
/// Derivatives of every order by every entry are many: beyond this the rules of `expr::change`, one
/// an operation, are shorter.
constexpr double most_derivatives = 256;

constexpr double no_polynomial = std::numeric_limits<double>::infinity();

double degree_of_power(const Graph& graph, double base, Node exponent) {
  const auto n = graph.constant_value(exponent);
  const bool whole = n && *n >= 0 && *n == std::nearbyint(*n);
  return whole ? base * *n : no_polynomial;
}

/// The degree of f in the jet, as it is written; infinite where f is no polynomial.
double degree(const Graph& graph, Node f) {
  std::unordered_map<Node, double> degrees{{-1, 0.0}};
  for (const Node n : expr::reachable(graph, {f})) {
    const expr::NodeData& data = graph[n];
    const double a = degrees.at(data.a), b = degrees.at(data.b);
    double& found = degrees[n];
    if (data.is_jet_entry())
      found = 1;
    else if (a == 0 && b == 0)
      found = 0;
    else if (data.op == Op::add || data.op == Op::negate)
      found = std::max(a, b);
    else if (data.op == Op::multiply)
      found = a + b;
    else if (data.op == Op::divide && b == 0)
      found = a;
    else if (data.op == Op::power && b == 0)
      found = degree_of_power(graph, a, data.b);
    else
      found = no_polynomial;
  }
  return degrees.at(f);
}

/// Whether Taylor's formula is exact and short.
bool expands(const Graph& graph, Node f, std::size_t entries) {
  const double highest = degree(graph, f);
  return highest <= largest_degree &&
         std::pow(std::max(1.0, static_cast<double>(entries)), highest - 1) <= most_derivatives;
}

}  // namespace

std::optional<std::vector<Node>> parts_by_degree(Graph& graph, Node f, Ansatz& ansatz) {
  const std::vector<JetEntry> entries = expr::jet_entries(graph, {f});
  if (!expands(graph, f, entries.size())) return std::nullopt;
  std::vector<Node> parts{f};
  while (true) {
    const auto degree = static_cast<double>(parts.size());
    Node next = graph.constant(0);
    expr::Differentiator part(graph, parts.back());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const Node slope = part.partial(graph.jet(entries[k]));
      const Node increment = graph.increment(static_cast<int>(k));
      next = graph.add(next, graph.multiply(slope, increment));
    }
    if (graph.constant_value(next) == 0.0) break;
    parts.push_back(graph.multiply(graph.constant(1 / degree), next));
  }
  return expr::substitute(graph, parts, [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    if (data.is_jet_entry()) return ansatz.known(graph, data.leaf);
    if (data.is(expr::Leaf::Kind::increment))
      return ansatz.trained(graph, entries[static_cast<std::size_t>(data.leaf.index)]);
    return leaf;
  });
}

Change change_by_training(Graph& graph, Node f, Ansatz& ansatz) {
  return expr::change(graph, f, [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    const Node zero = graph.constant(0);
    if (!data.is_jet_entry()) return Change{leaf, zero, zero};
    return Change{ansatz.known(graph, data.leaf), ansatz.trained(graph, data.leaf), zero};
  });
}

}  // namespace engd::energy
