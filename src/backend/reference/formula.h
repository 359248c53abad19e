#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "backend/reference/dual.h"
#include "expr/graph.h"
#include "expr/special_values.h"

namespace engd::reference {

/// A formula at one point by recursion; `value` gives that of a leaf.
template <typename T>
T evaluate(const expr::Graph& graph, expr::Node f, const std::function<T(const expr::Leaf&)>& value,
           std::map<expr::Node, T>& known) {
  using expr::Op;
  if (const auto found = known.find(f); found != known.end()) return found->second;
  const expr::NodeData& data = graph[f];
  const T a = data.a >= 0 ? evaluate(graph, data.a, value, known) : T(0.0);
  const T b = data.b >= 0 ? evaluate(graph, data.b, value, known) : T(0.0);
  const double x = value_of(a), y = value_of(b);
  const auto of_a = [&](double value, double slope) { return chain(a, value, slope); };
  // Bessel functions f of the order x: f' = (below f_(x-1) + above f_(x+1)) / 2, f_(-1) = +-f_1.
  const auto of_b = [&](double (*bessel)(double, double), double below, double above) {
    const double neighbours = below * bessel(std::fabs(x - 1), y) + above * bessel(x + 1, y);
    return chain(b, bessel(x, y), neighbours / 2);
  };
  T result = 0.0;
  switch (data.op) {
    case Op::constant:
      result = data.value;
      break;
    case Op::leaf:
      result = value(data.leaf);
      break;
    case Op::add:
      result = a + b;
      break;
    case Op::multiply:
      result = a * b;
      break;
    case Op::divide:
      result = a / b;
      break;
    case Op::negate:
      result = T(0.0) - a;
      break;
    case Op::power: {
      const double power = std::pow(x, y);
      result = of_a(power, y == 0 ? 0.0 : y * std::pow(x, y - 1));
      if (data.b >= 0 && graph[data.b].op != Op::constant)
        result = result + chain(b, power, power * std::log(x)) - T(power);
      break;
    }
    case Op::sin:
      result = of_a(std::sin(x), std::cos(x));
      break;
    case Op::cos:
      result = of_a(std::cos(x), -std::sin(x));
      break;
    case Op::tan:
      result = of_a(std::tan(x), 1 + std::tan(x) * std::tan(x));
      break;
    case Op::asin:
      result = of_a(std::asin(x), 1 / std::sqrt(1 - x * x));
      break;
    case Op::acos:
      result = of_a(std::acos(x), -1 / std::sqrt(1 - x * x));
      break;
    case Op::atan:
      result = of_a(std::atan(x), 1 / (1 + x * x));
      break;
    case Op::sinh:
      result = of_a(std::sinh(x), std::cosh(x));
      break;
    case Op::cosh:
      result = of_a(std::cosh(x), std::sinh(x));
      break;
    case Op::tanh:
      result = of_a(std::tanh(x), 1 - std::tanh(x) * std::tanh(x));
      break;
    case Op::exp:
      result = of_a(std::exp(x), std::exp(x));
      break;
    case Op::log:
      result = of_a(std::log(x), 1 / x);
      break;
    case Op::sqrt:
      result = of_a(std::sqrt(x), 0.5 / std::sqrt(x));
      break;
    case Op::abs:
      result = of_a(std::fabs(x), x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0);
      break;
    case Op::sign:
      result = of_a(x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0, 0.0);
      break;
    case Op::erf:
      result = of_a(std::erf(x), 2 * std::numbers::inv_sqrtpi * std::exp(-x * x));
      break;
    case Op::min:
      result = x <= y ? a : b;
      break;
    case Op::max:
      result = x >= y ? a : b;
      break;
    case Op::step:
      result = of_a(x >= 0 ? 1.0 : 0.0, 0.0);
      break;
    case Op::asinh:
      result = of_a(std::asinh(x), 1 / std::sqrt(1 + x * x));
      break;
    case Op::acosh:
      result = of_a(std::acosh(x), 1 / std::sqrt(x * x - 1));
      break;
    case Op::atanh:
      result = of_a(std::atanh(x), 1 / (1 - x * x));
      break;
    case Op::expm1:
      result = of_a(std::expm1(x), std::exp(x));
      break;
    case Op::log1p:
      result = of_a(std::log1p(x), 1 / (1 + x));
      break;
    case Op::erfc:
      result = of_a(std::erfc(x), -2 * std::numbers::inv_sqrtpi * std::exp(-x * x));
      break;
    case Op::cbrt:
      result = of_a(std::cbrt(x), 1 / (3 * std::cbrt(x) * std::cbrt(x)));
      break;
    case Op::floor:
      result = of_a(std::floor(x), 0.0);
      break;
    case Op::atan2:
      result =
          chain(a, std::atan2(x, y), y / (x * x + y * y)) + chain(b, 0.0, -x / (x * x + y * y));
      break;
    case Op::gamma:
      result = of_a(std::tgamma(x), std::tgamma(x) * expr::polygamma(0, x));
      break;
    case Op::bessel_j:
      result = of_b(expr::bessel_j, x == 0 ? -1 : 1, -1);
      break;
    case Op::bessel_y:
      result = of_b(expr::bessel_y, x == 0 ? -1 : 1, -1);
      break;
    case Op::bessel_i:
      result = of_b(expr::bessel_i, 1, 1);
      break;
    case Op::bessel_k:
      result = of_b(expr::bessel_k, -1, -1);
      break;
    case Op::polygamma:
      result = chain(b, expr::polygamma(x, y), expr::polygamma(x + 1, y));
      break;
  }
  known[f] = result;
  return result;
}

}  // namespace engd::reference
