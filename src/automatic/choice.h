#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "problem/problem.h"

namespace engd::automatic {

/// What is chosen of a problem: only what its file does not fix.
struct Choice {
  std::optional<network::Options> network;
  std::vector<std::pair<std::size_t, geometry::PointRule>> points;  ///< by number of the term
  std::optional<optim::Options> optimizer;
  int windows = 1;              ///< of time
  bool hard_start = false;      ///< conditions at the start of time hold exactly
  std::vector<double> weights;  ///< by term; empty: those of the file
  std::vector<double> scale;    ///< of the unknowns; empty: 1
};

/// The problem with a choice in place of its defaults.
problem::Problem with_choice(const problem::Problem& problem, const Choice& choice);

/// The same as --set arguments: what makes that problem of the file.
std::vector<std::string> settings_of(const problem::Problem& problem, const Choice& choice);

}  // namespace engd::automatic
