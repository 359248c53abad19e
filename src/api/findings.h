#pragma once

#include <vector>

#include "check/findings.h"

namespace engd::api {

/// What is odd about a problem, but for what the race of networks will choose.
std::vector<check::Finding> findings_of(const problem::Problem& problem);

}  // namespace engd::api
