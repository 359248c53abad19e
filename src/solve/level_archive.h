#pragma once

#include "solve/level.h"
#include "support/state_archive.h"

namespace engd::solve {

/// Saves or loads a level. The shapes of its networks are those of the problem.
void exchange(StateArchive& archive, Level& level);

}  // namespace engd::solve
