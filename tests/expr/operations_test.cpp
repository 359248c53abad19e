// Every operation there is, so that one without a rule is noticed: its derivative, its change, and
// its value in every evaluator.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "backend/reference/formula.h"
#include "expr/change.h"
#include "expr/tape.h"

namespace engd::expr {
namespace {

using Point = std::array<double, 2>;

std::vector<Op> operations() {
  std::vector<Op> all;
  try {
    for (int k = 0;; ++k) {
      const Op op = static_cast<Op>(k);
      if (operand_count(op) > 0) all.push_back(op);
    }
  } catch (const std::out_of_range&) {  // the end of the table
  }
  return all;
}

/// Two points inside the domain of an operation, away from kinks. An order is a whole number.
std::array<Point, 2> points_of(Op op) {
  switch (op) {
    case Op::acosh:
      return {{{1.3, 0}, {4.2, 0}}};
    case Op::log:
    case Op::log1p:
    case Op::sqrt:
      return {{{0.6, 0}, {7.0, 0}}};
    case Op::power:
      return {{{0.6, 1.7}, {3.1, -0.8}}};
    case Op::atan2:
      return {{{0.6, -1.7}, {-3.1, 0.4}}};
    case Op::bessel_j:
    case Op::bessel_y:
    case Op::bessel_i:
    case Op::bessel_k:
    case Op::polygamma:
      return {{{0, 0.8}, {2, 3.7}}};
    case Op::asin:
    case Op::acos:
    case Op::atanh:
      return {{{0.6, 0}, {-0.3, 0}}};
    case Op::gamma:
      return {{{0.6, 0}, {-1.4, 0}}};
    case Op::add:
    case Op::multiply:
    case Op::divide:
    case Op::negate:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::abs:
    case Op::sign:
    case Op::erf:
    case Op::min:
    case Op::max:
    case Op::step:
    case Op::asinh:
    case Op::expm1:
    case Op::erfc:
    case Op::cbrt:
    case Op::floor:
      return {{{0.6, 1.7}, {-1.3, 0.8}}};
    case Op::constant:
    case Op::leaf:
      break;
  }
  throw std::logic_error("no operation");
}

bool has_order(Op op) {
  return op == Op::polygamma || op == Op::bessel_j || op == Op::bessel_y || op == Op::bessel_i ||
         op == Op::bessel_k;
}

/// op(a, b) of leaves: jet entries 0 and 1; a is the number where it is an order.
struct Formula {
  Graph graph;
  std::array<Node, 2> leaves;
  Node f;
  Point at;

  Formula(Op op, const Point& point) : at(point) {
    leaves = {graph.jet(value_of(0)), graph.jet(value_of(1))};
    const Node a = has_order(op) ? graph.constant(point[0]) : leaves[0];
    f = operand_count(op) == 1 ? graph.unary(op, a) : graph.binary(op, a, leaves[1]);
  }

  double value(Node n, double da = 0, double db = 0) const {
    return evaluate_scalar(
        graph, n, [&](const Leaf& leaf) { return leaf.index == 0 ? at[0] + da : at[1] + db; });
  }

  /// By a difference of sixth order.
  double slope(Node n, int k) const {
    const double h = 2e-3;
    const auto central = [&](double s) {
      return (k == 0 ? value(n, s) - value(n, -s) : value(n, 0, s) - value(n, 0, -s)) / (2 * s);
    };
    return 1.5 * central(h) - 0.6 * central(2 * h) + 0.1 * central(3 * h);
  }

