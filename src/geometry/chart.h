#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "geometry/gauss_legendre.h"

namespace engd::geometry {

using Point2 = std::array<double, 2>;
using Point3 = std::array<double, 3>;

/// What a parameter of a chart is, which says how a rule of "n points an axis" lies along it.
/// Parameters are chosen such that interiors have a constant density (equal steps are equal areas);
/// Gauss nodes are those of the natural variable, so that n points an axis integrate polynomials in
/// x, y, z of degree 2n - 1 exactly, as they do on a box.
enum class AxisKind {
  straight,      ///< n nodes
  closed_curve,  ///< once around a curve: 4n equal steps, as a square has n on each side
  angle,         ///< once around a centre or an axis: 2n equal steps
  disk_radius,  ///< r^2 from 0: (n + 1)/2 nodes in r^2, as odd powers of r vanish around the centre
  ring_radius,  ///< r^2: n nodes in r^2
  ball_radius,  ///< r^3 from 0: the positive half of 2m nodes in r, m = n/2 + 1
  shell_radius,  ///< r^3: n + 1 nodes in r
  apex,          ///< s^2, s the distance from a triangle's corner: n + 1 nodes in s
  lattice,       ///< of a box that the shape does not fill: there is no Gauss rule
};

struct Axis {
  double lower = 0, upper = 1;
  AxisKind kind = AxisKind::straight;
  bool is_closed() const { return kind == AxisKind::closed_curve || kind == AxisKind::angle; }
};

/// sign (1 - |M (x - c)|^2): zero on an ellipse or ellipsoid, positive on the side of the shape; or
/// sign times M (x - c), M a single row: zero on a line or plane, likewise.
struct ZeroSet {
  std::vector<double> centre;
  std::vector<std::vector<double>> M;  ///< rows
  double sign = 1;
  bool is_flat() const { return M.size() == 1; }
  bool operator==(const ZeroSet&) const = default;
};

/// A smooth map from a box of parameters to a piece of a shape or of its boundary.
struct Chart {
  std::string name;  ///< of the part of the boundary: "", "outer", "3", "hole.left"
  std::vector<Axis> axes;
  int space_dimension = 0;
  bool has_normal = false;
  bool is_uniform = true;  ///< the density is the same everywhere
  double largest_density = 1;
  /// Writes the point at the parameters and, where there is one and the span is not empty, the unit
  /// outward normal; returns the density sqrt(det J^T J) of the measure.
  std::function<double(std::span<const double> parameters, std::span<double> point,
                       std::span<double> normal)>
      map;
  /// Writes the parameters of a point of the piece; of other points those of one nearby, or
  /// anything: who asks maps them again and compares.
  std::function<void(std::span<const double> point, std::span<double> parameters)> locate;
  /// Points where it is false do not belong to the piece; absent: all do.
  std::function<bool(std::span<const double> point)> keep;
  std::optional<ZeroSet> zero_set;      ///< of a piece of the boundary, where it is that simple
  double kept_fraction = 1;             ///< of the measure, by `keep`
  std::optional<double> whole_measure;  ///< of all of the box, without `keep`, once it is known

  int parameters() const { return static_cast<int>(axes.size()); }
};

/// Integral of the density over a part of the parameter box, without `keep`.
double measure_of(const Chart& chart, std::span<const double> lower, std::span<const double> upper);

/// How many nodes "n points an axis" are on [lower, upper], a part of the axis.
int node_count(const Axis& axis, double lower, double upper, int n);
/// Nodes and weights for the parameter; the density is not in the weights.
LineRule gauss_on(const Axis& axis, double lower, double upper, int n);
/// Middles of equal steps; on a closed axis the steps begin at its lower end.
LineRule steps_on(const Axis& axis, double lower, double upper, int n);

/// A Gauss-Legendre rule on [lower, upper].
LineRule gauss_between(int n, double lower, double upper);

}  // namespace engd::geometry
