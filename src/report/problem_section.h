#pragma once

#include <string>

#include "results/summary.h"

namespace engd::report {

/// What was solved, and how: the equations as stated, the network, the points, the method.
std::string problem_section(const results::Summary& summary);

}  // namespace engd::report
