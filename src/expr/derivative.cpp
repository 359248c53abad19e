#include <functional>
#include <numbers>
#include <unordered_map>

#include "expr/graph.h"

namespace engd::expr {

namespace {

/// f'(a) for a function of one number; `f` is the node of f(a) itself, which many rules reuse.
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
      return g.divide(one, g.unary(Op::sqrt, g.subtract(one, g.multiply(a, a))));
    case Op::acos:
      return g.divide(g.constant(-1), g.unary(Op::sqrt, g.subtract(one, g.multiply(a, a))));
    case Op::atan:
      return g.divide(one, g.add(one, g.multiply(a, a)));
    case Op::sinh:
      return g.unary(Op::cosh, a);
    case Op::cosh:
      return g.unary(Op::sinh, a);
    case Op::tanh:
      return g.subtract(one, g.multiply(f, f));
    case Op::exp:
      return f;
    case Op::log:
      return g.divide(one, a);
    case Op::sqrt:
      return g.divide(g.constant(0.5), f);
    case Op::abs:
      return g.unary(Op::sign, a);
    case Op::erf:
      return g.multiply(g.constant(2 * std::numbers::inv_sqrtpi),
                        g.unary(Op::exp, g.negate(g.multiply(a, a))));
    default:
      return g.constant(0);  // sign and step: zero wherever they have a derivative
  }
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

/// Forward differentiation over the nodes of f in order; `leaf` gives the derivative of a leaf.
Node derivative(Graph& g, Node f, const std::function<Node(Node)>& leaf) {
  const Node zero = g.constant(0);
  std::unordered_map<Node, Node> d{{-1, zero}};
  for (const Node n : reachable(g, {f})) {
    const NodeData data = g[n];
    if (operand_count(data.op) == 0) {
      d[n] = data.op == Op::constant ? zero : leaf(n);
      continue;
    }
    const Node da = d[data.a], db = d[data.b];
    if (da == zero && db == zero) {
      d[n] = zero;
      continue;
    }
    switch (data.op) {
      case Op::add:
        d[n] = g.add(da, db);
        break;
      case Op::negate:
        d[n] = g.negate(da);
        break;
      case Op::multiply:
        d[n] = g.add(g.multiply(da, data.b), g.multiply(data.a, db));
        break;
      case Op::divide:  // (a/b)' = (a' - (a/b) b') / b
        d[n] = g.divide(g.subtract(da, g.multiply(n, db)), data.b);
        break;
      case Op::power:
        d[n] = power_derivative(g, n, data.a, data.b, da, db);
        break;
      case Op::min:
      case Op::max:
        d[n] = extremum_derivative(g, data.op, data.a, data.b, da, db);
        break;
      default:
        d[n] = g.multiply(outer_derivative(g, data.op, data.a, n), da);
    }
  }
  return d[f];
}

}  // namespace

Node differentiate(Graph& graph, Node f, Node leaf) {
  const Node zero = graph.constant(0), one = graph.constant(1);
  return derivative(graph, f, [&](Node n) { return n == leaf ? one : zero; });
}

Node total_derivative(Graph& graph, Node f, int axis, const Space& space) {
  return derivative(graph, f, [&](Node n) {
    const NodeData data = graph[n];
    if (data.op == Op::coordinate) return graph.constant(data.index == axis ? 1 : 0);
    if (data.op == Op::normal || data.jet.is_coefficient()) return graph.constant(0);
    if (!data.jet.laplacian) return graph.jet(data.jet.differentiated(axis));
    // d/dx_axis of the Laplacian: the sum over i of u_{i i axis}
    Node sum = graph.constant(0);
    for (const int i : space.spatial) {
      const JetEntry third =
          value_of(data.jet.unknown).differentiated(i).differentiated(i).differentiated(axis);
      sum = graph.add(sum, graph.jet(third));
    }
    return sum;
  });
}

}  // namespace engd::expr
