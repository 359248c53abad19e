#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "solve/solve.h"

namespace engd::automatic {

/// Solves a problem of which the file leaves open how: chooses by a race, and finishes the winner's
/// training as solve::solve does, with the race and the complete problem in the run folder. With
/// several seeds the first one races. `tell` gets a line now and then.
solve::SolveResult solve(const problem::Problem& problem, solve::SolveOptions options,
                         const std::function<void(const solve::Progress&)>& report,
                         const std::function<void(const results::SeedSummary&)>& seed_done,
                         const std::atomic<bool>& interrupted,
                         const std::function<void(const std::string&)>& tell);

}  // namespace engd::automatic
