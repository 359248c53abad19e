// Simplification while building. Each rule looks one level down only, so making a node is cheap and
// never recurses deeply. A normal form is not the aim: constants in front and merged, signs pulled
// outwards, operands ordered, equal terms and factors collected.
#include <cmath>
#include <numbers>
#include <utility>

#include "expr/graph.h"

namespace engd::expr {

namespace {

bool is_odd(Op op) {
  return op == Op::sin || op == Op::tan || op == Op::asin || op == Op::atan || op == Op::sinh ||
         op == Op::tanh || op == Op::erf || op == Op::sign;
}

bool is_even(Op op) {
  return op == Op::cos || op == Op::cosh || op == Op::abs;
}

bool is_whole(double value) {
  return value == std::nearbyint(value) && std::fabs(value) <= 1024;
}

bool has_exact_reciprocal(double value) {
  int exponent = 0;
  return std::fabs(std::frexp(value, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

NodeData operation(Op op, Node a, Node b = -1) {
  NodeData data;
  data.op = op;
  data.a = a;
  data.b = b;
  return data;
}

}  // namespace

Node Graph::unary(Op op, Node a) {
  if (const auto value = constant_value(a)) return constant(apply(op, *value, 0));
  return op == Op::negate ? opposite(a) : function(op, a);
}

Node Graph::binary(Op op, Node a, Node b) {
  const auto left = constant_value(a), right = constant_value(b);
  if (left && right) return constant(apply(op, *left, *right));
  switch (op) {
    case Op::add:
      return sum(a, b);
    case Op::multiply:
      return product(a, b);
    case Op::divide:
      return quotient(a, b);
    case Op::power:
      return power_of(a, b);
    default:
      return extremum(op, a, b);
  }
}

bool Graph::is_constant(Node n, double value) const {
  return (*this)[n].op == Op::constant && (*this)[n].value == value;
}

Graph::Scaled Graph::scaled(Node n) const {
  const NodeData& data = (*this)[n];
  if (data.op == Op::negate) return {-1, data.a};
  if (data.op == Op::multiply) {
    if (const auto factor = constant_value(data.a)) return {*factor, data.b};
  }
  return {1, n};
}

Graph::Powered Graph::powered(Node n) const {
  const NodeData& data = (*this)[n];
  if (data.op == Op::multiply && data.a == data.b) return {data.a, 2};
  if (data.op == Op::power) {
    const auto exponent = constant_value(data.b);
    if (exponent && is_whole(*exponent) && *exponent > 0) return {data.a, *exponent};
  }
  return {n, 1};
}

Node Graph::scale(double factor, Node a) {
  if (factor == 0) return constant(0);
  if (const auto value = constant_value(a)) return constant(factor * *value);
  const Scaled inner = scaled(a);
  factor *= inner.factor;
  a = inner.node;
  const NodeData data = (*this)[a];
  if (data.op == Op::divide) {
    if (const auto numerator = constant_value(data.a)) {
      return quotient(constant(factor * *numerator), data.b);
    }
  }
  if (factor == 1) return a;
  if (factor == -1) return unique(operation(Op::negate, a));
  return unique(operation(Op::multiply, constant(factor), a));
}

Node Graph::opposite(Node a) {
  return scale(-1, a);
}

Node Graph::sum(Node a, Node b) {
  if (constant_value(b)) std::swap(a, b);
  if (const auto value = constant_value(a)) {
    if (*value == 0) return b;
    const NodeData data = (*this)[b];
    if (data.op == Op::add) {
      if (const auto inner = constant_value(data.a)) {
        return binary(Op::add, constant(*value + *inner), data.b);
      }
    }
    return unique(operation(Op::add, a, b));
  }

  const Scaled left = scaled(a), right = scaled(b);
  if (left.node == right.node) return scale(left.factor + right.factor, left.node);

  // (p + q) + r: constants outwards, and r meets an equal term of the inner sum.
  for (const auto& [inner, r] : {std::pair{a, b}, std::pair{b, a}}) {
    const NodeData data = (*this)[inner];
    if (data.op != Op::add) continue;
    if (constant_value(data.a)) return binary(Op::add, data.a, binary(Op::add, data.b, r));
    const Scaled term = scaled(r);
    for (const auto& [p, q] : {std::pair{data.a, data.b}, std::pair{data.b, data.a}}) {
      const Scaled other = scaled(p);
      if (other.node == term.node) {
        return binary(Op::add, scale(other.factor + term.factor, term.node), q);
      }
    }
  }
  if (a > b) std::swap(a, b);
  return unique(operation(Op::add, a, b));
}

Node Graph::product(Node a, Node b) {
  if (constant_value(b)) std::swap(a, b);
  if (const auto factor = constant_value(a)) return scale(*factor, b);

  const Scaled left = scaled(a), right = scaled(b);
  if (left.factor != 1 || right.factor != 1) {
    return scale(left.factor * right.factor, binary(Op::multiply, left.node, right.node));
  }
  // (c/d) * r = c * (r/d)
  for (const auto& [inner, r] : {std::pair{a, b}, std::pair{b, a}}) {
    const NodeData data = (*this)[inner];
    if (data.op != Op::divide) continue;
    if (const auto numerator = constant_value(data.a)) {
      return scale(*numerator, binary(Op::divide, r, data.b));
    }
  }
  const Powered first = powered(a), second = powered(b);
  if (first.base == second.base) return whole_power(first.base, first.exponent + second.exponent);
  if (a > b) std::swap(a, b);
  return unique(operation(Op::multiply, a, b));
}

Node Graph::quotient(Node a, Node b) {
  // a/a is left alone: where a = 0 it is not 1.
  const auto numerator = constant_value(a), denominator = constant_value(b);
  if (numerator && *numerator == 0) return a;
  const Scaled left = scaled(a), right = scaled(b);
  if (denominator) {
    const double ratio = left.factor / *denominator;
    if (left.factor != 1 && std::isfinite(ratio) && ratio != 0) return scale(ratio, left.node);
    if (has_exact_reciprocal(*denominator)) return scale(1 / *denominator, a);
    return unique(operation(Op::divide, a, b));
  }
  if (numerator) {
    if (right.factor != 1) return quotient(constant(*numerator / right.factor), right.node);
    const NodeData below = (*this)[b];
    if (below.op == Op::divide) return scale(*numerator, binary(Op::divide, below.b, below.a));
    return unique(operation(Op::divide, a, b));
  }
  if (left.factor != 1 || has_exact_reciprocal(right.factor)) {
    if (left.factor != 1 || right.factor != 1) {
      return scale(left.factor / right.factor, binary(Op::divide, left.node, right.node));
    }
  }
  const NodeData above = (*this)[a], below = (*this)[b];
  if (above.op == Op::divide) return binary(Op::divide, above.a, binary(Op::multiply, above.b, b));
  if (below.op == Op::divide) return binary(Op::divide, binary(Op::multiply, a, below.b), below.a);
  return unique(operation(Op::divide, a, b));
}

Node Graph::power_of(Node a, Node b) {
  if (const auto exponent = constant_value(b)) {
    if (is_whole(*exponent)) return whole_power(a, *exponent);
    if (*exponent == 0.5) return unary(Op::sqrt, a);
    if (*exponent == -0.5) return binary(Op::divide, constant(1), unary(Op::sqrt, a));
  }
  if (is_constant(a, 1)) return a;
  if (is_constant(a, std::numbers::e)) return unary(Op::exp, b);
  return unique(operation(Op::power, a, b));
}

Node Graph::whole_power(Node a, double exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return a;
  if (exponent == -1) return binary(Op::divide, constant(1), a);
  const Scaled inner = scaled(a);
  if (inner.factor != 1) {
    const double factor = std::pow(inner.factor, exponent);
    if (std::isnormal(factor)) return scale(factor, whole_power(inner.node, exponent));
  }
  const Powered nested = powered(a);
  if (nested.exponent != 1 && is_whole(nested.exponent * exponent)) {
    return whole_power(nested.base, nested.exponent * exponent);
  }
  const NodeData data = (*this)[a];
  if (data.op == Op::abs && std::fmod(exponent, 2) == 0) return whole_power(data.a, exponent);
  if (exponent == 2) return unique(operation(Op::multiply, a, a));
  return unique(operation(Op::power, a, constant(exponent)));
}

Node Graph::function(Op op, Node a) {
  const Scaled argument = scaled(a);
  if (argument.factor < 0) {
    if (is_odd(op)) return opposite(unary(op, scale(-argument.factor, argument.node)));
    if (is_even(op)) return unary(op, scale(-argument.factor, argument.node));
  }
  const NodeData inner = (*this)[a];
  const bool square = inner.op == Op::multiply && inner.a == inner.b;
  if (op == Op::sqrt && square) return unary(Op::abs, inner.a);
  if (op == Op::log && inner.op == Op::exp) return inner.a;
  if (op == Op::abs && (square || inner.op == Op::abs || inner.op == Op::exp ||
                        inner.op == Op::sqrt || inner.op == Op::cosh)) {
    return a;
  }
  return unique(operation(op, a));
}

Node Graph::extremum(Op op, Node a, Node b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  return unique(operation(op, a, b));
}

}  // namespace engd::expr
