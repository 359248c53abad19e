// Changes of sums, products, powers and functions of two numbers; those of one number are in
// change_functions.cpp. In the comments a becomes a + d, and its rest is r; so d - r is linear.
#include "expr/change.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace engd::expr {

namespace {

bool is_zero(const Graph& g, Node n) {
  return g.constant_value(n) == 0.0;
}

Change constant(Graph& g, double value) {
  const Node zero = g.constant(0);
  return {g.constant(value), zero, zero};
}

Change negated(Graph& g, const Change& a) {
  return {g.negate(a.value), g.negate(a.difference), g.negate(a.rest)};
}

/// a^n for a whole n, by repeated squaring.
Change whole_power(Graph& g, const Change& a, double n) {
  Change result = constant(g, 1), square = a;
  for (auto rest = static_cast<unsigned>(std::fabs(n)); rest != 0; rest >>= 1) {
    if ((rest & 1u) != 0) result = change_of_product(g, result, square);
    if (rest > 1) square = change_of_product(g, square, square);
  }
  return n < 0 ? change_of_quotient(g, constant(g, 1), result) : result;
}

/// a^c = (a (1 + q))^c with q = d/a, for c < 2. Where a and d are both 0 the quotient is 0 as well,
/// by a number that changes nothing elsewhere: there the power and its slope are 0 for c > 1.
Change real_power(Graph& g, const Change& a, double c) {
  const Node base = g.add(a.value, g.constant(1e-150)), exponent = g.constant(c);
  const Node p = g.power(base, exponent), zero = g.constant(0);
  // rounding does not make a + d negative
  const Node q = g.binary(Op::max, g.constant(-1 + 0x1p-53), g.divide(a.difference, base));
  // (1 + q)^c - 1 is expm1(c log1p(q)), and (1 + q)^c - 1 - c q the rest of that
  const Change log = change_of_function(g, Op::log1p, {zero, q, zero});
  const Change scaled{zero, g.multiply(exponent, log.difference), g.multiply(exponent, log.rest)};
  const Change ratio = change_of_function(g, Op::expm1, scaled);
  const Node slope = g.multiply(exponent, g.divide(p, base));
  return {p, g.multiply(p, ratio.difference),
          g.add(g.multiply(p, ratio.rest), g.multiply(slope, a.rest))};
}

/// a^c: whole powers as products, and one more below 2.
Change constant_power(Graph& g, const Change& a, double c) {
  if (c == std::nearbyint(c) && std::fabs(c) <= 1024) return whole_power(g, a, c);
  const double whole = c > 2 && c < 1024 ? std::floor(c) - 1 : 0;
  const Change rest = real_power(g, a, c - whole);
  return whole > 0 ? change_of_product(g, whole_power(g, a, whole), rest) : rest;
}

/// max(a, b) = b + max(w, 0) with w = a - b. Where w keeps its sign s, so does what max takes of
/// it.
Change larger(Graph& g, const Change& a, const Change& b) {
  const Change w = change_of_sum(g, a, negated(g, b));
  const Node one = g.constant(1), two = g.constant(2);
  const Node taken = g.unary(Op::step, w.value), s = g.subtract(g.multiply(two, taken), one);
  const Node moved = g.add(w.value, w.difference);
  const Node kink = g.binary(Op::max, g.constant(0), g.negate(g.multiply(s, moved)));
  const auto part = [&](Node of_b, Node of_w) {
    return g.add(of_b, g.add(g.multiply(taken, of_w), kink));
  };
  return {g.binary(Op::max, a.value, b.value), part(b.difference, w.difference),
          part(b.rest, w.rest)};
}

/// The angle between both directions, and whole turns where it crosses the cut.
Change angle(Graph& g, const Change& a, const Change& b) {
  const Node moved_a = g.add(a.value, a.difference), moved_b = g.add(b.value, b.difference);
  const Node cross =
      g.subtract(g.multiply(b.value, a.difference), g.multiply(a.value, b.difference));
  const Node dot = g.add(g.multiply(a.value, moved_a), g.multiply(b.value, moved_b));
  const Node between = g.binary(Op::atan2, cross, dot);
  const Node value = g.binary(Op::atan2, a.value, b.value);
  const Node direct = g.subtract(g.binary(Op::atan2, moved_a, moved_b), value);
  const Node turn = g.constant(2 * std::numbers::pi);
  const Node turns =
      g.unary(Op::floor, g.add(g.constant(0.5), g.divide(g.subtract(direct, between), turn)));
  const Node difference = g.add(between, g.multiply(turn, turns));
  const Node square = g.add(g.multiply(a.value, a.value), g.multiply(b.value, b.value));
  const Node linear = g.divide(g.subtract(g.multiply(b.value, g.subtract(a.difference, a.rest)),
                                          g.multiply(a.value, g.subtract(b.difference, b.rest))),
                               square);
  return {value, difference, g.subtract(difference, linear)};
}

Change of_two(Graph& g, Op op, const Change& a, const Change& b) {
  if (op == Op::add) return change_of_sum(g, a, b);
  if (op == Op::multiply) return change_of_product(g, a, b);
  if (op == Op::divide) return change_of_quotient(g, a, b);
  if (op == Op::power) return change_of_power(g, a, b);
  if (op == Op::max) return larger(g, a, b);
  if (op == Op::min) return negated(g, larger(g, negated(g, a), negated(g, b)));
  if (op == Op::atan2) return angle(g, a, b);
  throw std::logic_error(std::string("no change of the operation ") + function_name(op));
}

}  // namespace

