#pragma once

#include <vector>

#include "problem/problem.h"
#include "results/summary.h"
#include "solve/summands.h"
#include "solve/window.h"
#include "support/types.h"

namespace engd::solve {

/// Random points of this seed are those of no training: seeds of runs are small numbers.
inline constexpr std::uint64_t seed_of_fresh_points = 0x66726573'68000000;

/// Not densities, single points, and points from a file.
bool can_be_fresh(const problem::Term& term);
/// Some times as many random points as were trained on, within bounds.
geometry::PointRule fresh_rule(std::ptrdiff_t trained);

/// sqrt(mean |r|^2) by term, whatever their weights and measures.
struct RootMeanSquares {
  Vector values;
  std::vector<std::ptrdiff_t> points;
};
RootMeanSquares root_mean_squares(Level& level, std::vector<energy::Term> terms,
                                  const Vector& theta, std::uint64_t seed, int threads);
/// The residuals of measurements in units of their noise.
struct Misfit {
  double size = 0;   ///< root mean square: about 1 where the solution is what was measured but for
                     ///< the noise
  double count = 0;  ///< of the residuals
};
Misfit misfit(Level& level, std::size_t term, const Vector& theta, std::uint64_t seed, int threads);

/// The residuals of theta on the points of training and on random points that were not trained on:
/// an estimate of how well the equations hold, where no solution is known. Terms without fresh
/// points are left out: densities, single points, and points from a file.
std::vector<results::TermResidual> measure_residuals(Level level, const Vector& theta,
                                                     std::uint64_t seed, int threads,
                                                     EarlierSizes* earlier = nullptr);

/// The same over all pieces of a solution, in the root of the mean square.
std::vector<results::TermResidual> measure_residuals(const problem::Problem& problem,
                                                     const std::vector<Piece>& pieces,
                                                     std::uint64_t seed, int threads);

/// One sentence where an equation does not hold at all: its residual is more than a tenth of its
/// summands; else empty.
std::string what_is_unsolved(const std::vector<results::TermResidual>& residuals);

/// One sentence where residuals on fresh points are more than a hundred times those of training, or
/// not small next to the summands that they are made of; else empty.
std::string residual_warning(const std::vector<results::TermResidual>& residuals);

}  // namespace engd::solve
