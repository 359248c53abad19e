// Changes of whole formulas: right for large and small ones, and no longer than the formula.
#include "expr/change.h"

#include <gtest/gtest.h>

#include <cmath>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

Change of_jets(Graph& graph, Node f) {
  int count = 0;
  return change(graph, f, [&](Node leaf) {
    const Node zero = graph.constant(0);
    if (!graph[leaf].is_jet_entry()) return Change{leaf, zero, zero};
    return Change{leaf, graph.increment(count++), zero};
  });
}

struct Moving {
  Graph graph;
  Change change;
  explicit Moving(const char* text) { change = of_jets(graph, parse(graph, text, plane())); }
  /// Where x = 0.7, y = 0.6, all jets are `jet` and move by `by`.
  double at(Node n, double jet, double by) const {
    return evaluate_scalar(graph, n, [&](const Leaf& leaf) {
      if (leaf.kind == Leaf::Kind::increment) return by;
      if (leaf.kind == Leaf::Kind::coordinate) return leaf.index == 0 ? 0.7 : 0.6;
      return jet;
    });
  }
};

// |v + d| - |v| and max(...) where their arguments change sign, and angles across the cut.
TEST(ChangeTest, AcrossKinksAndCuts) {
  const Moving size("abs(u)"), least("min(u, 1)"), most("max(u, -1)*2"), side("sign(u)"),
      angle("atan2(-u, -1)"), power("abs(u)^1.5");
  for (const double v : {-2.0, -0.3, 0.0, 0.3, 2.0}) {
    for (const double d : {-4.0, -1e-3, 0.0, 1e-3, 0.5, 4.0}) {
      const auto expect = [&, v = v](const Moving& formula, double difference) {
        // beside 0, a power is one of 1e-150 times a large factor
        const double tolerance = v == 0 && &formula == &power ? 1e-12 : 1e-14;
        EXPECT_NEAR(formula.at(formula.change.difference, v, d), difference, tolerance)
            << v << " by " << d;
      };
      expect(size, std::fabs(v + d) - std::fabs(v));
      expect(least, std::min(v + d, 1.0) - std::min(v, 1.0));
      expect(most, 2 * std::max(v + d, -1.0) - 2 * std::max(v, -1.0));
      expect(side, (v + d > 0) - (v + d < 0) - (v > 0) + (v < 0));
      expect(angle, std::atan2(-v - d, -1.0) - std::atan2(-v, -1.0));
      expect(power, std::pow(std::fabs(v + d), 1.5) - std::pow(std::fabs(v), 1.5));
    }
  }
}

// |p + d| - |p| = (2 p d + d d) / (|p + d| + |p|) in long double.
TEST(ChangeTest, LengthsKeepTheDigitsOfSmallChanges) {
  const Moving length("norm(grad(u)) + sqrt(1 + norm2(grad(u)))");
  const double p = 0.83, d = 1e-9;
  const long double P = p, D = d, root2 = std::sqrt(2.0L), q = 4 * P * D + 2 * D * D;
  const long double second = std::sqrt(1 + 2 * P * P);
  const long double want = root2 * D + q / (std::sqrt(1 + 2 * (P + D) * (P + D)) + second);
  const double got = length.at(length.change.difference, p, d);
  EXPECT_NEAR(got, static_cast<double>(want), 1e-15 * std::fabs(got));
  // along grad(u) a length has no second order; (d/dp)^2 sqrt(1 + 2 p^2) = 2/sqrt(1 + 2 p^2)^3
  const long double rest = D * D / (second * second * second);
  EXPECT_NEAR(length.at(length.change.rest, p, d), static_cast<double>(rest), 1e-7 * d * d);
}

// Where what is added takes a gradient to 0, to round-off: a sum of squares stays one.
TEST(ChangeTest, LengthsThatVanish) {
  const Moving length("norm([u, v, u_x])"), power("norm([u, v, u_x])^1.5");
  for (int k = 1; k <= 200; ++k) {
    const double v = 0.01 * k * std::sqrt(2.0), d = -v * (1 + 1e-17 * (k % 7)) + 1e-17 * (k % 3);
    EXPECT_NEAR(length.at(length.change.difference, v, d), -v * std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(power.at(power.change.difference, v, d), -std::pow(v * std::sqrt(3.0), 1.5), 1e-13);
  }
}

// Every rule adds a number of nodes that does not depend on the rest of the formula.
TEST(ChangeTest, IsAsLongAsTheFormula) {
  const auto nodes_in = [](int dimension) {
    Scope scope;
    for (int i = 1; i <= dimension; ++i) {
      scope.coordinates.push_back("x" + std::to_string(i));
      scope.space.spatial.push_back(i - 1);
    }
    scope.space.dimension = dimension;
    scope.unknowns = {"u"};
    Graph graph;
    const Change change = of_jets(graph, parse(graph, "norm(grad(u))^3 + exp(u)/u", scope));
    return static_cast<int>(reachable(graph, {change.difference, change.rest}).size());
  };
  const int of_one_more = nodes_in(11) - nodes_in(10);
  EXPECT_LE(of_one_more, 20);
  EXPECT_EQ(nodes_in(100) - nodes_in(10), 90 * of_one_more);
}

}  // namespace
}  // namespace engd::expr
