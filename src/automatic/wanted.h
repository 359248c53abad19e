#pragma once

#include <string>

#include "problem/problem.h"

namespace engd::automatic {

/// Whether the program chooses what the file leaves open. The file says so (`automatic`), or the
/// command (--accuracy, --time); where neither says it, the program chooses unless the file fixes
/// how it is solved:
///
///   - its network and its optimizer,
///   - the iterations of its optimizer,
///   - several networks, several optimizers, or windows of time.
bool is_wanted(const problem::Problem& problem);

/// Why there is no race though the choice is the program's; empty where there is a race.
std::string why_no_race(const problem::Problem& problem);

}  // namespace engd::automatic
