#pragma once

#include <vector>

#include "problem/problem.h"

namespace engd::automatic {

/// Weights of the terms, 1/s^2 with the size s that a residual has for unknowns of size one that
/// make so many turns across the domain along each coordinate:
///
///     s^2 = sum over derivatives D^a u in the residual of |d residual / d D^a u|^2 (2 pi f / L)^2a
///     .
///
/// Conditions then weigh as much as the equation, whatever its order. Weights that the file writes
/// stay.
std::vector<double> balanced_weights(const problem::Problem& problem,
                                     const std::vector<double>& frequency);

}  // namespace engd::automatic
