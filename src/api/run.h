#pragma once

#include "solve/solve.h"

namespace engd::api {

/// What `engd solve` and engd::solve() do: with the choice of what the problem leaves open, where
/// it is wanted.
solve::SolveResult run(const problem::Problem& problem, const solve::Settings& settings,
                       solve::Observer& observer, solve::Resumption* resumed = nullptr);

/// The accuracy and the time that are asked for beside the problem: then there is a choice.
void ask_for(problem::Problem& problem, std::optional<double> accuracy, std::optional<double> time);

}  // namespace engd::api
