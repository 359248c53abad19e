#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "expr/parser.h"
#include "expr/tape.h"

namespace engd::expr::testing {

/// The scope most tests use: the plane, two unknowns, a constant and two functions.
inline Scope plane() {
  Scope scope;
  scope.coordinates = {"x", "y"};
  scope.unknowns = {"u", "v"};
  scope.constants = {{"nu", 0.25}};
  scope.functions = {{"f", {{}, "2*pi^2*sin(pi*x)*sin(pi*y)"}}, {"k", {{"s"}, "1 + s^2"}}};
  scope.space = {2, {0, 1}};
  return scope;
}

inline std::string text(const Graph& graph, Node n, const Scope& scope) {
  return to_string(graph, n, scope.coordinates, scope.unknowns);
}

/// Known functions in place of the unknowns, with all their derivatives:
/// u = sin(1.3 x) e^(0.7 y), v = cos(0.8 x + 0.5 y).
struct KnownJet {
  double x = 0, y = 0;

  double derivative(int unknown, int i, int j) const {  // d^i/dx^i d^j/dy^j
    const double quarter = std::numbers::pi / 2;
    if (unknown == 0) {
      return std::pow(1.3, i) * std::pow(0.7, j) * std::sin(1.3 * x + i * quarter) *
             std::exp(0.7 * y);
    }
    return std::pow(0.8, i) * std::pow(0.5, j) * std::cos(0.8 * x + 0.5 * y + (i + j) * quarter);
  }

  double operator()(const Leaf& leaf) const {
    if (leaf.kind == Leaf::Kind::coordinate) return leaf.index == 0 ? x : y;
    if (leaf.kind == Leaf::Kind::normal) return leaf.index == 0 ? 0.6 : -0.8;
    if (leaf.laplacian) return derivative(leaf.index, 2, 0) + derivative(leaf.index, 0, 2);
    int i = 0, j = 0;
    for (int k = 0; k < leaf.order(); ++k) {
      (leaf.axis[static_cast<std::size_t>(k)] == 0 ? i : j) += 1;
    }
    return derivative(leaf.index, i, j);
  }
};

inline double at(const Graph& graph, Node n, double x, double y) {
  return evaluate_scalar(graph, n, KnownJet{x, y});
}

/// A random formula with its value, computed on the way and never simplified. Small constants are
/// frequent, so that the rules of simplification have something to do; all values are harmless.
struct RandomFormula {
  std::string text;
  double value = 0;
};

class FormulaSource {
 public:
  FormulaSource(unsigned seed, KnownJet point) : engine_(seed), point_(point) {}

  RandomFormula make(int depth) {
    if (depth == 0 || pick(8) == 0) return leaf();
    const RandomFormula a = make(depth - 1);
    if (pick(2) == 0) return unary(a);
    const bool same = pick(4) == 0;  // equal operands meet often
    const RandomFormula b = same ? a : make(depth - 1);
    switch (pick(6)) {
      case 0:
        return {"(" + a.text + "+" + b.text + ")", a.value + b.value};
      case 1:
        return {"(" + a.text + "-" + b.text + ")", a.value - b.value};
      case 2:
        return {"(" + a.text + ")*(" + b.text + ")", a.value * b.value};
      case 3:
        return {"(" + a.text + ")/(1.5+sin(" + b.text + "))", a.value / (1.5 + std::sin(b.value))};
      case 4:
        return {"min(" + a.text + "," + b.text + ")", std::min(a.value, b.value)};
      default:
        return {"max(" + a.text + "," + b.text + ")", std::max(a.value, b.value)};
    }
  }

  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine_); }

 private:
  RandomFormula leaf() {
    switch (pick(10)) {
      case 0:
        return {"x", point_.x};
      case 1:
        return {"y", point_.y};
      case 2:
        return {"u", point_.derivative(0, 0, 0)};
      case 3:
        return {"u_x", point_.derivative(0, 1, 0)};
      case 4:
        return {"v_y", point_.derivative(1, 0, 1)};
      case 5:
        return {"0", 0};
      case 6:
        return {"1", 1};
      case 7:
        return {"2", 2};
      case 8:
        return {"(-1)", -1};
      default:
        return {"0.3", 0.3};
    }
  }

  RandomFormula unary(const RandomFormula& a) {
    const double x = a.value;
    switch (pick(16)) {
      case 0:
        return {"(-" + a.text + ")", -x};
      case 1:
        return {"sin(" + a.text + ")", std::sin(x)};
      case 2:
        return {"cos(" + a.text + ")", std::cos(x)};
      case 3:
        return {"tanh(" + a.text + ")", std::tanh(x)};
      case 4:
        return {"exp(tanh(" + a.text + "))", std::exp(std::tanh(x))};
      case 5:
        return {"sqrt((" + a.text + ")^2)", std::sqrt(x * x)};
      case 6:
        return {"log(2+(" + a.text + ")^2)", std::log(2 + x * x)};
      case 7:
        return {"atan(" + a.text + ")", std::atan(x)};
      case 8:
        return {"abs(" + a.text + ")", std::fabs(x)};
      case 9:
        return {"tanh(" + a.text + ")^3", std::pow(std::tanh(x), 3)};
      case 10:
        return {"(2+sin(" + a.text + "))^-2", std::pow(2 + std::sin(x), -2)};
      case 11:
        return {"(2+cos(" + a.text + "))^1.5", std::pow(2 + std::cos(x), 1.5)};
      case 12:
        return {"erf(" + a.text + ")", std::erf(x)};
      case 13:
        return {"1.5^tanh(" + a.text + ")", std::pow(1.5, std::tanh(x))};
      case 14:
        return {"2*(" + a.text + ")", 2 * x};
      default:
        return {"((" + a.text + ")/3)", x / 3};
    }
  }

  std::mt19937 engine_;
  KnownJet point_;
};

}  // namespace engd::expr::testing
