#pragma once

#include <vector>

#include "expr/graph.h"

namespace engd::energy {

/// What the least energy  int e(x, u, Du, DDu)  asks of one unknown u inside the domain. With
///
///     p_i = de/du_i ,     Q_ij the symmetric matrix with  sum_ij Q_ij v_ij = de/d(DDu) . DDv ,
///
/// the first variation along v is
///
///     int (de/du - div s) v  +  oint (s.n) v + (Q n).Dv ,     s = p - div Q .
struct InnerVariation {
  expr::Node equation = -1;                     ///< de/du - div s: zero inside
  std::vector<expr::Node> flux;                 ///< s, one a coordinate
  std::vector<std::vector<expr::Node>> moment;  ///< Q; no rows where it is zero
};

/// Throws std::length_error where derivatives of u beyond expr::max_order are needed: e has them up
/// to order two.
InnerVariation variation_inside(expr::Graph& graph, expr::Node e, int unknown,
                                const expr::Space& space);

/// What it asks of u on a flat piece of the boundary, where  oint b(x, u, Du)  is added. With
/// m = Q n + db/d(Du), its normal part m.n and its tangential part t = m - (m.n) n, the first
/// variation along v there is
///
///     oint (s.n + db/du - div t) v + (m.n) dv/dn .
struct BoundaryVariation {
  expr::Node of_value = -1;  ///< the factor of v
  expr::Node of_slope = -1;  ///< the factor of dv/dn
  bool has_slopes = false;   ///< m is not zero: on a curved piece the curvature has a part in it
};

BoundaryVariation variation_on_boundary(expr::Graph& graph, const InnerVariation& inside,
                                        expr::Node b, int unknown, const expr::Space& space);

}  // namespace engd::energy
