#pragma once

#include <functional>
#include <vector>

#include "expr/graph.h"

namespace engd::expr {

/// Derivatives of one formula f, one after another: each costs no more than the part of f that is
/// made after its leaf.
class Differentiator {
 public:
  Differentiator(Graph& graph, Node f);

  Node partial(Node leaf);  ///< df / d leaf
  /// df where each leaf but numbers has the derivative slope(leaf).
  Node total(const std::function<Node(Node leaf)>& slope) { return from(0, slope); }

 private:
  Node from(std::ptrdiff_t first_leaf, const std::function<Node(Node)>& slope);
  Node with_rule(Node n, Node da, Node db, Node zero);
  std::ptrdiff_t place(Node n) const;

  struct Operands {
    std::ptrdiff_t a, b;
  };
  Graph& graph_;
  std::vector<Node> nodes_;         ///< of f, ascending: f is the last one
  std::vector<Operands> operands_;  ///< their places among these; -1: none
  std::vector<Node> derivatives_;
};

}  // namespace engd::expr
