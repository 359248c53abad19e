#include <gtest/gtest.h>

#include <stdexcept>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::at;
using testing::FormulaSource;
using testing::KnownJet;
using testing::plane;
using testing::text;

/// d/dx (axis 0) or d/dy of a formula along the known functions, by a difference of second order.
double central(const Graph& graph, Node f, int axis, double x, double y, double h) {
  const double dx = axis == 0 ? h : 0, dy = axis == 1 ? h : 0;
  return (at(graph, f, x + dx, y + dy) - at(graph, f, x - dx, y - dy)) / (2 * h);
}

/// The same of sixth order: for many formulas at once, where only the value matters.
double accurate(const Graph& graph, Node f, int axis, double x, double y) {
  const double h = 4e-3;
  return 1.5 * central(graph, f, axis, x, y, h) - 0.6 * central(graph, f, axis, x, y, 2 * h) +
         0.1 * central(graph, f, axis, x, y, 3 * h);
}

TEST(Derivative, EveryOperationToSecondOrder) {
  const Scope scope = plane();
  for (const char* formula : {"sin(x*y)",
                              "cos(x*y)",
                              "tan(x*y)",
                              "asin(0.5*x*y)",
                              "acos(0.5*x*y)",
                              "atan(x*y)",
                              "sinh(x*y)",
                              "cosh(x*y)",
                              "tanh(3*x*y)",
                              "exp(x*y)",
                              "log(x*y)",
                              "sqrt(x*y)",
                              "abs(x*y - 3)*x^2",
                              "erf(x*y)",
                              "min(x*x, exp(y))*x",
                              "max(x*x, sin(y)/9)*x",
                              "x^3.5",
                              "x^y",
                              "2^(x*y)",
                              "x^-3",
                              "(x + y)/(1 + x*x)",
                              "x^7",
                              "sign(x - 2)*x^3",
                              "u^4",
                              "u*v*x^2",
                              "u_x^2/(1 + v^2)",
                              "exp(-u_xy)*y",
                              "tanh(laplacian(u))"}) {
    Graph graph;
    const Node f = parse(graph, formula, scope);
    const Node derivative = total_derivative(graph, f, 0, scope.space);
    const double x = 0.7, y = 0.6, exact = at(graph, derivative, x, y);
    const double coarse = std::fabs(central(graph, f, 0, x, y, 2e-2) - exact);
    const double fine = std::fabs(central(graph, f, 0, x, y, 1e-2) - exact);
    // the error of the central difference falls by 4 when the step is halved
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.05) << formula;
    EXPECT_LT(fine, 1e-2 * (1 + std::fabs(exact))) << formula;
  }
}

