#pragma once

#include <span>

#include "geometry/points.h"
#include "support/random.h"

/// Points that go where the residual is large. All weights are equal afterwards, so that places
/// with many points count for more: that is the purpose.
namespace engd::energy {

/// RAD: `count` different points of the candidates, each drawn with a probability proportional to
///
///     |r|^power / mean(|r|^power) + floor .
///
/// `squares` are those of the residuals at the candidates.
geometry::PointSet rad_points(const geometry::PointSet& candidates, std::span<const double> squares,
                              std::ptrdiff_t count, double power, double floor,
                              const RandomStream& random);

/// R3: points whose residual is above the mean are retained, the others released and drawn again:
/// the first of `fresh` take their place.
geometry::PointSet r3_points(const geometry::PointSet& current, std::span<const double> squares,
                             const geometry::PointSet& fresh);

}  // namespace engd::energy
