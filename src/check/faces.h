#pragma once

#include <vector>

#include "check/subject.h"

namespace engd::check {

/// A point on a face of the box.
struct Face {
  int axis = 0;
  bool upper = false;
  std::vector<double> point;
};

/// How many conditions on an unknown its equations ask for there: half their order along the axis;
/// of order one, one where the equation carries it in. None where the equation degenerates (no
/// factor stands before the derivative, or another one is infinite: the axis of a cylinder), and
/// none where the unknown does not live.
int conditions_needed(Subject& subject, int unknown, const Face& face);
/// The same on the boundary of a shape.
int conditions_needed_on_curve(Subject& subject, int unknown, std::span<const double> point);

}  // namespace engd::check
