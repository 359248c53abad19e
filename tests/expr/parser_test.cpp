#include "expr/parser.h"

#include <gtest/gtest.h>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;
using testing::text;

double number(const char* formula) {
  Graph graph;
  const auto value = graph.constant_value(parse(graph, formula, plane()));
  EXPECT_TRUE(value.has_value()) << formula;
  return value.value_or(std::nan(""));
}

void expect_same(const Scope& scope, const char* left, const char* right) {
  Graph graph;
  const Node a = parse(graph, left, scope), b = parse(graph, right, scope);
  EXPECT_EQ(a, b) << left << " is " << text(graph, a, scope) << ", but " << right << " is "
                  << text(graph, b, scope);
}

Scope family(int count) {
  Scope scope;
  scope.unknowns = {"u"};
  for (int i = 1; i <= count; ++i) {
    scope.coordinates.push_back("x" + std::to_string(i));
    scope.space.spatial.push_back(i - 1);
  }
  scope.families = {{"x", 0, count}};
  scope.space.dimension = count;
  return scope;
}

TEST(Parser, Numbers) {
  EXPECT_EQ(number("1"), 1);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("2."), 2);
  EXPECT_EQ(number("1e-3"), 1e-3);
  EXPECT_EQ(number("1.25E+2"), 125);
  EXPECT_EQ(number("pi"), std::numbers::pi);
  EXPECT_EQ(number("e"), std::numbers::e);
  EXPECT_EQ(number("nu"), 0.25);
}

TEST(Parser, Precedence) {
  EXPECT_EQ(number("1 + 2*3"), 7);
  EXPECT_EQ(number("(1 + 2)*3"), 9);
  EXPECT_EQ(number("2 - 3 - 4"), -5);
  EXPECT_EQ(number("16/4/2"), 2);
  EXPECT_EQ(number("2^3^2"), 512);
  EXPECT_EQ(number("-2^2"), -4);
  EXPECT_EQ(number("2^-2"), 0.25);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("+3 - -2"), 5);
  EXPECT_EQ(number("2**3"), 8);
  EXPECT_EQ(number("-2*3^2/6"), -3);
  EXPECT_EQ(number("6/2*3"), 9);
}

