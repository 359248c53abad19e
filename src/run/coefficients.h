#pragma once

#include <vector>

#include "io/problem.h"
#include "io/summary.h"
#include "run/setup.h"

namespace engd::run {

/// The unknown numbers of the equation, which are the last parameters of every network.
std::vector<double> coefficient_values(const io::Problem& problem, const Vector& theta);

/// What training came to for each of them.
std::vector<io::Estimate> estimate_coefficients(io::Problem& problem, const Level& level,
                                                const Vector& theta, std::uint64_t seed,
                                                int threads);

}  // namespace engd::run
