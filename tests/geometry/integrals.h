#pragma once

#include <functional>
#include <vector>

#include "geometry/points.h"

namespace engd::geometry {

using Function = std::function<double(const std::vector<double>& x)>;
using Field = std::function<std::vector<double>(const std::vector<double>& x)>;

inline std::vector<double> at(const std::vector<double>& columns, const PointSet& set,
                              std::ptrdiff_t q) {
  std::vector<double> x;
  for (int j = 0; j < set.dimension; ++j)
    x.push_back(columns[static_cast<std::size_t>(j * set.count + q)]);
  return x;
}

inline double integral(const PointSet& set, const Function& f) {
  double sum = 0;
  for (std::ptrdiff_t q = 0; q < set.count; ++q)
    sum += set.weights[static_cast<std::size_t>(q)] * f(at(set.coordinates, set, q));
  return sum;
}

/// The integral of F . n.
inline double flux(const PointSet& set, const Field& field) {
  double sum = 0;
  for (std::ptrdiff_t q = 0; q < set.count; ++q) {
    const std::vector<double> F = field(at(set.coordinates, set, q)), n = at(set.normals, set, q);
    for (std::size_t j = 0; j < n.size(); ++j)
      sum += set.weights[static_cast<std::size_t>(q)] * F[j] * n[j];
  }
  return sum;
}

inline PointSet gauss_points(const Region& region, int n) {
  return place_points({.kind = PointRule::Kind::gauss, .count = {n}}, region, {}, {});
}
inline PointSet scattered_points(const Region& region, int n,
                                 PointRule::Kind kind = PointRule::Kind::sobol) {
  return place_points({.kind = kind, .count = {n}}, region, {}, {});
}

}  // namespace engd::geometry
