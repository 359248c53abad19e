#include "expr/derivative.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <string>

namespace engd::expr {

namespace {

/// 1/sqrt(1 - a^2) and the like.
Node over_root(Graph& g, double numerator, Node square) {
  return g.divide(g.constant(numerator), g.unary(Op::sqrt, square));
}

[[noreturn]] void no_rule(Op op) {
  throw std::logic_error(std::string("no derivative of the operation ") + function_name(op));
}

[[noreturn]] void no_rule(Leaf::Kind kind) {
  throw std::logic_error(std::string("no derivative of a leaf of the kind ") + kind_name(kind));
}

/// f'(a) for a function of one number; `f` is the node of f(a) itself, which many rules reuse.
/// There is no `default`: an operation without a rule must not compile.
Node outer_derivative(Graph& g, Op op, Node a, Node f) {
  const Node one = g.constant(1);
  switch (op) {
    case Op::sin:
      return g.unary(Op::cos, a);
    case Op::cos:
      return g.negate(g.unary(Op::sin, a));
    case Op::tan:
      return g.add(one, g.multiply(f, f));
    case Op::asin:
      return over_root(g, 1, g.subtract(one, g.multiply(a, a)));
    case Op::acos:
      return over_root(g, -1, g.subtract(one, g.multiply(a, a)));
    case Op::atan:
      return g.divide(one, g.add(one, g.multiply(a, a)));
    case Op::sinh:
      return g.unary(Op::cosh, a);
    case Op::cosh:
      return g.unary(Op::sinh, a);
    case Op::tanh:
      return g.subtract(one, g.multiply(f, f));
    case Op::asinh:
      return over_root(g, 1, g.add(one, g.multiply(a, a)));
    case Op::acosh:  // 1 - a^2 would lose digits next to 1, here and in atanh
      return over_root(g, 1, g.multiply(g.subtract(a, one), g.add(a, one)));
    case Op::atanh:
      return g.divide(one, g.multiply(g.subtract(one, a), g.add(one, a)));
    case Op::exp:
      return f;
    case Op::expm1:
      return g.unary(Op::exp, a);
    case Op::log1p:
      return g.divide(one, g.add(one, a));
    case Op::log:
      return g.divide(one, a);
    case Op::sqrt:
      return g.divide(g.constant(0.5), f);
    case Op::cbrt:
      return g.divide(one, g.multiply(g.constant(3), g.multiply(f, f)));
    case Op::abs:
      return g.unary(Op::sign, a);
    case Op::erf:
    case Op::erfc: {
      const double factor = 2 * std::numbers::inv_sqrtpi;
      return g.multiply(g.constant(op == Op::erf ? factor : -factor),
                        g.unary(Op::exp, g.negate(g.multiply(a, a))));
    }
    case Op::gamma:
      return g.multiply(f, g.binary(Op::polygamma, g.constant(0), a));
    case Op::sign:
    case Op::step:
    case Op::floor:
      return g.constant(0);  // wherever they have a derivative
    case Op::constant:
    case Op::leaf:
    case Op::add:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::negate:
    case Op::min:
    case Op::max:
    case Op::atan2:
    case Op::bessel_j:
    case Op::bessel_y:
    case Op::bessel_i:
    case Op::bessel_k:
    case Op::polygamma:
      break;  // not functions of one number: see below
  }
  no_rule(op);
}

/// d(a^b): without a logarithm where the exponent is constant, so that u^4 is harmless at u = 0.
Node power_derivative(Graph& g, Node f, Node a, Node b, Node da, Node db) {
  Node result = g.constant(0);
  if (g.constant_value(da) != 0.0) {
    const Node lowered = g.power(a, g.subtract(b, g.constant(1)));
    result = g.multiply(g.multiply(b, lowered), da);
  }
  if (g.constant_value(db) != 0.0) {
    result = g.add(result, g.multiply(g.multiply(f, g.unary(Op::log, a)), db));
  }
  return result;
}

/// d min(a,b) = s da + (1-s) db with s = 1 where a <= b; d max the same with s = 1 where a >= b.
Node extremum_derivative(Graph& g, Op op, Node a, Node b, Node da, Node db) {
  const Node choice = g.unary(Op::step, op == Op::min ? g.subtract(b, a) : g.subtract(a, b));
  return g.add(g.multiply(choice, da), g.multiply(g.subtract(g.constant(1), choice), db));
}

/// d atan2(a, b) = (b da - a db) / (a^2 + b^2).
Node angle_derivative(Graph& g, Node a, Node b, Node da, Node db) {
  const Node square = g.add(g.multiply(a, a), g.multiply(b, b));
  return g.divide(g.subtract(g.multiply(b, da), g.multiply(a, db)), square);
}

/// The functions of the order n have f_n' = (below f_(n-1) + above f_(n+1)) / 2; f_(-1) is below
/// times above times f_1 for J and Y, f_1 for I and K. So f_0' = above f_1 for all of them.
Node bessel_derivative(Graph& g, Op op, Node order, Node b, double below, double above) {
  const auto n = g.constant_value(order);
  if (!n) no_rule(op);
  const Node higher = g.multiply(g.constant(above), g.binary(op, g.constant(*n + 1), b));
  if (*n == 0) return higher;
  const Node lower = g.multiply(g.constant(below), g.binary(op, g.constant(*n - 1), b));
  return g.multiply(g.constant(0.5), g.add(lower, higher));
}

/// The derivative of the operation n, whose operands have the derivatives da and db. No `default`
/// here either.
Node operation_derivative(Graph& g, Node n, Node da, Node db) {
  const NodeData data = g[n];
  const Node a = data.a, b = data.b;
  switch (data.op) {
    case Op::add:
      return g.add(da, db);
    case Op::negate:
      return g.negate(da);
    case Op::multiply:
      return g.add(g.multiply(da, b), g.multiply(a, db));
    case Op::divide:  // (a/b)' = (a' - (a/b) b') / b
      return g.divide(g.subtract(da, g.multiply(n, db)), b);
    case Op::power:
      return power_derivative(g, n, a, b, da, db);
    case Op::min:
    case Op::max:
      return extremum_derivative(g, data.op, a, b, da, db);
    case Op::atan2:
      return angle_derivative(g, a, b, da, db);
    case Op::bessel_j:
    case Op::bessel_y:
      return g.multiply(bessel_derivative(g, data.op, a, b, 1, -1), db);
    case Op::bessel_i:
      return g.multiply(bessel_derivative(g, data.op, a, b, 1, 1), db);
    case Op::bessel_k:
      return g.multiply(bessel_derivative(g, data.op, a, b, -1, -1), db);
    case Op::polygamma: {
      const auto order = g.constant_value(a);
      if (!order) no_rule(data.op);
      return g.multiply(g.binary(Op::polygamma, g.constant(*order + 1), b), db);
    }
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::log:
    case Op::sqrt:
    case Op::abs:
    case Op::sign:
    case Op::erf:
    case Op::step:
    case Op::asinh:
    case Op::acosh:
    case Op::atanh:
    case Op::expm1:
    case Op::log1p:
    case Op::erfc:
    case Op::cbrt:
    case Op::floor:
    case Op::gamma:
      return g.multiply(outer_derivative(g, data.op, a, n), da);
    case Op::constant:
    case Op::leaf:
      break;  // leaves: the caller knows
  }
  no_rule(data.op);
}

/// The derivative of an unknown's along a coordinate.
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

/// The derivative of a leaf along a coordinate. No `default` here either.
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
  return operation_derivative(graph_, n, da, db);
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
