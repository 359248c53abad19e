// One row an operation: all that is known of it without looking at a formula. Changes
// f(v + d) - f(v) are in change_functions.cpp, names of formulas in functions.cpp.
#include "expr/operations.h"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "expr/special_values.h"

namespace engd::expr {

namespace {

// NaN stays NaN in both.
double smaller(double a, double b) {
  return b < a ? b : (a <= b ? a : a + b);
}
double larger(double a, double b) {
  return b > a ? b : (a >= b ? a : a + b);
}
double sign_of(double a) {
  return a > 0 ? 1 : (a < 0 ? -1 : a);
}

using Value = double (*)(double a, double b);
/// f'(a) for a function of one number; `f` is the node of f(a) itself, which many rules reuse.
using Slope = Node (*)(Graph& g, Node a, Node f);
/// The derivative of any other operation f on a and b, which have the derivatives da and db.
using Rule = Node (*)(Graph& g, Node f, Node da, Node db);

Node number(Graph& g, double value) {
  return g.constant(value);
}
Node square(Graph& g, Node a) {
  return g.multiply(a, a);
}
/// 1/sqrt(1 - a^2) and the like.
Node over_root(Graph& g, double numerator, Node radicand) {
  return g.divide(number(g, numerator), g.unary(Op::sqrt, radicand));
}
Node bell(Graph& g, double factor, Node a) {
  return g.multiply(number(g, factor * 2 * std::numbers::inv_sqrtpi),
                    g.unary(Op::exp, g.negate(square(g, a))));
}
Node nowhere(Graph& g, Node, Node) {
  return number(g, 0);  // wherever there is a derivative
}

/// d(a^b): without a logarithm where the exponent is constant, so that u^4 is harmless at u = 0.
Node of_power(Graph& g, Node f, Node da, Node db) {
  const Node a = g[f].a, b = g[f].b;
  Node result = number(g, 0);
  if (g.constant_value(da) != 0.0) {
    const Node lowered = g.power(a, g.subtract(b, number(g, 1)));
    result = g.multiply(g.multiply(b, lowered), da);
  }
  if (g.constant_value(db) != 0.0) {
    result = g.add(result, g.multiply(g.multiply(f, g.unary(Op::log, a)), db));
  }
  return result;
}

/// d min(a,b) = s da + (1-s) db with s = 1 where a <= b; d max the same with s = 1 where a >= b.
Node of_extremum(Graph& g, Node f, Node da, Node db) {
  const NodeData data = g[f];
  const Node choice = g.unary(
      Op::step, data.op == Op::min ? g.subtract(data.b, data.a) : g.subtract(data.a, data.b));
  return g.add(g.multiply(choice, da), g.multiply(g.subtract(number(g, 1), choice), db));
}

/// d atan2(a, b) = (b da - a db) / (a^2 + b^2).
Node of_angle(Graph& g, Node f, Node da, Node db) {
  const Node a = g[f].a, b = g[f].b;
  const Node sum = g.add(square(g, a), square(g, b));
  return g.divide(g.subtract(g.multiply(b, da), g.multiply(a, db)), sum);
}

double order_of(const Graph& g, const NodeData& data) {
  const auto order = g.constant_value(data.a);
  if (!order)
    throw std::logic_error(std::string("no derivative of the operation ") + function_name(data.op));
  return *order;
}

/// The functions of the order n have f_n' = (below f_(n-1) + above f_(n+1)) / 2; f_(-1) is below
/// times above times f_1 for J and Y, f_1 for I and K. So f_0' = above f_1 for all of them.
template <int below, int above>
Node of_bessel(Graph& g, Node f, Node, Node db) {
  const NodeData data = g[f];
  const double n = order_of(g, data);
  const Node higher = g.multiply(number(g, above), g.binary(data.op, number(g, n + 1), data.b));
  if (n == 0) return g.multiply(higher, db);
  const Node lower = g.multiply(number(g, below), g.binary(data.op, number(g, n - 1), data.b));
  return g.multiply(g.multiply(number(g, 0.5), g.add(lower, higher)), db);
}

Node of_polygamma(Graph& g, Node f, Node, Node db) {
  const NodeData data = g[f];
  const double order = order_of(g, data);
  return g.multiply(g.binary(Op::polygamma, number(g, order + 1), data.b), db);
}

struct Operation {
  Op op;
  const char* name;
  int operands;
  Value value;
  Rule rule = nullptr;  ///< one of both, but for leaves
  Slope slope = nullptr;
  Parity parity = Parity::none;
  const char* on_card = nullptr;  ///< the name in kernels; null: cards do not have the function
};

/// A function that is there: an operation without its value or its derivative does not compile.
template <typename Function>
concept Given = !std::is_null_pointer_v<Function>;

constexpr Operation leaf(Op op, const char* name) {
  return {op, name, 0, nullptr};
}
constexpr Operation operation(Op op, const char* name, int operands, Given auto value,
                              Given auto rule, const char* on_card) {
  return {op, name, operands, value, rule, nullptr, Parity::none, on_card};
}
constexpr Operation operation(Op op, const char* name, int operands, Given auto value,
                              Given auto rule) {
  return operation(op, name, operands, value, rule, name);
}
constexpr Operation function(Op op, const char* name, Parity parity, Given auto value,
                             Given auto slope, const char* on_card) {
  return {op, name, 1, value, nullptr, slope, parity, on_card};
}
constexpr Operation function(Op op, const char* name, Parity parity, Given auto value,
                             Given auto slope) {
  return function(op, name, parity, value, slope, name);
}

constexpr auto even = Parity::even, odd = Parity::odd, none = Parity::none;
using G = Graph&;

constexpr std::array operations{
    leaf(Op::constant, "constant"),
    leaf(Op::leaf, "leaf"),
    operation(
        Op::add, "+", 2, [](double a, double b) { return a + b; },
        [](G g, Node, Node da, Node db) { return g.add(da, db); }),
    operation(
        Op::multiply, "*", 2, [](double a, double b) { return a * b; },
        [](G g, Node f, Node da, Node db) {
          const Node a = g[f].a, b = g[f].b;
          return g.add(g.multiply(da, b), g.multiply(a, db));
        }),
    operation(
        Op::divide, "/", 2, [](double a, double b) { return a / b; },
        [](G g, Node f, Node da, Node db) {  // (a/b)' = (a' - (a/b) b') / b
          const Node b = g[f].b;
          return g.divide(g.subtract(da, g.multiply(f, db)), b);
        }),
    operation(
        Op::power, "^", 2, [](double a, double b) { return std::pow(a, b); }, of_power),
    operation(
        Op::negate, "-", 1, [](double a, double) { return -a; },
        [](G g, Node, Node da, Node) { return g.negate(da); }),
    function(
        Op::sin, "sin", odd, [](double a, double) { return std::sin(a); },
        [](G g, Node a, Node) { return g.unary(Op::cos, a); }),
    function(
        Op::cos, "cos", even, [](double a, double) { return std::cos(a); },
        [](G g, Node a, Node) { return g.negate(g.unary(Op::sin, a)); }),
    function(
        Op::tan, "tan", odd, [](double a, double) { return std::tan(a); },
        [](G g, Node, Node f) { return g.add(number(g, 1), square(g, f)); }),
    function(
        Op::asin, "asin", odd, [](double a, double) { return std::asin(a); },
        [](G g, Node a, Node) { return over_root(g, 1, g.subtract(number(g, 1), square(g, a))); }),
    function(
        Op::acos, "acos", none, [](double a, double) { return std::acos(a); },
        [](G g, Node a, Node) { return over_root(g, -1, g.subtract(number(g, 1), square(g, a))); }),
    function(
        Op::atan, "atan", odd, [](double a, double) { return std::atan(a); },
        [](G g, Node a, Node) {
          return g.divide(number(g, 1), g.add(number(g, 1), square(g, a)));
        }),
    function(
        Op::sinh, "sinh", odd, [](double a, double) { return std::sinh(a); },
        [](G g, Node a, Node) { return g.unary(Op::cosh, a); }),
    function(
        Op::cosh, "cosh", even, [](double a, double) { return std::cosh(a); },
        [](G g, Node a, Node) { return g.unary(Op::sinh, a); }),
    function(
        Op::tanh, "tanh", odd, [](double a, double) { return std::tanh(a); },
        [](G g, Node, Node f) { return g.subtract(number(g, 1), square(g, f)); }),
    function(
        Op::exp, "exp", none, [](double a, double) { return std::exp(a); },
        [](G, Node, Node f) { return f; }),
    function(
        Op::log, "log", none, [](double a, double) { return std::log(a); },
        [](G g, Node a, Node) { return g.divide(number(g, 1), a); }),
    function(
        Op::sqrt, "sqrt", none, [](double a, double) { return std::sqrt(a); },
        [](G g, Node, Node f) { return g.divide(number(g, 0.5), f); }),
    function(
        Op::abs, "abs", even, [](double a, double) { return std::fabs(a); },
        [](G g, Node a, Node) { return g.unary(Op::sign, a); }, "fabs"),
    function(
        Op::sign, "sign", odd, [](double a, double) { return sign_of(a); }, nowhere, "sign_of"),
    function(
        Op::erf, "erf", odd, [](double a, double) { return std::erf(a); },
        [](G g, Node a, Node) { return bell(g, 1, a); }),
    operation(Op::min, "min", 2, smaller, of_extremum, "least_of"),
    operation(Op::max, "max", 2, larger, of_extremum, "largest_of"),
    function(
        Op::step, "step", none, [](double a, double) { return a >= 0 ? 1.0 : 0.0; }, nowhere,
        "step_of"),
    function(
        Op::asinh, "asinh", odd, [](double a, double) { return std::asinh(a); },
        [](G g, Node a, Node) { return over_root(g, 1, g.add(number(g, 1), square(g, a))); }),
    function(
        Op::acosh, "acosh", none, [](double a, double) { return std::acosh(a); },
        [](G g, Node a, Node) {  // 1 - a^2 would lose digits next to 1, here and in atanh
          const Node one = number(g, 1);
          return over_root(g, 1, g.multiply(g.subtract(a, one), g.add(a, one)));
        }),
    function(
        Op::atanh, "atanh", odd, [](double a, double) { return std::atanh(a); },
        [](G g, Node a, Node) {
          const Node one = number(g, 1);
          return g.divide(one, g.multiply(g.subtract(one, a), g.add(one, a)));
        }),
    function(
        Op::expm1, "expm1", none, [](double a, double) { return std::expm1(a); },
        [](G g, Node a, Node) { return g.unary(Op::exp, a); }),
    function(
        Op::log1p, "log1p", none, [](double a, double) { return std::log1p(a); },
        [](G g, Node a, Node) { return g.divide(number(g, 1), g.add(number(g, 1), a)); }),
    function(
        Op::erfc, "erfc", none, [](double a, double) { return std::erfc(a); },
        [](G g, Node a, Node) { return bell(g, -1, a); }),
    function(
        Op::cbrt, "cbrt", odd, [](double a, double) { return std::cbrt(a); },
        [](G g, Node, Node f) {
          return g.divide(number(g, 1), g.multiply(number(g, 3), square(g, f)));
        }),
    function(
        Op::floor, "floor", none, [](double a, double) { return std::floor(a); }, nowhere),
    function(
        Op::gamma, "gamma", none, [](double a, double) { return std::tgamma(a); },
        [](G g, Node a, Node f) { return g.multiply(f, g.binary(Op::polygamma, number(g, 0), a)); },
        nullptr),
    operation(
        Op::atan2, "atan2", 2, [](double a, double b) { return std::atan2(a, b); }, of_angle),
    operation(Op::bessel_j, "bessel_j", 2, bessel_j, of_bessel<1, -1>, nullptr),
    operation(Op::bessel_y, "bessel_y", 2, bessel_y, of_bessel<1, -1>, nullptr),
    operation(Op::bessel_i, "bessel_i", 2, bessel_i, of_bessel<1, 1>, nullptr),
    operation(Op::bessel_k, "bessel_k", 2, bessel_k, of_bessel<-1, -1>, nullptr),
    operation(Op::polygamma, "polygamma", 2, polygamma, of_polygamma, nullptr),
};

constexpr bool in_order() {
  for (std::size_t k = 0; k < operations.size(); ++k) {
    if (static_cast<std::size_t>(operations[k].op) != k) return false;
  }
  return true;
}
static_assert(in_order(), "row k of the table is the one of the k-th operation");

const Operation& row(Op op) {
  return operations.at(static_cast<std::size_t>(op));
}

}  // namespace

double apply(Op op, double a, double b) {
  const Operation& operation = row(op);
  if (operation.value == nullptr) {
    throw std::logic_error(std::string("apply: a leaf has no operands: ") + operation.name);
  }
  return operation.value(a, b);
}

int operand_count(Op op) {
  return row(op).operands;
}

const char* function_name(Op op) {
  return row(op).name;
}

Parity parity(Op op) {
  return row(op).parity;
}

bool on_host_only(Op op) {
  return row(op).operands > 0 && row(op).on_card == nullptr;
}

const char* card_name(Op op) {
  return row(op).on_card;
}

Node derivative_of(Graph& graph, Node f, Node da, Node db) {
  const NodeData data = graph[f];
  const Operation& operation = row(data.op);
  if (operation.slope) return graph.multiply(operation.slope(graph, data.a, f), da);
  if (operation.rule) return operation.rule(graph, f, da, db);
  throw std::logic_error(std::string("no derivative of the operation ") + operation.name);
}

}  // namespace engd::expr
