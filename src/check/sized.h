#pragma once

#include <functional>
#include <vector>

#include "expr/graph.h"

namespace engd::check {

/// A number with the size of what it is a sum of, and with how far rounding can move it.
struct Sized {
  double value = 0;
  double size = 0;   ///< sum of the |summands|: 2 for 1 - 1
  double error = 0;  ///< in rounding units
};

/// The formulas at one point, with the values of their leaves:
/// a running error analysis beside the values.
std::vector<Sized> evaluate_sized(const expr::Graph& graph, const std::vector<expr::Node>& roots,
                                  const std::function<Sized(const expr::Leaf&)>& value);

/// The same for many points, where the nodes are listed once.
class SizedFormulas {
 public:
  SizedFormulas(const expr::Graph& graph, std::vector<expr::Node> roots);
  std::size_t operations() const { return nodes_.size(); }
  std::vector<Sized> operator()(const std::function<Sized(const expr::Leaf&)>& value);

 private:
  const expr::Graph& graph_;
  std::vector<expr::Node> roots_, nodes_;
  std::vector<std::size_t> a_, b_, root_positions_;  ///< where operands stand among the nodes
  std::vector<Sized> values_;
};

}  // namespace engd::check
