#pragma once

#include <string>

#include "io/summary.h"

namespace engd::report {

/// What was solved, and how: the equations as stated, the network, the points, the method.
std::string problem_section(const io::Summary& summary);

}  // namespace engd::report
