#include "energy/expansion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/parser.h"
#include "expr/tape.h"

namespace engd::energy {
namespace {

struct Line {
  expr::Graph graph;
  expr::Scope scope;
  Ansatz ansatz;
  Line() {
    scope.coordinates = {"x"};
    scope.unknowns = {"u"};
    scope.space = {1, {0}};
    scope.measured = {{"d", 0}};
    // u = g + N: known is g, trained is N.
    ansatz = Ansatz({HardCondition{expr::parse(graph, "sin(x)", no_unknowns()), graph.constant(1)}},
                    scope.space);
  }
  expr::Scope no_unknowns() const {
    expr::Scope data = scope;
    data.allow_unknowns = false;
    return data;
  }
  auto parts(const char* text) {
    return parts_by_degree(graph, expr::parse(graph, text, scope), ansatz);
  }
  /// At x, with the jet N = t, N_x = 2 t.
  double value(expr::Node f, double x, double t) {
    return expr::evaluate_scalar(graph, f, [&](const expr::Leaf& leaf) {
      if (leaf.kind == expr::Leaf::Kind::coordinate) return x;
      if (leaf.kind == expr::Leaf::Kind::measured) return 0.4;  // d
      return leaf.order() == 0 ? t : 2 * t;
    });
  }
};

// f = x u^3 + u u_x: each part is homogeneous in what is trained, and their sum is f.
TEST(ExpansionTest, PartsAreHomogeneousAndAddUp) {
  Line line;
  const auto parts = line.parts("x*u^3 + u*u_x");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 4u);
  const double x = 0.7, t = 0.3;
  double sum = 0;
  for (std::size_t m = 0; m < parts->size(); ++m) {
    const double at_t = line.value((*parts)[m], x, t), at_2t = line.value((*parts)[m], x, 2 * t);
    EXPECT_NEAR(at_2t, std::pow(2.0, static_cast<double>(m)) * at_t, 1e-14) << m;
    sum += at_t;
  }
  const double u = std::sin(x) + t, u_x = std::cos(x) + 2 * t;
  EXPECT_NEAR(sum, x * u * u * u + u * u_x, 1e-14);
}

// (k + t)^3 - k^3 - 3 k^2 t = 3 k t^2 + t^3 has all its digits, however small t is.
TEST(ExpansionTest, SmallPartsKeepTheirDigits) {
  Line line;
  const auto parts = line.parts("u^3");
  ASSERT_TRUE(parts);
  const double x = 0.7, k = std::sin(x), t = 1e-12;
  const double rest = line.value((*parts)[2], x, t) + line.value((*parts)[3], x, t);
  EXPECT_NEAR(rest, 3 * k * t * t, 1e-11 * k * t * t);
}

// Measured values are coordinates with large numbers, and no increments.
TEST(ExpansionTest, MeasuredValuesAreKnown) {
  Line line;
  const auto parts = line.parts("(u - d)^2");
  ASSERT_TRUE(parts);
  const double x = 0.7, t = 0.3, known = std::sin(x) - 0.4;
  EXPECT_NEAR(line.value((*parts)[0], x, t), known * known, 1e-15);
  EXPECT_NEAR(line.value((*parts)[1], x, t), 2 * known * t, 1e-15);
  EXPECT_NEAR(line.value((*parts)[2], x, t), t * t, 1e-15);
}

// exp(k + t) u_x and others, and what of them is not linear, with all digits for a small t.
TEST(ExpansionTest, ChangesByTraining) {
  Line line;
  const auto change = [&](const char* text) {
    return change_by_training(line.graph, expr::parse(line.graph, text, line.scope), line.ansatz);
  };
  const double x = 0.7, k = std::sin(x), p = std::cos(x);
  const auto product = change("exp(u)*u_x + x");
  for (const double t : {0.5, 1e-9}) {
    EXPECT_NEAR(line.value(product.value, x, t), std::exp(k) * p + x, 1e-14);
    EXPECT_NEAR(line.value(product.difference, x, t),
                std::exp(k) * (std::expm1(t) * (p + 2 * t) + 2 * t), 1e-14 * t);
  }
  const double t = 1e-9;
  EXPECT_NEAR(line.value(product.rest, x, t), std::exp(k) * (0.5 * p + 2) * t * t, 1e-8 * t * t);
  const auto data = change("abs(u - d)*u");
  EXPECT_NEAR(line.value(data.difference, x, t), ((k - 0.4) + k) * t + t * t, 1e-15 * t);
}

TEST(ExpansionTest, OthersThanPolynomialsHaveNone) {
  Line line;
  EXPECT_FALSE(line.parts("abs(u)"));  // linear by its derivatives, where it keeps its sign
  EXPECT_FALSE(line.parts("norm(grad(u))"));
  EXPECT_FALSE(line.parts("1/u"));
  EXPECT_FALSE(line.parts("exp(u)"));
  EXPECT_FALSE(line.parts("u^9"));
  EXPECT_TRUE(line.parts("u^8"));
  EXPECT_EQ(line.parts("exp(x)*u")->size(), 2u);
}

}  // namespace
}  // namespace engd::energy
