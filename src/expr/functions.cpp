#include "expr/functions.h"

#include <algorithm>
#include <array>
#include <climits>
#include <numbers>

namespace engd::expr {

namespace {

constexpr int any = INT_MAX;

using Nodes = std::span<const Node>;

Node over(Graph& g, Op op, Node a) {
  return g.divide(g.constant(1), g.unary(op, a));
}
Node hypotenuse(Graph& g, Nodes a) {
  return g.unary(Op::sqrt, g.add(g.multiply(a[0], a[0]), g.multiply(a[1], a[1])));
}
template <Op op, int order>
Node of_order(Graph& g, Nodes a) {
  return g.binary(op, g.constant(order), a[0]);
}

/// Names that files may already give to something else.
constexpr BuiltinFunction unreserved(std::string_view name, Op op) {
  BuiltinFunction function{name, Builtin::elementary, op};
  function.reserved = false;
  return function;
}
constexpr BuiltinFunction composed(std::string_view name, Node (*formula)(Graph&, Nodes),
                                   int arguments = 1, std::string_view usage = {}) {
  BuiltinFunction function{name, Builtin::composed, Op::add, arguments, arguments, usage, formula};
  function.reserved = false;
  return function;
}
constexpr BuiltinFunction of_coordinates(BuiltinFunction function) {
  function.of_coordinates = true;
  return function;
}

constexpr std::array functions{
    BuiltinFunction{"sin", Builtin::elementary, Op::sin},
    BuiltinFunction{"cos", Builtin::elementary, Op::cos},
    BuiltinFunction{"tan", Builtin::elementary, Op::tan},
    BuiltinFunction{"asin", Builtin::elementary, Op::asin},
    BuiltinFunction{"acos", Builtin::elementary, Op::acos},
    BuiltinFunction{"atan", Builtin::elementary, Op::atan},
    BuiltinFunction{"sinh", Builtin::elementary, Op::sinh},
    BuiltinFunction{"cosh", Builtin::elementary, Op::cosh},
    BuiltinFunction{"tanh", Builtin::elementary, Op::tanh},
    BuiltinFunction{"exp", Builtin::elementary, Op::exp},
    BuiltinFunction{"log", Builtin::elementary, Op::log},
    BuiltinFunction{"sqrt", Builtin::elementary, Op::sqrt},
    BuiltinFunction{"abs", Builtin::elementary, Op::abs},
    BuiltinFunction{"sign", Builtin::elementary, Op::sign},
    BuiltinFunction{"erf", Builtin::elementary, Op::erf},
    BuiltinFunction{"pow", Builtin::pow, Op::power, 2, 2, "pow(base, exponent)"},
    BuiltinFunction{"min", Builtin::min, Op::min, 2, any, "min(a, b, ...)"},
    BuiltinFunction{"max", Builtin::max, Op::max, 2, any, "max(a, b, ...)"},
    BuiltinFunction{"sum", Builtin::sum, Op::add, 1, 4, "sum(x[i]) or sum(x[i], i, 1, 5)"},
    BuiltinFunction{"prod", Builtin::prod, Op::multiply, 1, 4, "prod(x[i]) or prod(x[i], i, 1, 5)"},
    BuiltinFunction{"diff", Builtin::diff, Op::add, 2, any,
                    "diff(u, x), diff(u, x, 2) or diff(u, x, y)"},
    BuiltinFunction{"grad", Builtin::grad, Op::add, 1, 1, "grad(u)"},
    BuiltinFunction{"div", Builtin::div, Op::add, 1, 1, "div(grad(u))"},
    BuiltinFunction{"laplacian", Builtin::laplacian, Op::add, 1, 1, "laplacian(u)"},
    BuiltinFunction{"dot", Builtin::dot, Op::add, 2, 2, "dot(a, b)"},
    BuiltinFunction{"norm", Builtin::norm, Op::add, 1, 1, "norm(a)"},
    BuiltinFunction{"norm2", Builtin::norm2, Op::add, 1, 1, "norm2(a), the square of norm(a)"},
    BuiltinFunction{"dn", Builtin::dn, Op::add, 1, 1, "dn(u)"},
    BuiltinFunction{"shift", Builtin::shift, Op::add, 1, 1, "shift(u)"},
    BuiltinFunction{"jump", Builtin::jump, Op::add, 1, 1, "jump(u), which is shift(u) - u"},
    unreserved("asinh", Op::asinh),
    unreserved("acosh", Op::acosh),
    unreserved("atanh", Op::atanh),
    unreserved("expm1", Op::expm1),
    unreserved("log1p", Op::log1p),
    unreserved("erfc", Op::erfc),
    unreserved("cbrt", Op::cbrt),
    composed("sech", [](Graph& g, Nodes a) { return over(g, Op::cosh, a[0]); }),
    composed("csch", [](Graph& g, Nodes a) { return over(g, Op::sinh, a[0]); }),
    composed("coth", [](Graph& g, Nodes a) { return over(g, Op::tanh, a[0]); }),
    composed("log10",
             [](Graph& g, Nodes a) {
               return g.multiply(g.constant(std::numbers::log10e), g.unary(Op::log, a[0]));
             }),
    composed("exp2", [](Graph& g, Nodes a) { return g.power(g.constant(2), a[0]); }),
    composed(
        "atan2", [](Graph& g, Nodes a) { return g.binary(Op::atan2, a[0], a[1]); }, 2,
        "atan2(y, x)"),
    composed("hypot", hypotenuse, 2, "hypot(a, b)"),
    of_coordinates(unreserved("heaviside", Op::step)),
    of_coordinates(unreserved("floor", Op::floor)),
    of_coordinates(composed("J0", of_order<Op::bessel_j, 0>)),
    of_coordinates(composed("J1", of_order<Op::bessel_j, 1>)),
    of_coordinates(composed("Y0", of_order<Op::bessel_y, 0>)),
    of_coordinates(composed("Y1", of_order<Op::bessel_y, 1>)),
    of_coordinates(composed("I0", of_order<Op::bessel_i, 0>)),
    of_coordinates(composed("I1", of_order<Op::bessel_i, 1>)),
    of_coordinates(composed("K0", of_order<Op::bessel_k, 0>)),
    of_coordinates(composed("K1", of_order<Op::bessel_k, 1>)),
    of_coordinates(unreserved("gamma", Op::gamma)),
};

}  // namespace

const BuiltinFunction* find_builtin(std::string_view name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const BuiltinFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

bool is_builtin(std::string_view name) {
  const BuiltinFunction* found = find_builtin(name);
  return found != nullptr && found->reserved;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinFunction& function : functions) names.emplace_back(function.name);
  return names;
}

}  // namespace engd::expr
