#pragma once

#include <memory>
#include <vector>

#include "energy/state.h"
#include "expr/graph.h"
#include "geometry/points.h"
#include "network/frozen.h"

namespace engd::energy {

/// Formulas know the derivatives of frozen networks as coordinates with numbers from here on:
/// field k is coordinate first_field + k.
inline constexpr int first_field = 1 << 20;

/// Derivatives of networks whose training is over, and of the state that a window of time begins
/// with. Like coordinates they belong to the point alone.
struct Fields {
  struct Entry {
    expr::JetEntry jet;
    bool of_start = false;
    bool operator==(const Entry&) const = default;
  };
  std::vector<network::FrozenNetwork> networks;
  expr::Space space;
  std::shared_ptr<const State> start;
  std::vector<Entry> entries;  ///< field k is this derivative of the networks' sum, or of the start

  /// The number of the field that is `entry`; a new one where there is none.
  int number_of(const Entry& entry);
};

/// The fields at points, computed once for those that are asked for.
class FieldValues {
 public:
  FieldValues() = default;
  /// `needed` are numbers of fields; `partners` the coordinates where those of unknowns beyond the
  /// networks' are meant: unknowns + k is unknown k there.
  FieldValues(const Fields& fields, const std::vector<int>& needed,
              const geometry::PointSet& points, const std::vector<double>& partners = {});
  const double* column(int field) const;  ///< of a field that was asked for

 private:
  void evaluate_start(const Fields& fields, const std::vector<int>& needed,
                      const geometry::PointSet& points);
  void evaluate(const Fields& fields, const std::vector<int>& needed,
                const geometry::PointSet& points, int first_unknown);

  std::vector<int> columns_;  ///< by field; -1: not asked for
  std::ptrdiff_t count_ = 0;
  std::vector<double> values_;
};

}  // namespace engd::energy
