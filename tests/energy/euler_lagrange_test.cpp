#include "energy/euler_lagrange.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "expr/parser.h"
#include "expr/substitute.h"
#include "expr/tape.h"
#include "geometry/domain.h"
#include "geometry/points.h"

namespace engd::energy {
namespace {

using expr::Node;

/// Formulas of x and y, and the unknown u, on the unit square.
struct Square {
  expr::Graph graph;
  expr::Scope scope;
  geometry::Domain domain{geometry::Box{{0, 0}, {1, 1}}};
  Square() {
    scope.coordinates = {"x", "y"};
    scope.unknowns = {"u"};
    scope.space = {2, {0, 1}};
    scope.allow_normal = true;
  }
  Node parse(const std::string& text) { return expr::parse(graph, text, scope); }

  /// f with a function of the coordinates in the place of the unknown.
  Node at(Node f, Node function) {
    return expr::substitute(graph, {f},
                            [&](Node leaf) {
                              const expr::NodeData data = graph[leaf];
                              if (!data.is_jet_entry()) return leaf;
                              if (data.leaf.laplacian) {
                                Node sum = graph.constant(0);
                                for (const int axis : {0, 1})
                                  sum =
                                      graph.add(sum, derivative(derivative(function, axis), axis));
                                return sum;
                              }
                              Node d = function;
                              for (int k = 0; k < data.leaf.order(); ++k)
                                d = derivative(d, data.leaf.axis[static_cast<std::size_t>(k)]);
                              return d;
                            })
        .front();
  }
  Node derivative(Node f, int axis) { return expr::total_derivative(graph, f, axis, scope.space); }
  double integral(Node f, const geometry::Region& region) const {
    geometry::PointRule rule;
    rule.kind = geometry::PointRule::Kind::gauss;
    rule.count = {20};
    const geometry::PointSet points = geometry::place_points(rule, region, {}, scope.coordinates);
    double sum = 0;
    for (std::ptrdiff_t q = 0; q < points.count; ++q)
      sum += points.weights[static_cast<std::size_t>(q)] *
             expr::evaluate_scalar(
                 graph, f, [&](const expr::Leaf& leaf) { return points.values_of(leaf)[q]; });
    return sum;
  }
};

struct Densities {
  const char *inside, *boundary;
};

// d/ds E(u + s v) is the integral of the variation against v: for v that vanishes in the corners,
// where pieces of the boundary meet.
TEST(EulerLagrangeTest, GivesTheFirstVariation) {
  for (const Densities& energy :
       {Densities{"(u_x^2 + u_y^2)/2 + u^4/4 - sin(x)*u", "0"},
        Densities{"(u_x^2 + 3*u_x*u_y + 2*u_y^2)^2*exp(x) + u_x*u", "3*u^2 - x*u"},
        Densities{"u_xx^2 + u_xy^2*x + 2*u_yy^2 + u_xx*u_yy*y + u_x*u", "u*dn(u) + u_y^3"},
        Densities{"laplacian(u)^2*exp(u)/2 - y*u", "dn(u)^2 - x*y*dn(u)"}}) {
    SCOPED_TRACE(energy.inside);
    Square square;
    expr::Graph& graph = square.graph;
    const Node e = square.parse(energy.inside), b = square.parse(energy.boundary);
    const Node u = square.parse("cos(x + 2*y) + x*y"),
               v = square.parse("(x^2*(1-x)^2 + y*(1-y))*sin(3*x - y)");
    const geometry::Region interior = geometry::interior_of(square.domain),
                           boundary = geometry::boundary_of(square.domain);
    const auto total = [&](double s) {
      const Node moved = graph.add(u, graph.multiply(graph.constant(s), v));
      return square.integral(square.at(e, moved), interior) +
             square.integral(square.at(b, moved), boundary);
    };
    const double h = 1e-3;  // the fourth-order quotient leaves h^4
    const double want = (8 * (total(h) - total(-h)) - (total(2 * h) - total(-2 * h))) / (12 * h);

    const InnerVariation inside = variation_inside(graph, e, 0, square.scope.space);
    const BoundaryVariation natural =
        variation_on_boundary(graph, inside, b, 0, square.scope.space);
    Node slope = graph.constant(0);
    for (const int axis : {0, 1})
      slope = graph.add(slope, graph.multiply(graph.normal(axis), square.derivative(v, axis)));
    const double got =
        square.integral(graph.multiply(square.at(inside.equation, u), v), interior) +
        square.integral(graph.add(graph.multiply(square.at(natural.of_value, u), v),
                                  graph.multiply(square.at(natural.of_slope, u), slope)),
                        boundary);
    EXPECT_NEAR(got, want, 1e-8 * (1 + std::fabs(want)));
  }
}

// One channel of a network in place of one for each coordinate.
TEST(EulerLagrangeTest, HasTheLaplacianOfASumOfSquares) {
  Square square;
  const InnerVariation inside =
      variation_inside(square.graph, square.parse("norm2(grad(u))/2"), 0, square.scope.space);
  const auto entries = expr::jet_entries(square.graph, {inside.equation});
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(entries[0].laplacian);
  EXPECT_TRUE(inside.moment.empty());
}

}  // namespace
}  // namespace engd::energy
