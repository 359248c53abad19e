#pragma once

#include "run/setup.h"
#include "support/state_archive.h"

namespace engd::run {

/// Saves or loads a level. The shapes of its networks are those of the problem.
void exchange(StateArchive& archive, const io::Problem& problem, Level& level);

}  // namespace engd::run
