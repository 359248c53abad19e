#pragma once

#include <string>

#include "results/model_file.h"
#include "results/summary.h"
#include "solve/seed_run.h"
#include "solve/settings.h"

namespace engd::solve {

std::string problem_name(const problem::Problem& problem);  ///< of its file
std::vector<std::string> term_names(const problem::Problem& problem);
std::string machine_name();  ///< processor and system

/// What is known before anything is solved. `card`: the name of the graphics card that is used.
results::Summary begin_summary(const problem::Problem& problem, const Settings& settings,
                               const std::string& card, Index points);
/// Why the run counts as failed, or nothing.
std::string failure_of(const problem::Problem& problem, const SeedRun& run);
/// What model.h5 keeps.
results::Model model_of(const problem::Problem& problem, const Settings& settings,
                        const std::vector<SeedRun>& runs);

}  // namespace engd::solve
