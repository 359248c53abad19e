#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "energy/fields.h"
#include "expr/graph.h"

namespace engd::energy {

/// A condition that holds exactly, for every network: u = value + distance * N, formulas of the
/// coordinates; the distance vanishes where u = value.
struct HardCondition {
  expr::Node value = -1, distance = -1;
};

/// How the unknowns u are made of the network N that is trained:
///
///     u = g + d (v + s N) ,
///
/// with g and d of a hard condition (0 and 1 without one), v the sum of the networks trained before
/// (0 for the first) and the scale s of the network (1). All of it is a change of formulas: the
/// jets of u in a density are replaced by those of N, D^alpha u by Leibniz's rule. Backends see
/// densities of N, and what belongs to the point alone as data columns.
class Ansatz {
 public:
  Ansatz() = default;  ///< u = N
  Ansatz(std::vector<std::optional<HardCondition>> hard, expr::Space space);
  /// `scale` has one number an unknown.
  void freeze(std::vector<network::FrozenNetwork> networks, std::vector<double> scale);
  /// Of the first network, one number an unknown.
  void scale(std::vector<double> by) { scale_ = std::move(by); }
  /// A window of time that begins with a state: formulas, those of hard conditions too, may have
  /// the leaves of `start_value`, which are functions of space.
  void begin_with(std::shared_ptr<const WindowStart> start, int time_axis);
  /// D_t^order u at the start, as a leaf whose derivatives can be taken.
  static expr::Node start_value(expr::Graph& graph, int unknown, int order);
  /// D^alpha u at the start.
  expr::Node at_start(expr::Graph& graph, const expr::JetEntry& entry);

  /// For densities that look at the partners x + shift of points.
  void set_shift(std::vector<double> shift) { shift_ = std::move(shift); }

  bool is_plain() const { return hard_.empty() && scale_.empty() && !fields_; }
  /// Formulas of the jets of u, as formulas of the jets of N.
  std::vector<expr::Node> apply(expr::Graph& graph, const std::vector<expr::Node>& roots);
  /// The two parts of D^alpha u: what is known at a point, D^alpha (g + d v), and what is trained,
  /// D^alpha (d s N). Of a coefficient: its value when the last network was frozen, and the rest.
  expr::Node known(expr::Graph& graph, const expr::JetEntry& entry);
  expr::Node trained(expr::Graph& graph, const expr::JetEntry& entry);
  /// What `known` refers to; null where nothing is frozen.
  std::shared_ptr<const Fields> fields() const { return fields_; }

 private:
  expr::Node applied(expr::Graph& graph, expr::Node f);
  expr::Node moved(expr::Graph& graph, expr::Node f);
  double known_coefficient(int number) const;
  expr::Node scaled_by_distance(expr::Graph& graph, int unknown, expr::Node f) const;
  expr::Node known_leaf(expr::Graph& graph, const expr::JetEntry& entry);
  bool has_networks() const { return fields_ && !fields_->networks.empty(); }
  Fields& fields_or_new();

  std::vector<std::optional<HardCondition>> hard_;  ///< one an unknown, or empty
  expr::Space space_;
  std::shared_ptr<Fields> fields_;
  std::vector<double> scale_, shift_;
  int time_axis_ = -1;  ///< of a window
};

}  // namespace engd::energy
