#pragma once

#include "solve/setup.h"
#include "support/state_archive.h"

namespace engd::solve {

/// Saves or loads a level. The shapes of its networks are those of the problem.
void exchange(StateArchive& archive, const problem::Problem& problem, Level& level);

}  // namespace engd::solve
