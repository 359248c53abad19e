#pragma once

#include <functional>

#include "expr/graph.h"

namespace engd::expr {

/// A formula f at v, and how it changes from there to v + d, in a form that does not subtract what
/// is nearly equal: where d is small, the parts have all their digits.
struct Change {
  Node value = -1;       ///< f(v)
  Node difference = -1;  ///< f(v + d) - f(v)
  Node rest = -1;        ///< f(v + d) - f(v) - f'(v) d, of second order in d
  /// f(v + d) as it is written: a sum of squares is not negative there, f(v) plus the difference
  /// may be. -1: that sum.
  Node moved = -1;
};

/// The change of f from those of its leaves (whose rest is 0). One rule an operation, so
/// that the size of the result is that of f: (a b)' = a' b + a b' + a' b', and so on.
Change change(Graph& graph, Node f, const std::function<Change(Node leaf)>& of_leaf);

/// Of the operations by themselves, for `change`.
Change change_of_sum(Graph& graph, const Change& a, const Change& b);
Change change_of_product(Graph& graph, const Change& a, const Change& b);
Change change_of_quotient(Graph& graph, const Change& a, const Change& b);
Change change_of_power(Graph& graph, const Change& a, const Change& b);
Change change_of_function(Graph& graph, Op op, const Change& a);  ///< of one number

}  // namespace engd::expr
