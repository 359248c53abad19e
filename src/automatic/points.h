#pragma once

#include <utility>
#include <vector>

#include "problem/problem.h"

namespace engd::automatic {

/// Rules for the terms whose points are not written, by number of the term, which make about so
/// many rows: three quarters of them inside the domain, the rest on what the conditions hold on.
/// Gauss points in one and two dimensions where the region has them, Sobol points elsewhere,
/// and in windows of time.
std::vector<std::pair<std::size_t, geometry::PointRule>> points_for(const problem::Problem& problem,
                                                                    double rows);

}  // namespace engd::automatic
