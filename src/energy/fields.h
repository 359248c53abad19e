#pragma once

#include <memory>
#include <span>
#include <vector>

#include "energy/window_start.h"
#include "expr/graph.h"
#include "geometry/points.h"
#include "network/frozen.h"

namespace engd::energy {

/// Derivatives of networks whose training is over, and of the state that a window of time begins
/// with. Formulas know them as leaves of the kind `field`; like coordinates they belong to the
/// point alone.
struct Fields {
  std::vector<network::FrozenNetwork> networks;
  expr::Space space;
  std::shared_ptr<const WindowStart> start;
  /// Field k is this derivative in this place: of the networks' sum here or at the partner of the
  /// point, of the state at the start.
  std::vector<expr::JetEntry> entries;

  /// The leaf of the field that is `entry`; a new one where there is none.
  expr::Leaf leaf_of(const expr::JetEntry& entry);
};

/// The fields at points, computed once for those that are asked for.
class FieldValues {
 public:
  FieldValues() = default;
  /// `needed` are numbers of fields; `partners` the coordinates of the points' partners, where
  /// there are any.
  FieldValues(const Fields& fields, const std::vector<int>& needed,
              const geometry::PointSet& points, const std::vector<double>& partners = {});
  const double* column(int field) const;  ///< of a field that was asked for

 private:
  std::vector<expr::JetEntry> place(const Fields& fields, const std::vector<int>& needed,
                                    expr::Leaf::Place place);
  void append(const std::vector<double>& values);

  std::vector<int> columns_;  ///< by field; -1: not asked for
  int next_ = 0;
  std::ptrdiff_t count_ = 0;
  std::vector<double> values_;
};

}  // namespace engd::energy
