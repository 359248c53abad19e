#pragma once

#include <string>

#include "results/summary.h"

namespace engd::report {

/// Where the program chose how to solve: how accurate each seed is by its own estimate and what
/// limited that, and the race that was the choice. Empty elsewhere.
std::string race_section(const results::Summary& summary);

}  // namespace engd::report
