#pragma once

#include <vector>

#include "problem/problem.h"

namespace engd::automatic {

/// How fast solutions of the equations oscillate by themselves, in turns across the domain along
/// each coordinate: with a u and b D_j^m u in one residual, m = 2 or 4, the wave exp(i xi x_j)
/// solves a + b (i xi)^m = 0 where that has a real root xi. 0 where there is none. Coefficients
/// are means over the region, for unknowns that are zero.
std::vector<double> turns_of_equations(const problem::Problem& problem);

}  // namespace engd::automatic
