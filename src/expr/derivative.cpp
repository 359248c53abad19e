#include "expr/derivative.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "expr/operations.h"

namespace engd::expr {

namespace {

[[noreturn]] void no_rule(Leaf::Kind kind) {
  throw std::logic_error(std::string("no derivative of a leaf of the kind ") + kind_name(kind));
}

/// The derivative of a jet entry of an unknown along a coordinate.
Node moved_entry(Graph& graph, const JetEntry& entry, int axis, const Space& space) {
  if (!entry.laplacian) return graph.jet(entry.differentiated(axis));
  // d/dx_axis of the Laplacian: the sum over i of u_{i i axis}
  Node sum = graph.constant(0);
  for (const int i : space.spatial) {
    const JetEntry third =
        entry.without_derivative().differentiated(i).differentiated(i).differentiated(axis);
    sum = graph.add(sum, graph.jet(third));
  }
  return sum;
}

/// The derivative of a leaf along a coordinate.
Node leaf_derivative(Graph& graph, const Leaf& leaf, int axis, const Space& space) {
  switch (leaf.kind) {
    case Leaf::Kind::coordinate:
      return graph.constant(leaf.index == axis ? 1 : 0);
    case Leaf::Kind::normal:  // of a flat piece
    case Leaf::Kind::coefficient:
      return graph.constant(0);
    case Leaf::Kind::jet:
      return moved_entry(graph, leaf, axis, space);
    case Leaf::Kind::data:
    case Leaf::Kind::field:
    case Leaf::Kind::measured:
    case Leaf::Kind::increment:
      break;  // known at points alone, or no function of the point
  }
  no_rule(leaf.kind);
}

}  // namespace

// Forward differentiation over the nodes of f in order.
Differentiator::Differentiator(Graph& graph, Node f)
    : graph_(graph), nodes_(reachable(graph, {f})), derivatives_(nodes_.size()) {
  for (const Node n : nodes_) operands_.push_back({place(graph[n].a), place(graph[n].b)});
}

/// Where n stands among the nodes; -1: it is none of them.
std::ptrdiff_t Differentiator::place(Node n) const {
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), n);
  return found != nodes_.end() && *found == n ? found - nodes_.begin() : -1;
}

/// Nothing before the first leaf has a derivative.
Node Differentiator::from(std::ptrdiff_t first_leaf, const std::function<Node(Node)>& slope) {
  const Node zero = graph_.constant(0);
  const auto of = [&](std::ptrdiff_t i) {
    return i < first_leaf ? zero : derivatives_[static_cast<std::size_t>(i)];
  };
  for (std::ptrdiff_t i = first_leaf; i < std::ssize(nodes_); ++i) {
    const Node n = nodes_[static_cast<std::size_t>(i)];
    const auto [a, b] = operands_[static_cast<std::size_t>(i)];
    Node& derivative = derivatives_[static_cast<std::size_t>(i)];
    if (a < 0) {
      derivative = graph_[n].op == Op::constant ? zero : slope(n);
      continue;
    }
    const Node da = of(a), db = of(b);
    derivative = da == zero && db == zero ? zero : with_rule(n, da, db, zero);
  }
  return derivatives_.back();
}

/// Long sums are frequent, and most of their terms have no derivative.
Node Differentiator::with_rule(Node n, Node da, Node db, Node zero) {
  if (graph_[n].op == Op::add && da == zero) return db;
  if (graph_[n].op == Op::add && db == zero) return da;
  return derivative_of(graph_, n, da, db);
}

Node Differentiator::partial(Node leaf) {
  const Node zero = graph_.constant(0), one = graph_.constant(1);
  const std::ptrdiff_t first = place(leaf);
  if (first < 0) return zero;
  return from(first, [=](Node n) { return n == leaf ? one : zero; });
}

Node differentiate(Graph& graph, Node f, Node leaf) {
  return Differentiator(graph, f).partial(leaf);
}

Node total_derivative(Graph& graph, Node f, int axis, const Space& space) {
  return Differentiator(graph, f).total([&](Node n) {
    const Leaf leaf = graph[n].leaf;
    return leaf_derivative(graph, leaf, axis, space);
  });
}

}  // namespace engd::expr
