#pragma once

#include <cmath>

#include "formats/stl_file.h"

namespace engd::geometry {

inline Point3 minus(const Point3& a, const Point3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline Point3 cross(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double dot(const Point3& a, const Point3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Its length is twice the area.
inline Point3 area_vector(const formats::Corners& t) {
  return cross(minus(t[1], t[0]), minus(t[2], t[0]));
}

inline double area_of(const formats::Corners& t) {
  const Point3 n = area_vector(t);
  return std::sqrt(dot(n, n)) / 2;
}

}  // namespace engd::geometry
