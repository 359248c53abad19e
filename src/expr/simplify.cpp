// Simplification while building. Each rule looks one level down only, so making a node is cheap and
// never recurses deeply. A normal form is not the aim: constants in front and merged, signs pulled
// outwards, operands ordered, equal terms and factors collected.
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

#include "expr/graph.h"

namespace engd::expr {

namespace {

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
  if (op == Op::add) return sum(a, b);
  if (op == Op::multiply) return product(a, b);
  if (op == Op::divide) return quotient(a, b);
  if (op == Op::power) return power_of(a, b);
  if (op == Op::min || op == Op::max) return extremum(op, a, b);
  assert(operand_count(op) == 2);
  return unique(operation(op, a, b));
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

  // Constants outwards: (c + q) + r = c + (q + r).
  for (const auto& [inner, r] : {std::pair{a, b}, std::pair{b, a}}) {
    const NodeData data = (*this)[inner];
    if (data.op == Op::add && constant_value(data.a)) {
      return binary(Op::add, data.a, binary(Op::add, data.b, r));
    }
  }
  if (const Node merged = merged_terms(a, b); merged >= 0) return merged;
  if (a > b) std::swap(a, b);
  return unique(operation(Op::add, a, b));
}

/// The terms of a sum of sums, or the factors of a product of products; empty when there are many,
/// so that long sums stay cheap to build.
std::vector<Node> Graph::operands(Op op, Node a, Node b) const {
  std::vector<Node> pending{b, a}, found;
  while (!pending.empty()) {
    const Node n = pending.back();
    pending.pop_back();
    const NodeData& data = (*this)[n];
    if (data.op == op && data.a != data.b) {  // x*x is one factor, a power of x
      pending.push_back(data.b);
      pending.push_back(data.a);
    } else {
      found.push_back(n);
    }
    if (found.size() + pending.size() > 8) return {};
  }
  return found;
}

/// a + b where a term of a meets an equal term of b, or -1.
Node Graph::merged_terms(Node a, Node b) {
  std::vector<Node> terms = operands(Op::add, a, b);
  if (terms.size() < 3) return -1;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      const Scaled left = scaled(terms[i]), right = scaled(terms[j]);
      if (left.node != right.node) continue;
      terms[i] = scale(left.factor + right.factor, left.node);
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
      Node total = terms[0];
      for (std::size_t k = 1; k < terms.size(); ++k) total = binary(Op::add, total, terms[k]);
      return total;
    }
  }
  return -1;
}

/// a * b where a factor of a and one of b are powers of the same base, or -1.
Node Graph::merged_factors(Node a, Node b) {
  std::vector<Node> factors = operands(Op::multiply, a, b);
  if (factors.size() < 3) return -1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    for (std::size_t j = i + 1; j < factors.size(); ++j) {
      const Powered left = powered(factors[i]), right = powered(factors[j]);
      if (left.base != right.base) continue;
      factors[i] = whole_power(left.base, left.exponent + right.exponent);
      factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(j));
      Node total = factors[0];
      for (std::size_t k = 1; k < factors.size(); ++k) {
        total = binary(Op::multiply, total, factors[k]);
      }
      return total;
    }
  }
  return -1;
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
  if (const Node merged = merged_factors(a, b); merged >= 0) return merged;
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
    if (parity(op) == Parity::odd)
      return opposite(unary(op, scale(-argument.factor, argument.node)));
    if (parity(op) == Parity::even) return unary(op, scale(-argument.factor, argument.node));
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
