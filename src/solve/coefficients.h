#pragma once

#include <vector>

#include "results/summary.h"
#include "solve/level.h"

namespace engd::solve {

/// The unknown numbers of the equation, which are the last parameters of every network.
std::vector<double> coefficient_values(const problem::Problem& problem, const Vector& theta);

/// What training came to for each of them, and how sure that is.
std::vector<results::Estimate> estimate_coefficients(const Level& level, const Vector& theta,
                                                     std::uint64_t seed, int threads);

}  // namespace engd::solve
