#pragma once

#include <string>

#include "problem/problem.h"
#include "results/summary.h"
#include "solve/checkpoints.h"
#include "solve/observer.h"
#include "solve/settings.h"

namespace engd::solve {

struct SolveResult {
  results::Summary summary;
  std::string folder;
  std::string page;  ///< report.html; empty when none was asked for
  bool interrupted = false;
  bool failed = false;  ///< a seed diverged, found no direction or missed the error asked for
  std::string why_failed;
};

/// Solves a problem for every seed and writes the run folder; with `resumed` goes on in its folder.
/// Where the observer wants to stop, what has been reached is saved. Throws InputError before
/// anything is written.
SolveResult solve(const problem::Problem& problem, const Settings& settings, Observer& observer,
                  Resumption* resumed = nullptr);

}  // namespace engd::solve
