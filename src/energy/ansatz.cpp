#include "energy/ansatz.h"

#include <algorithm>

#include "energy/expansion.h"
#include "expr/differential.h"
#include "expr/shift.h"
#include "expr/substitute.h"

namespace engd::energy {

using expr::Graph;
using expr::JetEntry;
using expr::Node;
using expr::Op;

namespace {

constexpr int first_of_state = 1 << 13;  // more unknowns than a problem has

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

void Ansatz::set_shift(std::vector<double> shift, int unknowns) {
  shift_ = std::move(shift);
  unknowns_ = unknowns;
}

/// The same entry here, where it is one of an unknown at the partner.
std::optional<JetEntry> Ansatz::at_partner(const JetEntry& entry) const {
  if (shift_.empty() || entry.unknown < unknowns_) return std::nullopt;
  JetEntry here = entry;
  here.unknown = static_cast<std::int16_t>(entry.unknown - unknowns_);
  return here;
}

/// What is known, or trained, of an unknown here, as it is at the partner: g, d and the fields,
/// too.
Node Ansatz::moved(Graph& graph, Node f) {
  const Node there = expr::shifted(graph, f, shift_, unknowns_);
  if (!fields_) return there;
  const auto field_there = [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    if (data.op != Op::coordinate || data.index < first_field) return leaf;
    Fields::Entry entry = fields_->entries[static_cast<std::size_t>(data.index - first_field)];
    entry.jet.unknown = static_cast<std::int16_t>(entry.jet.unknown + unknowns_);
    return graph.coordinate(first_field + fields_->number_of(entry));
  };
  return expr::substitute(graph, {there}, field_there).front();
}

Fields& Ansatz::fields_or_new() {
  if (!fields_) fields_ = std::make_shared<Fields>(Fields{{}, space_, nullptr, {}});
  return *fields_;
}

void Ansatz::begin_with(std::shared_ptr<const State> start, int time_axis, int unknowns) {
  fields_or_new().start = std::move(start);
  time_axis_ = time_axis;
  unknowns_ = unknowns;
}

// Unknowns with large numbers stand for the state, so that derivatives of formulas are taken as
// usual: first_of_state + unknowns * order + k for D_t^order u_k.
Node Ansatz::start_value(Graph& graph, int unknown, int order, int unknowns) {
  return graph.jet(expr::value_of(first_of_state + unknowns * order + unknown));
}

Node Ansatz::at_start(Graph& graph, const JetEntry& entry) {
  return graph.coordinate(first_field + fields_->number_of({entry, true}));
}

/// A leaf of what is known: a derivative of the frozen networks, or of the state.
Node Ansatz::known_leaf(Graph& graph, const JetEntry& entry) {
  if (entry.unknown < first_of_state)
    return graph.coordinate(first_field + fields_->number_of({entry, false}));
  const int number = entry.unknown - first_of_state;
  JetEntry of_u = expr::value_of(number % unknowns_);
  for (int k = number / unknowns_; k > 0; --k) of_u = of_u.differentiated(time_axis_);
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
  if (entry.is_coefficient()) return graph.constant(known_coefficient(entry.coefficient()));
  if (const auto here = at_partner(entry)) return moved(graph, known(graph, *here));
  const auto k = static_cast<std::size_t>(entry.unknown);
  Node f = graph.constant(0);
  if (has_networks())
    f = scaled_by_distance(graph, entry.unknown, graph.jet(expr::value_of(entry.unknown)));
  if (k < hard_.size() && hard_[k]) f = graph.add(hard_[k]->value, f);
  const Node of_v = derivative(graph, f, entry, space_);
  const auto as_field = [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    return data.op == Op::jet ? known_leaf(graph, data.jet) : leaf;
  };
  return expr::substitute(graph, {of_v}, as_field).front();
}

Node Ansatz::trained(Graph& graph, const JetEntry& entry) {
  if (entry.is_coefficient())
    return graph.subtract(graph.jet(entry), graph.constant(known_coefficient(entry.coefficient())));
  if (const auto here = at_partner(entry)) return moved(graph, trained(graph, *here));
  const Node N = graph.jet(expr::value_of(entry.unknown));
  const Node product =
      derivative(graph, scaled_by_distance(graph, entry.unknown, N), entry, space_);
  if (!has_networks()) return product;
  return graph.multiply(graph.constant(scale_[static_cast<std::size_t>(entry.unknown)]), product);
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
                            if (data.op != Op::jet) return leaf;
                            return graph.add(known(graph, data.jet), trained(graph, data.jet));
                          })
      .front();
}

}  // namespace engd::energy
