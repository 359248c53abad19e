#pragma once

#include "geometry/points.h"

namespace engd::geometry {

/// random, sobol and halton: N points of a sequence in the unit cube carried to the region. On
/// several patches the first number of each point chooses the patch, by measure; the others are
/// the patch's free coordinates. Where `keep` excludes points the sequence is continued until N
/// remain; all have weight (measure of the patches) / (points tried), which estimates
/// (measure of what is kept) / N.
PointSet place_scattered(const PointRule& rule, const Region& region, const Draw& draw);

/// Fraction of the patches' measure that `keep` leaves, estimated from 2^16 points.
double kept_fraction(const Region& region);

/// N; throws InputError where it is missing, is not one number or is not positive.
std::ptrdiff_t scattered_count(const PointRule& rule);

}  // namespace engd::geometry
