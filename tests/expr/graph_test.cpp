#include "expr/graph.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "formulas.h"

namespace engd::expr {
namespace {

using testing::at;
using testing::FormulaSource;
using testing::KnownJet;
using testing::plane;
using testing::text;

TEST(Jet, EntriesAreSortedAndCounted) {
  const JetEntry entry = value_of(1).differentiated(2).differentiated(0).differentiated(1);
  EXPECT_EQ(entry.order(), 3);
  EXPECT_EQ(entry.axis, (std::array<std::int16_t, 4>{0, 1, 2, -1}));
  EXPECT_EQ(entry, value_of(1).differentiated(1).differentiated(2).differentiated(0));
  EXPECT_EQ(laplacian_of(0).order(), 2);
  EXPECT_EQ(value_of(0).order(), 0);
  EXPECT_THROW(entry.differentiated(0).differentiated(0), std::length_error);
}

TEST(Graph, EqualFormulasCoincide) {
  const Scope scope = plane();
  const std::vector<std::pair<const char*, const char*>> equal{
      {"x + y", "y + x"},
      {"x*y", "y*x"},
      {"x + 0", "x"},
      {"0 + x - 0", "x"},
      {"1*x*1", "x"},
      {"0*sin(x)", "0"},
      {"0/x", "0"},
      {"x^1", "x"},
      {"x^0", "1"},
      {"x^2", "x*x"},
      {"x*x*x", "x^3"},
      {"x^2*y*x", "x^3*y"},
      {"(x^2)^3", "x^6"},
      {"--x", "x"},
      {"-(-2*x)", "2*x"},
      {"x - x", "0"},
      {"x + x", "2*x"},
      {"3*x - x - 2*x", "0"},
      {"x + y - x", "y"},
      {"(x + y) + (2*x - y)", "3*x"},
      {"2*(3*x)", "6*x"},
      {"(2*x)*(3*y)", "6*(x*y)"},
      {"(-x)*y", "-(x*y)"},
      {"(-x)*(-y)", "x*y"},
      {"(-x)/y", "-(x/y)"},
      {"1 + x + 2", "x + 3"},
      {"x/4", "0.25*x"},
      {"y*(1/x)", "y/x"},
      {"(x/y)/u", "x/(y*u)"},
      {"x/(y/u)", "x*u/y"},
      {"sin(-x)", "-sin(x)"},
      {"cos(-2*x)", "cos(2*x)"},
      {"abs(-x)", "abs(x)"},
      {"(-x)^2", "x^2"},
      {"(-x)^3", "-x^3"},
      {"abs(x)^2", "x*x"},
      {"abs(exp(x))", "exp(x)"},
      {"sqrt(x^2)", "abs(x)"},
      {"x^0.5", "sqrt(x)"},
      {"x^-0.5", "1/sqrt(x)"},
      {"x^-1", "1/x"},
      {"e^x", "exp(x)"},
      {"log(exp(x))", "x"},
      {"1^x", "1"},
      {"2^0.5*x", "sqrt(2)*x"},
      {"min(x, y)", "min(y, x)"},
      {"max(x, x)", "x"},
      {"sin(pi/2)", "1"},
      {"pow(x, 3)", "x**3"},
  };
  for (const auto& [left, right] : equal) {
    Graph graph;
    const Node a = parse(graph, left, scope), b = parse(graph, right, scope);
    EXPECT_EQ(a, b) << left << " is " << text(graph, a, scope) << ", but " << right << " is "
                    << text(graph, b, scope);
  }
}

TEST(Graph, QuotientOfEqualsIsKeptWhereItMayBeUndefined) {
  Graph graph;
  const Node x = graph.coordinate(0);
  EXPECT_FALSE(graph.constant_value(graph.divide(x, x)).has_value());
  EXPECT_EQ(graph.constant_value(graph.divide(graph.constant(3), graph.constant(3))), 1.0);
  // x/3 is not x*(1/3): the quotient is rounded correctly
  const Node third = graph.divide(x, graph.constant(3));
  EXPECT_EQ(graph[third].op, Op::divide);
}

TEST(Graph, RepeatedSubexpressionsAreShared) {
  const Scope scope = plane();
  Graph once, often;
  parse(once, "sin(x*y)", scope);
  parse(often, "sin(x*y)^2 + sin(y*x)^3 + 5*sin(x*y)", scope);
  // over sin(x*y): the numbers 2, 3, 5, its square, cube and multiple, two sums
  EXPECT_EQ(often.size(), once.size() + 8);
  const Node before = often.size();
  parse(often, "sin(y*x)*sin(x*y)", scope);
  EXPECT_EQ(often.size(), before);
}

TEST(Graph, NanAndZeroConstantsAreUnique) {
  Graph graph;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(graph.constant(nan), graph.constant(nan));
  EXPECT_EQ(graph.constant(0.0), graph.constant(-0.0));
}

TEST(Graph, CopiesAreIndependent) {
  Graph graph;
  const Node x = graph.coordinate(0);
  Graph copy = graph;
  const Node sine = copy.unary(Op::sin, x);
  EXPECT_EQ(graph.size(), 1);
  EXPECT_EQ(copy.unary(Op::sin, x), sine);
}

TEST(Graph, RefusesToGrowWithoutEnd) {
  Graph graph;
  EXPECT_THROW(for (int i = 0; i <= Graph::max_nodes; ++i) graph.constant(i + 0.5),
               std::length_error);
  EXPECT_EQ(graph.size(), Graph::max_nodes);
}

// Each rule is an identity of real numbers, so values may differ by roundings only.
TEST(Graph, SimplificationKeepsValues) {
  const Scope scope = plane();
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const KnownJet point{0.3 + 0.0002 * seed, 0.9 - 0.0001 * seed};
    const testing::RandomFormula formula = FormulaSource(seed, point).make(5);
    Graph graph;
    const Node n = parse(graph, formula.text, scope);
    const double value = evaluate_scalar(graph, n, point);
    ASSERT_NEAR(value, formula.value, 1e-10 * (1 + std::fabs(formula.value)))
        << formula.text << "\n as " << text(graph, n, scope);
  }
}

TEST(Graph, ListsWhatAFormulaDependsOn) {
  const Scope scope = plane();
  Graph graph;
  const Node n = parse(graph, "laplacian(u) + u_yx*v - v_xx + x", scope);
  const std::vector<JetEntry> entries = jet_entries(graph, {n});
  EXPECT_EQ(entries,
            (std::vector<JetEntry>{value_of(0).differentiated(0).differentiated(1), laplacian_of(0),
                                   value_of(1), value_of(1).differentiated(0).differentiated(0)}));
  EXPECT_TRUE(depends_on(graph, n, Leaf::Kind::coordinate));
  EXPECT_FALSE(depends_on(graph, n, Leaf::Kind::normal));
}

TEST(Graph, WritesFormulasThatReadBackTheSame) {
  Scope scope = plane();
  scope.allow_normal = true;
  for (const char* formula : {"x - (y - u)", "-(x + y)", "(x + y)*(x - 2)", "x/(y*u)", "-x^2",
                              "(-x - y)*u - (-u - v)", "2^(x + 1)", "max(x, -y) - min(u_xy, 3)",
                              "laplacian(v)*n_x - u_xxyy", "x^-2 - 1.5e-7", "(x/y)^3 - erf(x)"}) {
    Graph graph;
    const Node n = parse(graph, formula, scope);
    EXPECT_EQ(parse(graph, text(graph, n, scope), scope), n) << text(graph, n, scope);
  }
  EXPECT_EQ(to_string(value_of(0).differentiated(0).differentiated(1), {"x1", "x2"}, {"w"}),
            "w_x1_x2");
}

TEST(Graph, WritesHugeFormulasShortly) {
  Graph graph;
  Node n = graph.coordinate(0);
  for (int i = 0; i < 100; ++i) n = graph.unary(Op::sin, graph.multiply(n, graph.add(n, n)));
  EXPECT_LT(to_string(graph, n, {"x"}, {}).size(), 1000u);
}

// Numbers, and with them the order of sums, are those of a graph that was copied node by node.
TEST(Graph, CopiesOfSharedNodesAreCopies) {
  Graph plain, shared;
  for (Graph* graph : {&plain, &shared}) {
    const Node x = graph->coordinate(0), y = graph->coordinate(1);
    graph->unary(Op::sin, graph->add(x, graph->multiply(y, y)));
  }
  shared.share();
  Graph first = shared;
  EXPECT_EQ(first.size(), plain.size());
  const auto grow = [](Graph& graph) {
    const Node x = graph.coordinate(0), y = graph.coordinate(1);
    return graph.add(graph.unary(Op::cos, x), graph.multiply(y, graph.unary(Op::sin, x)));
  };
  EXPECT_EQ(grow(first), grow(plain));
  first.share();  // on top of what is shared already
  Graph second = first;
  EXPECT_EQ(differentiate(second, grow(second), second.coordinate(1)),
            differentiate(plain, grow(plain), plain.coordinate(1)));
  ASSERT_EQ(second.size(), plain.size());
  for (Node n = 0; n < plain.size(); ++n) {
    EXPECT_EQ(second[n].op, plain[n].op) << n;
    EXPECT_EQ(second[n].a, plain[n].a) << n;
    EXPECT_EQ(second[n].b, plain[n].b) << n;
  }
}

// A graph and its copy give the same number to different formulas that each adds.
TEST(Graph, ACopyGrowsByItself) {
  Graph graph;
  const Node x = graph.coordinate(0);
  graph.share();
  Graph copy = graph;
  const Node sine = graph.unary(Op::sin, x), cosine = copy.unary(Op::cos, x);
  EXPECT_EQ(sine, cosine);
  EXPECT_EQ(graph[sine].op, Op::sin);
  EXPECT_EQ(copy[cosine].op, Op::cos);
  EXPECT_EQ(copy.size(), graph.size());
}

}  // namespace
}  // namespace engd::expr
