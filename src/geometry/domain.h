#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "geometry/shape.h"

namespace engd::geometry {

/// Where a problem is stated: a box, or a shape times intervals of the other coordinates (time).
/// As a box it is the smallest one around it.
struct Domain : Box {
  ShapePtr shape;               ///< null: the box itself
  std::vector<int> shape_axes;  ///< the coordinates that the shape takes
  std::vector<int> other_axes;  ///< those that run over intervals
  std::vector<int> periodic;    ///< in which all functions are; their faces are no boundary
  int time = -1;                ///< the coordinate that is the time; -1: there is none
  /// Shapes inside, times the same intervals: their insides, outsides and boundaries are parts.
  std::map<std::string, std::shared_ptr<const Domain>> subdomains;

  Domain() = default;
  Domain(Box box) : Box(std::move(box)) {}

  /// False outside the shape; on a box always true within its bounds.
  bool contains(std::span<const double> point) const;
};

/// A shape in the coordinates `shape_axes`; the others run over the intervals of `others`, in
/// order.
Domain make_domain(ShapePtr shape, std::vector<int> shape_axes, const Box& others);

/// "disk of radius 1 around (0, 0), t in [0, 1]".
std::string to_string(const Domain& domain, const std::vector<std::string>& coordinate_names);

Region interior_of(const Domain& domain);
/// The boundary of the shape times the intervals, then the faces of the other coordinates.
Region boundary_of(const Domain& domain);
/// The first of these alone: what is the boundary of the shape at every time; of a box the faces of
/// all coordinates but the time.
Region lateral_of(const Domain& domain);
Region face_of(const Domain& domain, int axis, bool upper);
/// The boundary but for the faces of periodic coordinates; maybe nothing.
Region proper_boundary_of(const Domain& domain);
/// Whether a coordinate runs over an interval: it is none of the shape's.
bool has_interval(const Domain& domain, int axis);

}  // namespace engd::geometry