  double on_tape(Node n) const {
    const Tape tape(graph, std::vector<Node>{n});
    std::vector<const double*> in;
    for (const auto& input : tape.inputs()) in.push_back(&at[input.index == 0 ? 0 : 1]);
    std::vector<double> workspace(tape.workspace_size() + 1);
    double result = 0;
    double* out = &result;
    tape.evaluate(1, in.data(), &out, workspace.data());
    return result;
  }
};

class Operations : public ::testing::TestWithParam<Op> {};

INSTANTIATE_TEST_SUITE_P(All, Operations, ::testing::ValuesIn(operations()),
                         [](const auto& info) { return "op" + std::to_string(info.index); });

TEST_P(Operations, EvaluatorsAgree) {
  for (const Point& point : points_of(GetParam())) {
    const Formula formula(GetParam(), point);
    const double want = apply(GetParam(), point[0], point[1]);
    EXPECT_EQ(formula.value(formula.f), want) << function_name(GetParam());
    EXPECT_NEAR(formula.on_tape(formula.f), want, 1e-15 * std::fabs(want));
    std::map<Node, double> known;
    const double plain = reference::evaluate<double>(
        formula.graph, formula.f, [&](const Leaf& leaf) { return point[leaf.index == 0 ? 0 : 1]; },
        known);
    EXPECT_NEAR(plain, want, 1e-15 * std::fabs(want));
  }
}

TEST_P(Operations, FirstAndSecondDerivatives) {
  using Dual = reference::Dual<2>;
  for (const Point& point : points_of(GetParam())) {
    Formula formula(GetParam(), point);
    std::map<Node, Dual> known;
    const Dual dual = reference::evaluate<Dual>(
        formula.graph, formula.f,
        [&](const Leaf& leaf) {
          const int k = leaf.index;
          Dual x(point[k]);
          x.slope[k] = 1;
          return x;
        },
        known);
    for (const int k : {0, 1}) {
      const Node first = differentiate(formula.graph, formula.f, formula.leaves[k]);
      const double value = formula.value(first);
      const double size = 1 + std::fabs(value) + std::fabs(formula.value(formula.f));
      EXPECT_NEAR(value, formula.slope(formula.f, k), 1e-9 * size) << function_name(GetParam());
      EXPECT_NEAR(formula.on_tape(first), value, 1e-14 * size);
      EXPECT_NEAR(dual.slope[k], value, 1e-13 * size) << function_name(GetParam());
      for (const int l : {0, 1}) {
        const Node second = differentiate(formula.graph, first, formula.leaves[l]);
        EXPECT_NEAR(formula.value(second), formula.slope(first, l), 1e-8 * (size + 10))
            << function_name(GetParam());
      }
    }
  }
}

/// The change of op(a, b) when leaf k moves by d[k], as nodes evaluated there.
struct Moved {
  double difference, rest;
};
Moved moved(Op op, const Point& point, const Point& by) {
  Formula formula(op, point);
  Graph& g = formula.graph;
  const Node zero = g.constant(0);
  const Change change = expr::change(g, formula.f, [&](Node leaf) {
    return Change{leaf, g.increment(g[leaf].leaf.index), zero};
  });
  const auto leaf = [&](const Leaf& one) {
    return (one.kind == Leaf::Kind::increment ? by : point)[static_cast<std::size_t>(one.index)];
  };
  EXPECT_NEAR(evaluate_scalar(g, change.value, leaf), formula.value(formula.f),
              1e-15 * std::fabs(formula.value(formula.f)));
  return {evaluate_scalar(g, change.difference, leaf), evaluate_scalar(g, change.rest, leaf)};
}

/// f' d and f'' d^2 / 2 and f''' d^3 / 6 along a direction.
std::array<double, 3> series(Op op, const Point& point, const Point& by) {
  Formula formula(op, point);
  Graph& g = formula.graph;
  std::array<double, 3> terms{};
  Node f = formula.f;
  for (int order = 1; order <= 3; ++order) {
    Node along = g.constant(0);
    for (const int k : {0, 1})
      along = g.add(along,
                    g.multiply(g.constant(by[k] / order), differentiate(g, f, formula.leaves[k])));
    f = along;
    terms[order - 1] = formula.value(f);
  }
  return terms;
}

TEST_P(Operations, ChangesOfAnySize) {
  if (on_host_only(GetParam())) return;  // of the coordinates alone
  for (const Point& point : points_of(GetParam())) {
    for (const double d : {0.3, -0.29, 0.02, 1e-3, 0.0}) {
      const Point by{d, operand_count(GetParam()) == 2 ? 0.7 * d : 0};
      const double before = apply(GetParam(), point[0], point[1]);
      const double after = apply(GetParam(), point[0] + by[0], point[1] + by[1]);
      const auto [first, second, third] = series(GetParam(), point, by);
      const Moved now = moved(GetParam(), point, by);
      const double size = 1e-14 * (1 + std::fabs(before) + std::fabs(after) + std::fabs(first));
      EXPECT_NEAR(now.difference, after - before, size) << function_name(GetParam()) << d;
      EXPECT_NEAR(now.rest, after - before - first, size) << function_name(GetParam()) << d;
    }
  }
}

// The difference has all its digits, and so has the rest but for functions with singularities
// nearby, where it has those of the difference.
TEST_P(Operations, SmallChangesKeepTheirDigits) {
  if (on_host_only(GetParam())) return;
  const Op op = GetParam();
  const bool subtracted =
      op == Op::tan || op == Op::asin || op == Op::acos || op == Op::atanh || op == Op::atan2;
  for (const Point& point : points_of(op)) {
    const double d = 1e-7;
    const Point by{d, operand_count(op) == 2 ? -0.7 * d : 0};
    const auto [first, second, third] = series(op, point, by);
    const Moved now = moved(op, point, by);
    EXPECT_NEAR(now.difference, first + second + third, 1e-14 * std::fabs(first))
        << function_name(op);
    const double lost = subtracted ? 1e-15 * std::fabs(first) : 0;
    EXPECT_NEAR(now.rest, second + third, 1e-12 * std::fabs(second) + lost) << function_name(op);
  }
}

TEST(Operations, LeavesHaveNoValueAndNoRule) {
  Graph graph;
  EXPECT_THROW(apply(Op::leaf, 0, 0), std::logic_error);
  const Space line{1, {0}};
  for (const Leaf::Kind kind :
       {Leaf::Kind::data, Leaf::Kind::field, Leaf::Kind::measured, Leaf::Kind::increment})
    EXPECT_THROW(total_derivative(graph, graph.leaf(Leaf::of(kind, 0)), 0, line), std::logic_error)
        << kind_name(kind);
}

}  // namespace
}  // namespace engd::expr