Change change_of_sum(Graph& g, const Change& a, const Change& b) {
  return {g.add(a.value, b.value), g.add(a.difference, b.difference), g.add(a.rest, b.rest)};
}

Change change_of_product(Graph& g, const Change& a, const Change& b) {
  const Node both = g.multiply(a.difference, b.difference);
  const auto part = [&](Node of_a, Node of_b) {
    return g.add(g.add(g.multiply(of_a, b.value), g.multiply(a.value, of_b)), both);
  };
  return {g.multiply(a.value, b.value), part(a.difference, b.difference), part(a.rest, b.rest)};
}

/// q = a/b: (q + dq) (b + db) = a + da.
Change change_of_quotient(Graph& g, const Change& a, const Change& b) {
  const Node q = g.divide(a.value, b.value);
  const auto left = [&](Node of_a, Node of_b) { return g.subtract(of_a, g.multiply(q, of_b)); };
  const Node difference = g.divide(left(a.difference, b.difference), g.add(b.value, b.difference));
  const Node rest =
      g.divide(g.subtract(left(a.rest, b.rest), g.multiply(difference, b.difference)), b.value);
  return {q, difference, rest};
}

/// a^b = exp(b log(a)) where the exponent is no number.
Change change_of_power(Graph& g, const Change& a, const Change& b) {
  const auto exponent = g.constant_value(b.value);
  Change result;
  if (exponent && is_zero(g, b.difference)) {
    result = constant_power(g, a, *exponent);
  } else {
    const Change log = change_of_function(g, Op::log, a);
    result = change_of_function(g, Op::exp, change_of_product(g, b, log));
  }
  result.value = g.power(a.value, b.value);
  return result;
}

namespace {

Change of_operation(Graph& g, const NodeData& data, const Change& a, const Change* b) {
  const Node zero = g.constant(0);
  const auto at = [&](Node of_a, Node of_b) {
    return b == nullptr ? g.unary(data.op, of_a) : g.binary(data.op, of_a, of_b);
  };
  const Node value = at(a.value, b == nullptr ? -1 : b->value);
  if (a.difference == zero && (b == nullptr || b->difference == zero))
    return {value, zero, zero, value};
  Change result = b == nullptr ? change_of_function(g, data.op, a) : of_two(g, data.op, a, *b);
  result.moved = at(a.moved, b == nullptr ? -1 : b->moved);
  return result;
}

}  // namespace

Change change(Graph& graph, Node f, const std::function<Change(Node leaf)>& of_leaf) {
  const Node zero = graph.constant(0);
  std::unordered_map<Node, Change> changes;
  for (const Node n : reachable(graph, {f})) {
    const NodeData data = graph[n];
    if (data.op == Op::constant) {
      changes[n] = {n, zero, zero, n};
    } else if (operand_count(data.op) == 0) {
      Change& leaf = changes[n] = of_leaf(n);
      if (leaf.moved < 0) leaf.moved = graph.add(leaf.value, leaf.difference);
    } else {
      const Change a = changes.at(data.a);
      const auto b = changes.find(data.b);
      changes[n] = of_operation(graph, data, a, b == changes.end() ? nullptr : &b->second);
    }
  }
  return changes.at(f);
}

}  // namespace engd::expr