TEST(Derivative, RandomFormulasAlongBothCoordinates) {
  const Scope scope = plane();
  int compared = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const KnownJet point{0.3 + 0.0002 * seed, 0.9 - 0.0001 * seed};
    const testing::RandomFormula formula = FormulaSource(seed, point).make(4);
    // a difference across the kink of abs, min or max is no derivative
    if (formula.text.find("abs") != std::string::npos ||
        formula.text.find("sqrt") != std::string::npos ||
        formula.text.find("m") != std::string::npos) {
      continue;
    }
    Graph graph;
    const Node f = parse(graph, formula.text, scope);
    for (const int axis : {0, 1}) {
      const Node derivative = total_derivative(graph, f, axis, scope.space);
      const double exact = evaluate_scalar(graph, derivative, point);
      const double difference = accurate(graph, f, axis, point.x, point.y);
      // h^6 = 4e-15 times a sixth derivative that nested functions make large
      ASSERT_NEAR(exact, difference, 1e-6 * (1 + std::fabs(exact) + std::fabs(formula.value)))
          << formula.text << "\n " << text(graph, derivative, scope);
      ++compared;
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(Derivative, PartialDerivativesByLeaf) {
  const Scope scope = plane();
  Graph graph;
  const Node f = parse(graph, "u_x^2*v + sin(x)*u", scope);
  const Node u_x = graph.jet(value_of(0).differentiated(0));
  EXPECT_EQ(differentiate(graph, f, u_x), parse(graph, "2*u_x*v", scope));
  EXPECT_EQ(differentiate(graph, f, graph.jet(value_of(0))), parse(graph, "sin(x)", scope));
  EXPECT_EQ(differentiate(graph, f, graph.coordinate(0)), parse(graph, "cos(x)*u", scope));
  EXPECT_EQ(differentiate(graph, f, graph.coordinate(1)), graph.constant(0));
  const Node flux = graph.multiply(graph.normal(0), u_x);
  EXPECT_EQ(differentiate(graph, flux, graph.normal(0)), u_x);
}

TEST(Derivative, PowersAreHarmlessAtZero) {
  const Scope scope = plane();
  Graph graph;
  const Node u = graph.jet(value_of(0));
  const auto at_zero = [](const Leaf&) { return 0.0; };
  for (const char* formula : {"u^4", "u^2", "u^3.5", "abs(u)^3", "sqrt(1 + u^2)", "u*tanh(u)"}) {
    Node f = parse(graph, formula, scope);
    for (int order = 1; order <= 2; ++order) {
      f = differentiate(graph, f, u);
      EXPECT_TRUE(std::isfinite(evaluate_scalar(graph, f, at_zero))) << formula;
    }
  }
  EXPECT_EQ(differentiate(graph, parse(graph, "u^4", scope), u), parse(graph, "4*u^3", scope));
}

TEST(Derivative, ProductAndChainRuleThroughJets) {
  const Scope scope = plane();
  Graph graph;
  const auto same = [&](const char* left, const char* right) {
    EXPECT_EQ(parse(graph, left, scope), parse(graph, right, scope))
        << left << " is " << text(graph, parse(graph, left, scope), scope);
  };
  same("diff(u, x)", "u_x");
  same("diff(u, x, y)", "u_xy");
  same("diff(u, y, x)", "u_xy");
  same("diff(u, x, 2, y)", "u_xxy");
  same("diff(u, x, 0)", "u");
  same("diff(u*v, x)", "u_x*v + u*v_x");
  same("diff(u*v, x, 2)", "u_xx*v + 2*u_x*v_x + u*v_xx");
  same("diff(sin(u), x)", "cos(u)*u_x");
  same("diff(x^2*y, x)", "2*x*y");
  same("diff(laplacian(u), x)", "u_xxx + u_xyy");
  same("diff([u, x*v], y)[2]", "x*v_y");
}

TEST(Derivative, LaplacianIsOneEntryWhereItCanBe) {
  const Scope scope = plane();
  Graph graph;
  const Node leaf = graph.jet(laplacian_of(0));
  EXPECT_EQ(parse(graph, "laplacian(u)", scope), leaf);
  EXPECT_EQ(parse(graph, "div(grad(u))", scope), leaf);
  EXPECT_EQ(parse(graph, "laplacian(3*u)", scope), graph.multiply(graph.constant(3), leaf));
  EXPECT_EQ(parse(graph, "laplacian(u + x^2)", scope), graph.add(graph.constant(2), leaf));
  const Node of_square = parse(graph, "laplacian(u^2)", scope);
  EXPECT_EQ(jet_entries(graph, {of_square}),
            jet_entries(graph, {parse(graph, "u*u_x*u_y*laplacian(u)", scope)}));
  EXPECT_DOUBLE_EQ(at(graph, of_square, 0.2, 0.5),
                   at(graph, parse(graph, "2*(u*laplacian(u) + u_x^2 + u_y^2)", scope), 0.2, 0.5));
  EXPECT_EQ(parse(graph, "laplacian(laplacian(u))", scope),
            parse(graph, "u_xxxx + 2*u_xxyy + u_yyyy", scope));
  EXPECT_EQ(parse(graph, "laplacian(x^2*y)", scope), parse(graph, "2*y", scope));
  // different factors: no single entry
  EXPECT_EQ(parse(graph, "div([2*u_x, 3*u_y])", scope), parse(graph, "2*u_xx + 3*u_yy", scope));

  Scope line = plane();
  line.coordinates = {"x", "t"};
  line.space = {2, {0}};
  EXPECT_EQ(parse(graph, "laplacian(u)", line), parse(graph, "u_xx", line));
}

// The divergence of a flux along known functions, against differences of the flux itself.
TEST(Derivative, DivergenceOfNonlinearFluxes) {
  const Scope scope = plane();
  const std::vector<std::pair<std::string, std::string>> fluxes{
      {"(1 + u^2)*u_x", "(1 + u^2)*u_y"},
      {"norm2(grad(u))*u_x", "norm2(grad(u))*u_y"},
      {"x*v*u_x + u_y", "exp(u)*v_x*y"},
      {"laplacian(u)*v_x", "diff(u*v, x)"},
      {"tanh(u_xy)", "u_x*u_y"}};
  for (const auto& [first, second] : fluxes) {
    Graph graph;
    const Node p = parse(graph, first, scope), q = parse(graph, second, scope);
    const Node divergence = parse(graph, "div([" + first + ", " + second + "])", scope);
    const double x = 0.4, y = -0.3;
    const double expected = accurate(graph, p, 0, x, y) + accurate(graph, q, 1, x, y);
    // sixth order with h = 4e-3; roundings are divided by h
    EXPECT_NEAR(at(graph, divergence, x, y), expected, 1e-11 * (1 + std::fabs(expected))) << first;
  }
  Graph graph;
  EXPECT_EQ(parse(graph, "div((1 + u^2)*grad(u))", scope),
            parse(graph, "div([(1 + u^2)*u_x, (1 + u^2)*u_y])", scope));
}

TEST(Derivative, NormalDerivative) {
  Scope scope = plane();
  scope.allow_normal = true;
  Graph graph;
  EXPECT_EQ(parse(graph, "dn(u)", scope), parse(graph, "n_x*u_x + n_y*u_y", scope));
  EXPECT_EQ(parse(graph, "dn(u)", scope), parse(graph, "dot(n, grad(u))", scope));
  EXPECT_EQ(parse(graph, "dn(u*v)", scope),
            parse(graph, "n[1]*diff(u*v, x) + n[2]*diff(u*v, y)", scope));
}

// Faces are flat pieces to formulas, and a coefficient is the same number everywhere.
TEST(Derivative, NormalsAndCoefficientsDoNotChangeFromPointToPoint) {
  const Scope scope = plane();
  Graph graph;
  for (const Node constant : {graph.normal(0), graph.jet(coefficient_entry(0))}) {
    const Node f = graph.multiply(constant, parse(graph, "u", scope));
    EXPECT_EQ(total_derivative(graph, f, 0, scope.space),
              graph.multiply(constant, parse(graph, "u_x", scope)));
  }
}

TEST(Derivative, BeyondTheHighestOrder) {
  const Scope scope = plane();
  Graph graph;
  const Node f = parse(graph, "u_xxxx", scope);
  EXPECT_THROW(total_derivative(graph, f, 0, scope.space), std::length_error);
  EXPECT_EQ(differentiate(graph, f, f), graph.constant(1));
}

TEST(Derivative, DeepChainsDoNotOverflowTheStack) {
  Graph graph;
  Node f = graph.coordinate(0);
  for (int i = 0; i < 50'000; ++i) f = graph.unary(Op::sin, f);
  const Node derivative = differentiate(graph, f, graph.coordinate(0));
  const std::vector<double> point{0.5};
  double x = 0.5, product = 1;
  for (int i = 0; i < 50'000; ++i) {
    product *= std::cos(x);
    x = std::sin(x);
  }
  EXPECT_NEAR(evaluate_scalar(graph, f, point), x, 1e-12);
  // 50,000 factors, each rounded
  EXPECT_NEAR(evaluate_scalar(graph, derivative, point) / product, 1.0, 1e-10);
  // linear in size: f', and for each step a cosine and a product
  EXPECT_LT(graph.size(), 3 * 50'000 + 10);
}

}  // namespace
}  // namespace engd::expr
