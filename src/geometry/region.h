#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engd::geometry {

/// An axis-aligned box; an interval when the dimension is 1.
struct Box {
  std::vector<double> lower, upper;
  int dimension() const { return static_cast<int>(lower.size()); }
};

/// An axis-aligned piece of a box: some coordinates are pinned to one value, the others run over
/// an interval. A face of the domain has one pinned coordinate and an outward normal.
struct Patch {
  std::vector<double> lower, upper;  ///< equal where pinned
  int normal_axis = -1;              ///< -1: no normal
  double normal_sign = 0;

  bool is_free(int axis) const;  ///< not pinned
  int dimension() const;         ///< number of free coordinates
  double measure() const;        ///< product of the free lengths; 1 for a single point
};

/// Where a term lives: patches, and a predicate when patches alone do not describe it.
struct Region {
  int space_dimension = 0;
  std::vector<Patch> patches;
  /// Points where it is false are left out; absent: all points stay.
  std::function<bool(std::span<const double>)> keep;
  bool has_normals() const;
  double measure() const;  ///< of the patches, before `keep`
};

/// Throws InputError unless every coordinate runs over an interval of finite, positive length.
/// Without names, coordinates are called by their number.
void check_box(const Box& box, const std::vector<std::string>& coordinate_names = {});

/// "x in [0, 1], y in [-1, 1]", for messages; shortened when there are many coordinates.
std::string to_string(const Box& box, const std::vector<std::string>& coordinate_names);

Region interior_of(const Box& box);
/// All faces. In two dimensions in the order of a walk around the perimeter: bottom, right, top,
/// left; otherwise by axis, lower then upper.
Region boundary_of(const Box& box);
Region face_of(const Box& box, int axis, bool upper);

}  // namespace engd::geometry
