#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace engd::results {

/// What was solved, in words and formulas as the problem file (and --set) stated them: enough to
/// write about a run without reading its problem file again.
struct StatedTerm {
  std::string name, on;
  bool is_density = false;            ///< otherwise residuals
  std::vector<std::string> formulas;  ///< one density, or one residual or more
  std::string measure;                ///< "mean" or "integral"
  double weight = 1;
  std::int64_t points = 0;
  std::string rule;  ///< how they are laid: "grid 30"
};

struct Statement {
  using Named = std::vector<std::pair<std::string, std::string>>;  ///< name, formula

  std::string domain;
  std::vector<std::string> variables, unknowns;
  Named constants, functions;
  Named coefficients;  ///< unknown numbers, with where they start
  std::vector<StatedTerm> terms;
  Named solution;                       ///< of the unknowns whose solution is known
  std::string evaluation;               ///< where errors are measured; empty where they are not
  bool slope_errors = true;             ///< in H^1, too: derivatives of the solution are known
  std::string network;                  ///< "2-64-1 tanh"
  std::vector<std::string> optimizers;  ///< one a stage
};

}  // namespace engd::results
