#pragma once

#include <engd/solution.hpp>
#include <optional>
#include <string>
#include <vector>

#include "results/model_file.h"
#include "solution/solution.h"
#include "solve/solve.h"

namespace engd {

inline namespace v0 {

struct Solution::Inside {
  results::Model model;
  solution::Solution solution;
  std::string problem_file, folder;
  std::optional<results::SeedSummary> summary;  ///< absent where a model file alone was loaded
  std::vector<results::HistoryRow> history;
  Termination termination;
};

}  // namespace v0

namespace api {

/// Of a solve that has ended, of the problem in `file`.
Solution solution_of(solve::SolveResult result, const std::string& file);

}  // namespace api
}  // namespace engd
