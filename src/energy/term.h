#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "energy/density.h"
#include "energy/fields.h"
#include "geometry/points.h"

namespace engd::energy {

/// One term of the energy: weight * (integral or mean) over a region of a density.
struct Term {
  std::string name;
  Density density;
  geometry::Region region;
  geometry::PointRule rule;
  bool mean = true;  ///< divide by the region's measure
  double weight = 1;
  std::shared_ptr<const Fields> fields = nullptr;  ///< that the density mentions, if any
  std::vector<double> shift = {};  ///< from a point to its partner; empty: there is none
  /// Of measurements, the standard deviation of every residual, or the column of the points' file
  /// that has it: the term is weight * sum over the points of density / noise^2.
  double noise = 0;
  int noise_column = -1;

  double causal = 0;      ///< epsilon of the causal weights; 0: none
  int time_axis = -1;     ///< for them
  bool balanced = false;  ///< its weight follows the trace of its part of the Gram matrix

  bool in_full_dimension() const;  ///< not on a boundary or a slice
  bool has_noise() const { return noise > 0 || noise_column >= 0; }
  double noise_at(const geometry::PointSet& points, std::ptrdiff_t q) const;
};

/// The points of a term as the sums see them.
struct Sample {
  geometry::PointSet points;
  std::vector<double> partners;  ///< coordinates of x + shift, like those of the points; or empty
  std::vector<double> weights;   ///< quadrature weights, with the term's weight and mean folded in
  std::vector<double> plain_weights;  ///< without the term's weight: those of an inner product
  FieldValues fields;
  std::vector<double> data;  ///< data columns of the density: column k of point q at k * count + q

  Sample(const Term& term, const Density& density, geometry::PointSet points);
  Sample() = default;
  /// The values at all points of a leaf that the network and coefficients have no part in.
  const double* values_of(const expr::Leaf& leaf) const;
};

}  // namespace engd::energy
