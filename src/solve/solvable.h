#pragma once

#include "problem/problem.h"

namespace engd::solve {

/// Prepares, on a copy, what training prepares later: every window of time (where there are many,
/// the first ones, the last and some between), and the terms of every network. Throws InputError
/// with what would be refused then, so that nothing is trained in vain.
void require_solvable(const problem::Problem& problem, int threads);

/// A copy whose graph has the formulas of all terms: those of windows and of further networks are
/// made beside them. Throws InputError where training would, so that nothing is trained in vain.
problem::Problem with_formulas(const problem::Problem& problem, int threads);

}  // namespace engd::solve
