#pragma once

#include "solve/solve.h"

namespace engd::automatic {

/// Solves a problem of which the file leaves open how: chooses by a race, and finishes the winner's
/// training as solve::solve does, with the race and the complete problem in the run folder. With
/// several seeds the first one races. A run that goes on from a checkpoint races again, which comes
/// to the same where decisions depend on counted work, and goes on with its training after it.
solve::SolveResult solve(const problem::Problem& problem, solve::Settings settings,
                         solve::Observer& observer, solve::Resumption* resumed = nullptr);

}  // namespace engd::automatic
