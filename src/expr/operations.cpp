// One row an operation: all that is known of it without looking at a formula. Derivatives are in
// derivative.cpp, changes f(v + d) - f(v) in change_functions.cpp, names of formulas in
// functions.cpp.
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "expr/graph.h"
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

struct Operation {
  Op op;
  const char* name;
  int operands;
  double (*value)(double a, double b);
  Parity parity = Parity::none;
  bool host_only = false;
};

constexpr auto even = Parity::even, odd = Parity::odd, none = Parity::none;

constexpr std::array operations{
    Operation{Op::constant, "constant", 0, nullptr},
    Operation{Op::leaf, "leaf", 0, nullptr},
    Operation{Op::add, "+", 2, [](double a, double b) { return a + b; }},
    Operation{Op::multiply, "*", 2, [](double a, double b) { return a * b; }},
    Operation{Op::divide, "/", 2, [](double a, double b) { return a / b; }},
    Operation{Op::power, "^", 2, [](double a, double b) { return std::pow(a, b); }},
    Operation{Op::negate, "-", 1, [](double a, double) { return -a; }},
    Operation{Op::sin, "sin", 1, [](double a, double) { return std::sin(a); }, odd},
    Operation{Op::cos, "cos", 1, [](double a, double) { return std::cos(a); }, even},
    Operation{Op::tan, "tan", 1, [](double a, double) { return std::tan(a); }, odd},
    Operation{Op::asin, "asin", 1, [](double a, double) { return std::asin(a); }, odd},
    Operation{Op::acos, "acos", 1, [](double a, double) { return std::acos(a); }},
    Operation{Op::atan, "atan", 1, [](double a, double) { return std::atan(a); }, odd},
    Operation{Op::sinh, "sinh", 1, [](double a, double) { return std::sinh(a); }, odd},
    Operation{Op::cosh, "cosh", 1, [](double a, double) { return std::cosh(a); }, even},
    Operation{Op::tanh, "tanh", 1, [](double a, double) { return std::tanh(a); }, odd},
    Operation{Op::exp, "exp", 1, [](double a, double) { return std::exp(a); }},
    Operation{Op::log, "log", 1, [](double a, double) { return std::log(a); }},
    Operation{Op::sqrt, "sqrt", 1, [](double a, double) { return std::sqrt(a); }},
    Operation{Op::abs, "abs", 1, [](double a, double) { return std::fabs(a); }, even},
    Operation{Op::sign, "sign", 1, [](double a, double) { return sign_of(a); }, odd},
    Operation{Op::erf, "erf", 1, [](double a, double) { return std::erf(a); }, odd},
    Operation{Op::min, "min", 2, smaller},
    Operation{Op::max, "max", 2, larger},
    Operation{Op::step, "step", 1, [](double a, double) { return a >= 0 ? 1.0 : 0.0; }},
    Operation{Op::asinh, "asinh", 1, [](double a, double) { return std::asinh(a); }, odd},
    Operation{Op::acosh, "acosh", 1, [](double a, double) { return std::acosh(a); }},
    Operation{Op::atanh, "atanh", 1, [](double a, double) { return std::atanh(a); }, odd},
    Operation{Op::expm1, "expm1", 1, [](double a, double) { return std::expm1(a); }},
    Operation{Op::log1p, "log1p", 1, [](double a, double) { return std::log1p(a); }},
    Operation{Op::erfc, "erfc", 1, [](double a, double) { return std::erfc(a); }},
    Operation{Op::cbrt, "cbrt", 1, [](double a, double) { return std::cbrt(a); }, odd},
    Operation{Op::floor, "floor", 1, [](double a, double) { return std::floor(a); }},
    Operation{Op::gamma, "gamma", 1, [](double a, double) { return std::tgamma(a); }, none, true},
    Operation{Op::atan2, "atan2", 2, [](double a, double b) { return std::atan2(a, b); }},
    Operation{Op::bessel_j, "bessel_j", 2, bessel_j, none, true},
    Operation{Op::bessel_y, "bessel_y", 2, bessel_y, none, true},
    Operation{Op::bessel_i, "bessel_i", 2, bessel_i, none, true},
    Operation{Op::bessel_k, "bessel_k", 2, bessel_k, none, true},
    Operation{Op::polygamma, "polygamma", 2, polygamma, none, true},
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
  return row(op).host_only;
}

}  // namespace engd::expr
