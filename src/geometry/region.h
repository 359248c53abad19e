#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "geometry/chart.h"

namespace engd::geometry {

/// An axis-aligned box; an interval when the dimension is 1.
struct Box {
  std::vector<double> lower, upper;
  int dimension() const { return static_cast<int>(lower.size()); }
};

/// A piece of a domain as a box of parameters. Without a chart the parameters are the coordinates:
/// some are pinned to one value, the others run over an interval; a face of the domain or a slice
/// has one pinned coordinate and a normal. With a chart the first parameters are those of the
/// chart, which gives the coordinates `space`; the other coordinates (time) follow in their order.
struct Patch {
  std::vector<double> lower, upper;  ///< equal where pinned
  int normal_axis = -1;              ///< -1: no normal, or that of the chart
  double normal_sign = 0;
  std::shared_ptr<const Chart> chart = nullptr;
  std::vector<int> space = {};  ///< with a chart: the coordinates that it gives
  bool slice = false;           ///< cuts through the inside: the normal points to greater values

  bool is_free(int parameter) const;  ///< not pinned
  int dimension() const;              ///< number of free parameters
  int space_dimension() const;        ///< number of coordinates
  bool has_normal() const { return normal_axis >= 0 || (chart && chart->has_normal); }
  bool has_gauss_rule() const;
  double measure() const;   ///< 1 for a single point
  double envelope() const;  ///< least upper bound of densities times the parameters' volume

  /// The point at parameters and, if wanted, the normal; returns the density of the measure.
  double map(std::span<const double> parameters, std::span<double> point,
             std::span<double> normal = {}) const;
  /// The parameters of a point on the patch, as near as the patch has them.
  std::vector<double> locate(std::span<const double> point) const;
  /// What the chart says about a point; true without a chart.
  bool keeps(std::span<const double> point) const;
};

/// Where a term lives: patches, and a predicate when patches alone do not describe it.
struct Region {
  int space_dimension = 0;
  std::vector<Patch> patches;
  /// Points where it is false are left out; absent: all points stay.
  std::function<bool(std::span<const double>)> keep;
  bool has_normals() const;
  double measure() const;                              ///< of the patches, before `keep`
  bool contains(std::span<const double> point) const;  ///< to round-off
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
