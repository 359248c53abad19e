#pragma once

#include <string>

#include "geometry/chart.h"

namespace engd::geometry {

/// The segment from a to b; the normal is to the right of the way, or to the left when `flipped`.
Chart segment(const std::string& name, Point2 a, Point2 b, bool flipped);
/// The triangle a b c in the plane, by Duffy's map: x = a + s ((b - a) + v (c - b)), parameters
/// (s^2, v).
Chart triangle(const std::string& name, Point2 a, Point2 b, Point2 c);
/// The face of a box in three dimensions.
Chart rectangle(const std::string& name, const Point3& lower, const Point3& upper, int axis,
                bool upper_face);

/// Twice the area of a b c, positive when they turn to the left.
double turn(Point2 a, Point2 b, Point2 c);

}  // namespace engd::geometry
