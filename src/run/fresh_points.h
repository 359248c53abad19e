#pragma once

#include <vector>

#include "io/problem.h"
#include "io/summary.h"
#include "run/window.h"
#include "support/types.h"

namespace engd::run {

/// The residuals of theta on the points of training and on random points that were not trained on:
/// an estimate of how well the equations hold, where no solution is known. Terms without fresh
/// points are left out: densities, single points, and points from a file.
std::vector<io::TermResidual> measure_residuals(io::Problem& problem, const Vector& theta,
                                                std::uint64_t seed, int threads,
                                                const Level& level = {});

/// The same over all pieces of a solution, in the root of the mean square.
std::vector<io::TermResidual> measure_residuals(const io::Problem& problem,
                                                const std::vector<Piece>& pieces,
                                                std::uint64_t seed, int threads);

/// One sentence where residuals on fresh points are more than a hundred times those of training;
/// else empty.
std::string residual_warning(const std::vector<io::TermResidual>& residuals);

}  // namespace engd::run
