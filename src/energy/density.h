#pragma once

#include <optional>
#include <span>
#include <vector>

#include "expr/graph.h"
#include "expr/tape.h"

namespace engd::energy {

/// What stands under the integral of a term: residuals r_k, meaning 1/2 sum_k r_k^2, or a density
/// e; with its derivatives with respect to the jet of the unknowns, taken once, symbolically.
///
/// Parts that depend on the point alone (right-hand sides, coefficients) are computed when points
/// are placed and read as data columns afterwards: `data` at a point gives those columns, which are
/// leaves of the other tapes.
class Density {
 public:
  static Density of_residuals(expr::Graph& graph, std::vector<expr::Node> residuals);
  static Density of_density(expr::Graph& graph, expr::Node density);
  /// 1/2 sum over |alpha| <= order of (D^alpha u)^2 for every unknown, as a sum of squares: its
  /// metric is the H^order inner product. Mixed derivatives count as often as they stand in the
  /// tensor D^l u. Coefficients count with their squares.
  static Density sobolev(expr::Graph& graph, int order, int unknowns, int dimension,
                         int coefficients = 0);

  bool least_squares() const { return least_squares_; }
  int values() const { return static_cast<int>(value_nodes_.size()); }  ///< residuals, or 1
  std::span<const expr::JetEntry> jets() const { return jets_; }

  const expr::Tape& data() const { return data_; }    ///< columns of the point
  const expr::Tape& value() const { return value_; }  ///< the values
  const expr::Tape& slope() const { return slope_; }  ///< the values, then the slopes
  const expr::Tape& curvature() const {
    return curvature_;
  }  ///< the slopes' outputs, then curvatures

  /// An entry of the derivative that is not identically zero: d value / d jets[jet] for `slopes`,
  /// d^2 e / d jets[row] d jets[jet] (row <= jet) for `curvatures`; `output` is the tape's.
  struct Entry {
    int row, jet, output;
  };
  std::span<const Entry> slopes() const { return slopes_; }
  std::span<const Entry> curvatures() const { return curvatures_; }
  /// Rows of A a point gives: the residuals, or as many as the curvature can have positive
  /// eigenvalues.
  int rows() const;
  bool diagonal_curvature() const;

  // The formulas themselves, for the plain reference.
  std::span<const expr::Node> value_nodes() const { return value_nodes_; }
  expr::Node curvature_node(int row, int jet) const;

 private:
  Density(expr::Graph& graph, std::vector<expr::Node> values, bool least_squares);

  bool least_squares_ = true;
  std::vector<expr::JetEntry> jets_;
  std::vector<expr::Node> value_nodes_;
  std::vector<expr::Node> curvature_nodes_;  ///< jets x jets, -1 where zero
  std::vector<Entry> slopes_, curvatures_;
  expr::Tape data_, value_, slope_, curvature_;
};

}  // namespace engd::energy
