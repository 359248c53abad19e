#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "geometry/domain.h"

namespace engd::geometry {

enum class Relation { equal, not_equal, less, less_equal, greater, greater_equal };

/// x_axis RELATION value.
struct AxisConstraint {
  int axis = 0;
  Relation relation = Relation::equal;
  double value = 0;
};

/// difference(x) RELATION 0, for what is not a bound on one coordinate.
struct FormulaConstraint {
  std::function<double(std::span<const double>)> difference;
  Relation relation = Relation::less;
  /// Those that the difference depends on; absent: maybe all.
  std::optional<std::vector<int>> coordinates = std::nullopt;
};

/// A condition in disjunctive normal form: a point is selected when all constraints of one of the
/// conjunctions hold.
struct Conjunction {
  std::vector<AxisConstraint> axes;
  std::vector<FormulaConstraint> formulas;
};
using Selection = std::vector<Conjunction>;

/// The part of the domain that a selection describes. On a box:
///   x == value      the face when the value is a bound of x, with its outward normal; the slice
///                   through the interior, its normal towards greater x, when it lies strictly
///                   inside
///   x < value       a part of the box, or of the face or slice that equalities select
///   formula == 0    the faces on which the formula vanishes everywhere
///   formula < 0     the box (or the face, the slice) with `keep`
/// On a shape:
///   formula == 0    the pieces of the boundary on which the formula vanishes everywhere
///   x == value      the same; where there are none, what the equality leaves of the inside: a
///   point
///                   where all coordinates are given, pieces of a line, or a plane with `keep`
///   formula < 0     curves are cut exactly where it changes sign; else `keep`
///   t == value      as on a box, for a coordinate that is not one of the shape
/// Bounds are recognised up to round-off. Where alternatives overlap, the overlap counts once.
/// Throws InputError when an equality lies outside the domain, when nothing is selected and when
/// alternatives of different dimension meet.
Region select(const Domain& domain, const std::vector<std::string>& coordinate_names,
              const Selection& selection);

/// The same within a part: "boundary and x < 0.5".
Region select_within(const Domain& domain, const std::vector<std::string>& coordinate_names,
                     const Region& part, const Selection& selection);

}  // namespace engd::geometry