TEST(Parser, Functions) {
  EXPECT_EQ(number("min(3, 1, 2)"), 1);
  EXPECT_EQ(number("max(3, 1, 2, 5)"), 5);
  EXPECT_EQ(number("pow(2, 10)"), 1024);
  EXPECT_EQ(number("sign(-3) + sign(0) + 3*sign(2)"), 2);
  EXPECT_EQ(number("abs(-3)"), 3);
  EXPECT_DOUBLE_EQ(number("sin(1)^2 + cos(1)^2"), 1);
  EXPECT_DOUBLE_EQ(number("tan(1)*cos(1)/sin(1)"), 1);
  EXPECT_DOUBLE_EQ(number("asin(0.3) + acos(0.3)"), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(number("4*atan(1)"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(number("sinh(1) + cosh(1)"), std::numbers::e);
  EXPECT_DOUBLE_EQ(number("tanh(2)"), std::tanh(2));
  EXPECT_DOUBLE_EQ(number("log(exp(2))"), 2);
  EXPECT_DOUBLE_EQ(number("sqrt(16)"), 4);
  EXPECT_DOUBLE_EQ(number("erf(0.5)"), std::erf(0.5));
}

TEST(Parser, FunctionsOfTheScope) {
  Scope scope = plane();
  scope.functions["g"] = {{"a", "b"}, "a*k(b) - nu"};
  scope.functions["drift"] = {{}, "[y, -x]"};
  scope.functions["flux"] = {{"w"}, "k(u)*w"};
  scope.functions["slope"] = {{"w", "along"}, "diff(w, along)"};
  scope.functions["square"] = {{"x"}, "x*x"};  // a parameter hides the coordinate
  expect_same(scope, "k(x + y)", "1 + (x + y)^2");
  expect_same(scope, "f", "2*pi^2*sin(pi*x)*sin(pi*y)");
  expect_same(scope, "g(x, u)", "x*(1 + u^2) - 0.25");
  expect_same(scope, "dot(drift, grad(u))", "y*u_x - x*u_y");
  expect_same(scope, "drift[2]", "-x");
  expect_same(scope, "div(flux(grad(u)))", "div((1 + u^2)*grad(u))");
  expect_same(scope, "slope(u*v, y)", "u_y*v + u*v_y");
  expect_same(scope, "square(y + 1)", "(y + 1)^2");
  expect_same(scope, "k(k(x))", "1 + (1 + x^2)^2");
}

TEST(Parser, Vectors) {
  const Scope scope = plane();
  expect_same(scope, "dot([x, 2], [3, y])", "3*x + 2*y");
  expect_same(scope, "dot(grad(u), grad(u))", "u_x^2 + u_y^2");
  expect_same(scope, "norm2(grad(u))", "u_x^2 + u_y^2");
  expect_same(scope, "norm([3*x, 4*x])", "sqrt(25*x^2)");
  expect_same(scope, "dot(2*[x, y] - [1, 1]/2 + (-[u, v])*3, [1, 0])", "2*x - 0.5 - 3*u");
  expect_same(scope, "grad(u*v)[2]", "u_y*v + u*v_y");
}

TEST(Parser, DerivativesByName) {
  const Scope scope = plane();
  expect_same(scope, "u_yx", "u_xy");
  expect_same(scope, "u_x_y", "u_xy");
  expect_same(scope, "v_xxyy", "diff(v, x, 2, y, 2)");

  Scope many = family(12);
  many.unknowns = {"u", "u_a"};
  expect_same(many, "u_x1x2", "diff(u, x1, x2)");
  expect_same(many, "u_x1_x2", "diff(u, x1, x2)");
  expect_same(many, "u_x11x1", "diff(u, x11, x1)");  // the longest name, not x1 and a rest "1x1"
  expect_same(many, "u_x12", "diff(u, x12)");
  expect_same(many, "u_a_x3", "diff(u_a, x3)");
  expect_same(many, "u_x[3]", "u_x3");

  Scope ambiguous;
  ambiguous.coordinates = {"a", "ab", "bc"};
  ambiguous.unknowns = {"u"};
  ambiguous.space = {3, {0, 1, 2}};
  expect_same(ambiguous, "u_abc", "diff(u, a, bc)");  // "ab" first would leave "c"
  expect_same(ambiguous, "u_aba", "diff(u, ab, a)");
}

TEST(Parser, SumsOverFamilies) {
  const Scope scope = family(5);
  expect_same(scope, "x[3]", "x3");
  expect_same(scope, "sum(x[i]^2)", "x1^2 + x2^2 + x3^2 + x4^2 + x5^2");
  expect_same(scope, "sum(k*x[k])", "x1 + 2*x2 + 3*x3 + 4*x4 + 5*x5");
  expect_same(scope, "prod(x[i])", "x1*x2*x3*x4*x5");
  expect_same(scope, "sum(x[j], j, 2, 3)", "x2 + x3");
  expect_same(scope, "sum((x[i+1] - x[i])^2, i, 1, 2)", "(x2 - x1)^2 + (x3 - x2)^2");
  expect_same(scope, "sum(i^2, i, 1, 4)", "30");
  expect_same(scope, "sum(x[i], i, 3, 2)", "0");
  expect_same(scope, "prod(x[i], i, 3, 2)", "1");
  expect_same(scope, "dot(x, x)", "sum(x[i]*x[i])");
  expect_same(scope, "sum(diff(u, x[i], 2))", "u_x1x1 + u_x2x2 + u_x3x3 + u_x4x4 + u_x5x5");
  expect_same(scope, "sum(u_x[i]*grad(u)[i])", "norm2(grad(u))");
  expect_same(scope, "sum(x[6 - i]*i)", "x5 + 2*x4 + 3*x3 + 4*x2 + 5*x1");
}

TEST(Parser, NestedSums) {
  const Scope scope = family(3);
  expect_same(scope, "sum(x[i]*sum(x[j]))", "x1*(x1+x2+x3) + x2*(x1+x2+x3) + x3*(x1+x2+x3)");
  expect_same(scope, "sum(x[i])*sum(x[i]^2)", "(x1 + x2 + x3)*(x1^2 + x2^2 + x3^2)");
  Graph graph;
  const std::vector<double> point{0.5, -0.7, 1.1};
  double expected = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) expected += std::pow(point[i], 2) * std::sin((j + 1) * point[j]);
  }
  for (const char* formula :
       {"sum(sum(x[i]^2*sin(j*x[j])))", "sum(sum(x[i]^2*sin(j*x[j]), j, 1, 3))",
        "sum(sum(x[i]^2*sin(j*x[j]), i, 1, 3), j, 1, 3)"}) {
    EXPECT_NEAR(evaluate_scalar(graph, parse(graph, formula, scope), point), expected, 1e-14);
  }
}

TEST(Parser, HundredDimensions) {
  const Scope scope = family(100);
  Graph graph;
  const Node f = parse(graph, "sum(sin(pi*x[i]))", scope);
  std::vector<double> point(100);
  double expected = 0;
  for (int i = 0; i < 100; ++i) {
    point[i] = 0.01 * i + 0.003;
    expected += std::sin(std::numbers::pi * point[i]);
  }
  EXPECT_NEAR(evaluate_scalar(graph, f, point), expected, 1e-12);
  // for each coordinate: itself, its index, pi*x, sin, and the sum; and pi
  EXPECT_LE(graph.size(), 5 * 100 + 1);
  const Node laplacian = parse(graph, "laplacian(sum(sin(pi*x[i])))", scope);
  EXPECT_NEAR(evaluate_scalar(graph, laplacian, point),
              -std::numbers::pi * std::numbers::pi * expected, 1e-10);
  EXPECT_EQ(jet_entries(graph, {parse(graph, "laplacian(u) + norm2(grad(u))", scope)}).size(),
            101u);
}

TEST(Parser, TimeIsNoSpatialCoordinate) {
  Scope scope = plane();
  scope.coordinates = {"t", "x", "y"};
  scope.space = {3, {1, 2}};
  scope.allow_normal = true;
  expect_same(scope, "dot(grad(u), [1, 1])", "u_x + u_y");
  expect_same(scope, "div([x, y])", "2");
  expect_same(scope, "n[1]*u", "n_x*u");
  Graph graph;
  EXPECT_EQ(parse(graph, "n_t", scope), graph.normal(0));
  EXPECT_EQ(jet_entries(graph, {parse(graph, "u_t - laplacian(u)", scope)}),
            (std::vector<JetEntry>{value_of(0).differentiated(0), laplacian_of(0)}));
}

TEST(Parser, AnUnknownMayBeCalledN) {
  Scope scope = plane();
  scope.unknowns = {"n"};
  Graph graph;
  EXPECT_EQ(parse(graph, "n_x", scope), graph.jet(value_of(0).differentiated(0)));
}

TEST(Parser, LongFormulasAreNotDeep) {
  std::string formula = "x";
  for (int i = 1; i <= 20'000; ++i) formula += " + sin(" + std::to_string(i) + "*x)";
  Graph graph;
  const Node f = parse(graph, formula, plane());
  double expected = 0.1;
  for (int i = 1; i <= 20'000; ++i) expected += std::sin(i * 0.1);
  const std::vector<double> point{0.1, 0};
  EXPECT_NEAR(evaluate_scalar(graph, f, point), expected, 1e-9);
}

TEST(Parser, SyntaxAloneCanBeChecked) {
  EXPECT_NO_THROW(check_syntax("foo(bar) + 1"));
  EXPECT_THROW(check_syntax("foo(bar"), FormulaError);
}

}  // namespace
}  // namespace engd::expr
