#include "energy/euler_lagrange.h"

#include <algorithm>

#include "expr/derivative.h"
#include "expr/differential.h"
#include "expr/substitute.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Node;
using expr::Space;

namespace {

/// The same formula with the sum of second derivatives in place of a Laplacian.
Node with_second_derivatives(Graph& graph, Node f, const Space& space) {
  return expr::substitute(graph, {f},
                          [&](Node leaf) {
                            const expr::NodeData data = graph[leaf];
                            if (!data.is_jet_entry() || !data.leaf.laplacian) return leaf;
                            const JetEntry u = data.leaf.without_derivative();
                            Node sum = graph.constant(0);
                            for (const int axis : space.spatial)
                              sum = graph.add(
                                  sum, graph.jet(u.differentiated(axis).differentiated(axis)));
                            return sum;
                          })
      .front();
}

bool is_zero(const Graph& graph, Node f) {
  return graph.constant_value(f) == 0.0;
}

/// The sum of dv_i/dx_i over all coordinates, the time as well.
Node full_divergence(Graph& graph, const std::vector<Node>& v, const Space& space) {
  std::vector<Node> spatial;
  for (const int axis : space.spatial) spatial.push_back(v[static_cast<std::size_t>(axis)]);
  Node sum = expr::divergence(graph, spatial, space);
  for (int axis = 0; axis < space.dimension; ++axis)
    if (std::ranges::find(space.spatial, axis) == space.spatial.end())
      sum = graph.add(
          sum, expr::total_derivative(graph, v[static_cast<std::size_t>(axis)], axis, space));
  return sum;
}

std::vector<std::vector<Node>> moment_of(Graph& graph, Node e, const JetEntry& u, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<std::vector<Node>> moment(d, std::vector<Node>(d, graph.constant(0)));
  bool any = false;
  expr::Differentiator of_e(graph, e);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = i; j < d; ++j) {
      const JetEntry second =
          u.differentiated(static_cast<int>(i)).differentiated(static_cast<int>(j));
      const Node q = of_e.partial(graph.jet(second));
      any = any || !is_zero(graph, q);
      moment[i][j] = moment[j][i] = i == j ? q : graph.multiply(graph.constant(0.5), q);
    }
  if (!any) moment.clear();
  return moment;
}

bool has_order_two(const Graph& graph, Node e) {
  return std::ranges::any_of(expr::jet_entries(graph, {e}),
                             [](const JetEntry& entry) { return entry.order() == 2; });
}

}  // namespace

InnerVariation variation_inside(Graph& graph, Node e, int unknown, const Space& space) {
  const JetEntry u = expr::value_of(unknown);
  InnerVariation inside;
  if (has_order_two(graph, e)) {
    e = with_second_derivatives(graph, e, space);
    inside.moment = moment_of(graph, e, u, space.dimension);
  }
  expr::Differentiator of_e(graph, e);
  for (int axis = 0; axis < space.dimension; ++axis) {
    Node s = of_e.partial(graph.jet(u.differentiated(axis)));
    if (!inside.moment.empty())
      for (int j = 0; j < space.dimension; ++j)
        s = graph.subtract(
            s,
            expr::total_derivative(
                graph, inside.moment[static_cast<std::size_t>(axis)][static_cast<std::size_t>(j)],
                j, space));
    inside.flux.push_back(s);
  }
  inside.equation =
      graph.subtract(of_e.partial(graph.jet(u)), full_divergence(graph, inside.flux, space));
  return inside;
}

BoundaryVariation variation_on_boundary(Graph& graph, const InnerVariation& inside, Node b,
                                        int unknown, const Space& space) {
  const JetEntry u = expr::value_of(unknown);
  const auto d = static_cast<std::size_t>(space.dimension);
  std::vector<Node> normal, m;
  for (int axis = 0; axis < space.dimension; ++axis) normal.push_back(graph.normal(axis));
  expr::Differentiator of_b(graph, b);
  BoundaryVariation boundary;
  boundary.of_value =
      graph.add(expr::dot_product(graph, inside.flux, normal), of_b.partial(graph.jet(u)));
  for (std::size_t i = 0; i < d; ++i) {
    m.push_back(of_b.partial(graph.jet(u.differentiated(static_cast<int>(i)))));
    if (!inside.moment.empty())
      m[i] = graph.add(m[i], expr::dot_product(graph, inside.moment[i], normal));
    boundary.has_slopes = boundary.has_slopes || !is_zero(graph, m[i]);
  }
  boundary.of_slope = expr::dot_product(graph, m, normal);
  // In one dimension t is zero.
  if (!boundary.has_slopes || d == 1) return boundary;
  for (std::size_t i = 0; i < d; ++i) {
    const Node t = graph.subtract(m[i], graph.multiply(boundary.of_slope, normal[i]));
    boundary.of_value = graph.subtract(
        boundary.of_value, expr::total_derivative(graph, t, static_cast<int>(i), space));
  }
  return boundary;
}

}  // namespace engd::energy
