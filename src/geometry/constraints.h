#pragma once

// What one constraint of a condition says about a point or a patch. Internal to src/geometry.

#include <optional>
#include <span>
#include <vector>

#include "geometry/selection.h"

namespace engd::geometry {

/// Bounds and values are computed by the user's formulas: 3 * 0.1 is meant as 0.3.
inline constexpr double round_off = 1e-12;

bool is_equality(const FormulaConstraint& constraint);

/// The part of the patch where the constraint holds; nothing when it has no measure. `parameter` is
/// the one of the patch that the coordinate is.
std::optional<Patch> restricted(Patch patch, const AxisConstraint& constraint,
                                std::size_t parameter, const Box& box);

/// Whether the formula is zero on the whole patch: it is asked at scattered points. `scale` is that
/// of the coordinates.
bool vanishes_on(const Patch& patch, const FormulaConstraint& formula, double scale);

bool holds_at(const Conjunction& conjunction, std::span<const double> point, double scale);

double scale_of(const Box& box);

/// "boundary and x == 0" is the face; the edges of its neighbours, which it selects too, are on it.
void keep_largest_dimension(std::vector<Patch>& patches);

/// What must be asked of points one by one, where patches are more than a condition selects.
struct Asked {
  bool condition = false;  ///< whether the condition holds
  bool inside = false;     ///< whether they are inside the shape
};

// shape_selection.cpp
/// What one conjunction leaves of the patches of a part, or of the shape.
std::vector<Patch> shape_patches(const Conjunction& conjunction, const Domain& domain,
                                 const Region* part, Asked& asked);

// shape_slice.cpp
/// What equalities of coordinates leave of the inside of a shape: a point, pieces of a straight
/// line, or the rectangle around a plane piece, whose points are then asked one by one.
std::vector<Patch> shape_slices(const std::vector<AxisConstraint>& constraints,
                                const Domain& domain, Asked& asked);

}  // namespace engd::geometry
