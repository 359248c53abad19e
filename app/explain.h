#pragma once

#include <string>

#include "problem/problem.h"
#include "results/summary.h"

namespace engd::app {

/// What is going to be chosen, line by line for `engd check`; empty where the file says it all.
struct Open {
  std::string network, points, optimizer, accuracy;
};
Open what_is_open(const problem::Problem& problem);

/// The race as a table, and the complete problem file that the run folder keeps.
std::string explanation(const results::Summary& summary, const std::string& folder);

}  // namespace engd::app
