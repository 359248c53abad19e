#include "energy/density.h"

#include <algorithm>
#include <cmath>

#include "energy/hoist.h"
#include "expr/derivative.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Node;

Density Density::of_residuals(Graph& graph, std::vector<Node> residuals) {
  return Density(graph, std::move(residuals), true);
}

Density Density::of_density(Graph& graph, Node density) {
  return Density(graph, {density}, false);
}

Density Density::sobolev(Graph& graph, int order, int unknowns, int dimension, int coefficients) {
  std::vector<Node> entries;
  for (int k = 0; k < unknowns; ++k) {
    const JetEntry u = expr::value_of(k);
    entries.push_back(graph.jet(u));
    for (int i = 0; i < dimension && order >= 1; ++i) {
      entries.push_back(graph.jet(u.differentiated(i)));
      for (int j = 0; j <= i && order >= 2; ++j) {
        const Node entry = graph.jet(u.differentiated(i).differentiated(j));
        const double multiplicity = i == j ? 1 : 2;
        entries.push_back(graph.multiply(graph.constant(std::sqrt(multiplicity)), entry));
      }
    }
  }
  for (int k = 0; k < coefficients; ++k) entries.push_back(graph.jet(expr::coefficient_entry(k)));
  return of_residuals(graph, std::move(entries));
}

Density::Density(Graph& graph, std::vector<Node> values, bool least_squares)
    : least_squares_(least_squares), value_nodes_(std::move(values)) {
  jets_ = expr::jet_entries(graph, value_nodes_);
  const int J = static_cast<int>(jets_.size());
  const auto is_zero = [&](Node n) { return graph.constant_value(n) == 0.0; };

  std::vector<Node> leaves, outputs = value_nodes_;
  for (const JetEntry& jet : jets_) leaves.push_back(graph.jet(jet));
  for (int k = 0; k < std::ssize(value_nodes_); ++k) {
    expr::Differentiator value(graph, value_nodes_[k]);
    for (int c = 0; c < J; ++c) {
      const Node slope = value.partial(leaves[c]);
      if (is_zero(slope)) continue;
      slopes_.push_back({k, c, static_cast<int>(outputs.size())});
      outputs.push_back(slope);
    }
  }
  const std::size_t slope_outputs = outputs.size();
  if (!least_squares) {
    curvature_nodes_.assign(static_cast<std::size_t>(J) * J, -1);
    for (const Entry& slope : slopes_) {
      expr::Differentiator of_slope(graph, outputs[slope.output]);
      for (int c = slope.jet; c < J; ++c) {
        const Node curvature = of_slope.partial(leaves[c]);
        if (is_zero(curvature)) continue;
        curvature_nodes_[slope.jet * J + c] = curvature;
        curvatures_.push_back({slope.jet, c, static_cast<int>(outputs.size())});
        outputs.push_back(curvature);
      }
    }
  }

  std::vector<Node> columns;
  const auto hoisted = hoist_point_data(graph, outputs, columns);
  const std::span<const Node> all(hoisted);
  data_ = expr::Tape(graph, columns);
  value_ = expr::Tape(graph, all.first(value_nodes_.size()));
  slope_ = expr::Tape(graph, all.first(slope_outputs));
  curvature_ = expr::Tape(graph, all);
}

bool Density::diagonal_curvature() const {
  return std::all_of(curvatures_.begin(), curvatures_.end(),
                     [](const Entry& entry) { return entry.row == entry.jet; });
}

int Density::rows() const {
  if (least_squares_) return values();
  std::vector<bool> touched(jets_.size(), false);
  for (const Entry& entry : curvatures_) touched[entry.row] = touched[entry.jet] = true;
  return static_cast<int>(std::count(touched.begin(), touched.end(), true));
}

Node Density::curvature_node(int row, int jet) const {
  if (curvature_nodes_.empty()) return -1;  // of residuals
  if (row > jet) std::swap(row, jet);
  return curvature_nodes_[static_cast<std::size_t>(row) * jets_.size() + jet];
}

}  // namespace engd::energy
