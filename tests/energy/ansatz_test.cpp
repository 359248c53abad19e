#include "energy/ansatz.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "common/discretisation.h"
#include "expr/differential.h"
#include "expr/parser.h"
#include "expr/substitute.h"
#include "expr/tape.h"

namespace engd::energy {
namespace {

using expr::JetEntry;
using expr::Node;

/// Formulas of x and y, and the unknown u.
struct Plane {
  expr::Graph graph;
  expr::Scope scope;
  Plane() {
    scope.coordinates = {"x", "y"};
    scope.unknowns = {"u"};
    scope.space = {2, {0, 1}};
  }
  Node parse(const char* text) { return expr::parse(graph, text, scope); }
};

JetEntry derivative(std::initializer_list<int> axes) {
  JetEntry entry = expr::value_of(0);
  for (int axis : axes) entry = entry.differentiated(axis);
  return entry;
}

// With a known function in the place of the network, D^alpha of g + d N by the ansatz is the
// derivative of the formula g + d N.
TEST(AnsatzTest, DerivativesAreThoseOfTheProduct) {
  Plane plane;
  expr::Graph& graph = plane.graph;
  const Node g = plane.parse("exp(x)*cos(y)"), d = plane.parse("x*(1-x)*sin(2*y)"),
             N = plane.parse("sin(3*x + y^2)");
  Ansatz ansatz({HardCondition{g, d}}, plane.scope.space);
  const Node u = graph.add(g, graph.multiply(d, N));
  const auto of = [&](Node f, const JetEntry& entry) {
    if (entry.laplacian) return expr::laplacian(graph, f, plane.scope.space);
    for (int k = 0; k < entry.order(); ++k)
      f = expr::total_derivative(graph, f, entry.axis[k], plane.scope.space);
    return f;
  };
  for (const JetEntry& entry :
       {derivative({}), derivative({0}), derivative({1}), derivative({0, 1}), derivative({1, 1}),
        expr::laplacian_of(0), derivative({0, 0, 1}), derivative({0, 0, 1, 1})}) {
    const Node applied = ansatz.apply(graph, {graph.jet(entry)}).front();
    const Node got = expr::substitute(graph, {applied}, [&](Node leaf) {
                       const expr::NodeData data = graph[leaf];
                       return data.op == expr::Op::jet ? of(N, data.jet) : leaf;
                     }).front();
    for (const auto& x : {std::array{0.3, 0.7}, std::array{-1.1, 0.2}}) {
      const double want = expr::evaluate_scalar(graph, of(u, entry), x);
      EXPECT_NEAR(expr::evaluate_scalar(graph, got, x), want, 1e-13 * (1 + std::fabs(want)));
    }
  }
}

// lap u = lap g + lap d N + 2 grad d . grad N + d lap N: the second derivatives of the network
// stay one channel.
TEST(AnsatzTest, KeepsTheLaplacianOneEntry) {
  Plane plane;
  Ansatz ansatz({HardCondition{plane.parse("x"), plane.parse("x*y*(1-x)")}}, plane.scope.space);
  const auto nodes = ansatz.apply(plane.graph, {plane.graph.jet(expr::laplacian_of(0))});
  std::vector<JetEntry> want{derivative({}), derivative({0}), derivative({1}),
                             expr::laplacian_of(0)};
  auto got = expr::jet_entries(plane.graph, nodes);
  std::sort(want.begin(), want.end());
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, want);
}

TEST(AnsatzTest, ChangesNothingWhereNothingIsAsked) {
  Plane plane;
  const Node f = plane.parse("laplacian(u) + u*u_x");
  Ansatz none, empty({std::nullopt}, plane.scope.space);
  EXPECT_TRUE(none.is_plain());
  EXPECT_TRUE(empty.is_plain());
  EXPECT_EQ(none.apply(plane.graph, {f}).front(), f);
  EXPECT_EQ(empty.apply(plane.graph, {f}).front(), f);
}

/// u and u_x on faces of the box, for any network.
Matrix on_face(testing::Discretisation& made, const char* face, const Vector& theta,
               geometry::PointSet& points) {
  points = made.place(testing::points::halton(200), face);
  return made.values(theta, std::vector{derivative({}), derivative({0})}, points);
}

/// In t and x, with a network whose values are not small.
testing::Statement strip() {
  testing::Statement statement = testing::Statement("t x", {{0, 2}, {-1, 1}}).with_layers({20});
  statement.network.init = {.kind = network::Initialisation::Kind::normal, .std = {2}};
  return statement;
}

// Every network satisfies the condition: u = value on the boundary but at the end of time, where
// the network is free.
TEST(AnsatzTest, HoldsOnTheBoundaryForEveryNetwork) {
  testing::Discretisation made(strip().with_hard("u", "cos(pi*x/2) + t*x^2", "t/2*(x+1)*(1-x)"));
  const Vector theta = made.network.initial(5);
  for (const char* face : {"initial", "boundary.x.min", "boundary.x.max"}) {
    geometry::PointSet points;
    const Matrix u = on_face(made, face, theta, points);
    for (Index q = 0; q < points.count; ++q) {
      const double t = points.coordinate(q, 0), x = points.coordinate(q, 1);
      EXPECT_NEAR(u(q, 0), std::cos(M_PI * x / 2) + t * x * x, 1e-15 * 4) << face;
    }
  }
  geometry::PointSet points;
  const Matrix u = on_face(made, "final", theta, points);
  double largest = 0;
  for (Index q = 0; q < points.count; ++q) {
    const double x = points.coordinate(q, 1);
    largest = std::max(largest, std::fabs(u(q, 0) - std::cos(M_PI * x / 2) - 2 * x * x));
  }
  EXPECT_GT(largest, 0.1);
}

// A distance of second order fixes u and u_t at the start.
TEST(AnsatzTest, DistancesOfSecondOrderFixTheDerivativeToo) {
  testing::Discretisation made(strip().with_hard("u", "sin(x) + 3*t", "t^2"));
  geometry::PointSet points;
  const Matrix u = on_face(made, "initial", made.network.initial(5), points);
  for (Index q = 0; q < points.count; ++q) {
    EXPECT_NEAR(u(q, 0), std::sin(points.coordinate(q, 1)), 1e-15);
    EXPECT_NEAR(u(q, 1), 3, 1e-15);
  }
}

}  // namespace
}  // namespace engd::energy
