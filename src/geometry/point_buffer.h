#pragma once

#include "geometry/points.h"

namespace engd::geometry {

/// No rule makes more points than this, so that a point's number fits an int.
inline constexpr std::ptrdiff_t max_points = (std::ptrdiff_t{1} << 31) - 1;

/// A point set under construction, one point after another in a row; `finish` transposes.
class PointBuffer {
 public:
  /// Throws InputError when the memory of this machine cannot hold so many points.
  PointBuffer(int dimension, std::ptrdiff_t expected, bool with_normals);

  /// The normal is kept where the set has normals.
  void add(std::span<const double> point, double weight, std::span<const double> normal);
  std::ptrdiff_t count() const { return static_cast<std::ptrdiff_t>(weights_.size()); }
  void set_all_weights(double weight) { weights_.assign(weights_.size(), weight); }

  PointSet finish() &&;

 private:
  int dimension_;
  bool with_normals_;
  std::vector<double> points_, normals_, weights_;
};

}  // namespace engd::geometry
