#pragma once

#include <vector>

#include "problem/problem.h"

namespace engd::automatic {

/// How fast what the problem states varies along each coordinate, in turns across the domain: of
/// sources, given values and coefficients the largest frequency that has a part of 1e-4 of their
/// energy above it. 0 along a coordinate on which nothing given depends.
std::vector<double> turns_of_data(const problem::Problem& problem);

}  // namespace engd::automatic
