#pragma once

#include "problem/problem.h"

namespace engd::automatic {

/// Whether every residual is linear in the unknowns and their derivatives: networks that are linear
/// in their parameters are then found by one least-squares problem. Energies, and equations with
/// unknown coefficients, do not count.
bool is_linear(const problem::Problem& problem);

}  // namespace engd::automatic
