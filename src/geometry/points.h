#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expr/leaf.h"
#include "geometry/region.h"

namespace engd::geometry {

/// What points that are drawn again follow: nothing, or the residual (energy/adaptive_points.h).
enum class Adaptation { none, rad, r3 };

/// How points are laid on a region.
struct PointRule {
  enum class Kind { grid, trapezoid, gauss, random, sobol, halton, file };
  Kind kind = Kind::grid;
  /// Points an axis for grid, trapezoid and gauss (one number for all axes, or one for each
  /// coordinate of the problem); the number of points in all (one number) for random, sobol,
  /// halton.
  std::vector<int> count{30};
  std::string file;  ///< CSV, for Kind::file
  int resample = 0;  ///< draw again every so many iterations; 0: never
  Adaptation adaptation = Adaptation::none;
  double power = 1, floor = 1;  ///< of Adaptation::rad
  /// Points of a file are kept where lower <= x_axis < upper (or <= where it is closed).
  struct Slab {
    int axis = -1;  ///< -1: all are kept
    double lower = 0, upper = 0;
    bool closed = false;
  };
  Slab slab = {};
  std::vector<std::string> columns = {};  ///< of the file: measured values, in this order
};

/// Points with weights: sum_q weight_q f(x_q) approximates the integral of f over the region.
struct PointSet {
  int dimension = 0;
  std::ptrdiff_t count = 0;
  std::vector<double> coordinates;  ///< coordinate j of point q at j * count + q
  std::vector<double> normals;      ///< likewise; empty where the region has no normals
  std::vector<double> weights;
  std::vector<double> columns = {};  ///< measured values: column k of point q at k * count + q
  double measure() const;            ///< sum of the weights

  /// The values of a leaf that belongs to the points: a coordinate, a normal or a measured value.
  const double* values_of(const expr::Leaf& leaf) const;

  double coordinate(std::ptrdiff_t q, int j) const {
    return coordinates[static_cast<std::size_t>(j * count + q)];
  }
  std::vector<double> point(std::ptrdiff_t q) const;
  /// Some of the points with their weights, without normals and columns.
  PointSet chosen(const std::vector<std::ptrdiff_t>& numbers) const;
};

/// Which random numbers a draw uses: they are a function of these three alone (counter-based), so
/// that every device and every thread count sees the same points.
struct Draw {
  std::uint64_t seed = 0;
  std::uint32_t stream = 0;  ///< the number of the term
  std::uint32_t index = 0;  ///< 0 for the first set, then one more each time points are drawn again
};

/// Throws InputError where the rule does not fit the region (no points, wrong number of counts, a
/// file that is missing or damaged, every point excluded by `keep`).
/// `coordinate_names` name the columns of a CSV file.
PointSet place_points(const PointRule& rule, const Region& region, const Draw& draw,
                      const std::vector<std::string>& coordinate_names);

/// Quasi-random points, to look at formulas.
PointSet probe_points(int count, const Region& region,
                      const std::vector<std::string>& coordinate_names);

/// How many points the rule lays on the region, before `keep`; nothing for a file. Throws
/// InputError where the counts do not fit the region.
std::optional<std::ptrdiff_t> point_count(const PointRule& rule, const Region& region);

/// The same rule with at least `factor` times as many points on a patch of this dimension: for
/// errors, which are measured on other points than those that the network has seen.
PointRule finer(const PointRule& rule, int dimension, double factor);

/// Points in rows along axes.
bool is_tensor_rule(PointRule::Kind kind);

const char* to_string(PointRule::Kind kind);

}  // namespace engd::geometry
