#include "energy/ansatz.h"

#include <algorithm>

#include "energy/expansion.h"
#include "expr/differential.h"
#include "expr/shift.h"
#include "expr/substitute.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Leaf;
using expr::Node;

namespace {

/// The derivative that `entry` is of its unknown, of any f.
Node derivative(Graph& graph, Node f, const JetEntry& entry, const expr::Space& space) {
  if (entry.laplacian) return expr::laplacian(graph, f, space);
  for (int k = 0; k < entry.order(); ++k)
    f = expr::total_derivative(graph, f, entry.axis[static_cast<std::size_t>(k)], space);
  return f;
}

}  // namespace

Ansatz::Ansatz(std::vector<std::optional<HardCondition>> hard, expr::Space space)
    : hard_(std::move(hard)), space_(std::move(space)) {
  const bool any = std::any_of(hard_.begin(), hard_.end(), [](const auto& h) { return bool(h); });
  if (!any) hard_.clear();
}

void Ansatz::freeze(std::vector<network::FrozenNetwork> networks, std::vector<double> scale) {
  fields_or_new().networks = std::move(networks);
  scale_ = std::move(scale);
}

/// What is known, or trained, of an unknown here, as it is at the partner: g, d and the fields,
/// too.
Node Ansatz::moved(Graph& graph, Node f) {
  const Node there = expr::shifted(graph, f, shift_);
  if (!fields_) return there;
  const auto field_there = [&](Node n) {
    const Leaf leaf = graph[n].leaf;
    if (leaf.kind != Leaf::Kind::field) return n;
    const JetEntry entry = fields_->entries[static_cast<std::size_t>(leaf.index)];
    return graph.leaf(fields_->leaf_of(entry.at(Leaf::Place::partner)));
  };
  return expr::substitute(graph, {there}, field_there).front();
}

Fields& Ansatz::fields_or_new() {
  if (!fields_) fields_ = std::make_shared<Fields>(Fields{{}, space_, nullptr, {}});
  return *fields_;
}

void Ansatz::begin_with(std::shared_ptr<const WindowStart> start, int time_axis) {
  fields_or_new().start = std::move(start);
  time_axis_ = time_axis;
}

// A jet entry, so that derivatives of formulas are taken as usual.
Node Ansatz::start_value(Graph& graph, int unknown, int order) {
  JetEntry entry = expr::value_of(unknown).at(Leaf::Place::start);
  entry.time_order = static_cast<std::int8_t>(order);
  return graph.jet(entry);
}

Node Ansatz::at_start(Graph& graph, const JetEntry& entry) {
  return graph.leaf(fields_->leaf_of(entry.at(Leaf::Place::start)));
}

/// A leaf of what is known: a derivative of the frozen networks, or of the state.
Node Ansatz::known_leaf(Graph& graph, const JetEntry& entry) {
  if (entry.place != Leaf::Place::start) return graph.leaf(fields_->leaf_of(entry));
  JetEntry of_u = expr::value_of(entry.index);
  for (std::int8_t k = 0; k < entry.time_order; ++k) of_u = of_u.differentiated(time_axis_);
  if (entry.laplacian) {
    Node sum = graph.constant(0);
    for (const int axis : space_.spatial)
      sum = graph.add(sum, at_start(graph, of_u.differentiated(axis).differentiated(axis)));
    return sum;
  }
  for (int k = 0; k < entry.order(); ++k) {
    const int axis = entry.axis[static_cast<std::size_t>(k)];
    if (axis == time_axis_) return graph.constant(0);  // the state does not change
    of_u = of_u.differentiated(axis);
  }
  return at_start(graph, of_u);
}

Node Ansatz::scaled_by_distance(Graph& graph, int unknown, Node f) const {
  const auto k = static_cast<std::size_t>(unknown);
  return k < hard_.size() && hard_[k] ? graph.multiply(hard_[k]->distance, f) : f;
}

/// What it was when the last network was frozen: further ones train it on from there.
double Ansatz::known_coefficient(int number) const {
  if (!fields_) return 0;
  const network::FrozenNetwork& last = fields_->networks.back();
  return last.trainable.coefficient(last.theta.data(), number);
}

Node Ansatz::known(Graph& graph, const JetEntry& entry) {
  if (entry.is_coefficient()) return graph.constant(known_coefficient(entry.index));
  if (entry.place == Leaf::Place::partner)
    return moved(graph, known(graph, entry.at(Leaf::Place::here)));
  const auto k = static_cast<std::size_t>(entry.index);
  Node f = graph.constant(0);
  if (has_networks())
    f = scaled_by_distance(graph, entry.index, graph.jet(expr::value_of(entry.index)));
  if (k < hard_.size() && hard_[k]) f = graph.add(hard_[k]->value, f);
  const Node of_v = derivative(graph, f, entry, space_);
  const auto as_field = [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    return data.is_jet_entry() ? known_leaf(graph, data.leaf) : leaf;
  };
  return expr::substitute(graph, {of_v}, as_field).front();
}

Node Ansatz::trained(Graph& graph, const JetEntry& entry) {
  if (entry.is_coefficient())
    return graph.subtract(graph.jet(entry), graph.constant(known_coefficient(entry.index)));
  if (entry.place == Leaf::Place::partner)
    return moved(graph, trained(graph, entry.at(Leaf::Place::here)));
  const Node N = graph.jet(expr::value_of(entry.index));
  const Node product = derivative(graph, scaled_by_distance(graph, entry.index, N), entry, space_);
  if (scale_.empty()) return product;
  return graph.multiply(graph.constant(scale_[static_cast<std::size_t>(entry.index)]), product);
}

std::vector<Node> Ansatz::apply(Graph& graph, const std::vector<Node>& roots) {
  if (is_plain()) return roots;
  std::vector<Node> result;
  for (const Node root : roots) result.push_back(applied(graph, root));
  return result;
}

Node Ansatz::applied(Graph& graph, Node f) {
  // Beside frozen networks what is trained is small: its part of f must not drown in theirs.
  if (has_networks()) {
    const auto parts = parts_by_degree(graph, f, *this);
    if (!parts) {
      const expr::Change change = change_by_training(graph, f, *this);
      return graph.add(change.value, change.difference);
    }
    Node sum = parts->back();
    for (auto part = parts->rbegin() + 1; part != parts->rend(); ++part)
      sum = graph.add(*part, sum);
    return sum;
  }
  return expr::substitute(graph, {f},
                          [&](Node leaf) {
                            const expr::NodeData data = graph[leaf];
                            if (!data.is_jet_entry()) return leaf;
                            return graph.add(known(graph, data.leaf), trained(graph, data.leaf));
                          })
      .front();
}

}  // namespace engd::energy
