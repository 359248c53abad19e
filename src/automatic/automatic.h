#pragma once

#include "solve/solve.h"

namespace engd::automatic {

/// Solves a problem of which the file leaves open how: chooses by a race, and finishes the winner's
/// training as solve::solve does, with the race and the complete problem in the run folder. With
/// several seeds the first one races.
solve::SolveResult solve(const problem::Problem& problem, solve::Settings settings,
                         solve::Observer& observer);

}  // namespace engd::automatic
