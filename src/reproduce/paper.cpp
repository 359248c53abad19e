#include "reproduce/paper.h"

#include <algorithm>

namespace engd::reproduce {

const std::vector<PaperResult>& paper_results() {
  constexpr double minute = 60, hour = 3600;
  static const std::vector<PaperResult> results{
      // Tables 1, 2 and 6. The minimum of H-NGD is above its median in print.
      {"poisson2d", "gd", {8.2e-3, 2.6e-3, 1.5e-2}, {9.3e-2, 2.6e-2, 1.4e-1}, 1.8e-2, 1 * hour},
      {"poisson2d",
       "adam",
       {1.1e-3, 6.9e-4, 1.3e-3},
       {1.5e-2, 9.1e-3, 2.5e-2},
       3.7e-2,
       1 * hour + 6 * minute},
      {"poisson2d", "hngd", {1.2, 4.0, 2.1}, {7.0, 5.2, 12.4}, 8.9e-2, 44.5},
      {"poisson2d", "engd", {2.4e-7, 1.0e-7, 4.1e-7}, {4.9e-6, 2.6e-6, 1.0e-5}, 8.6e-2, 43},
      {"poisson2d", "bfgs", {4.4e-4, 1.2e-4, 9.6e-4}, {6.0e-3, 1.3e-3, 1.7e-2}, 1.8, 15 * minute},
      // Tables 3, 4 and 7.
      {"heat",
       "gd",
       {1.6e-2, 5.0e-3, 4.2e-2},
       {1.8e-1, 7.4e-2, 4.5e-1},
       2.2e-2,
       1 * hour + 12 * minute},
      {"heat",
       "adam",
       {1.0e-3, 6.4e-4, 1.4e-3},
       {1.7e-2, 1.2e-2, 2.5e-2},
       3.8e-2,
       2 * hour + 6 * minute},
      {"heat", "hngd", {4e-1, 3e-1, 5e-1}, {2.9, 2.6, 3.0}, {}, {}},
      {"heat", "engd", {6.3e-6, 2.3e-6, 5.6e-1}, {1.8e-4, 8.2e-5, 3.1}, 8.3e-2, 2 * minute + 48},
      {"heat", "bfgs", {1.4e-4, 7.6e-5, 3.3e-4}, {2.8e-3, 1.3e-3, 6.7e-3}, 4.3, 35 * minute + 48},
      // Tables 5, 8 and 9.
      {"nonlinear_ritz",
       "gd",
       {2.2e-4, 1.2e-4, 2.6e-4},
       {6.1e-3, 3.6e-3, 9.1e-3},
       3.7e-2,
       2 * hour + 3 * minute},
      {"nonlinear_ritz",
       "adam",
       {5.3e-5, 2.4e-5, 1.1e-4},
       {1.8e-3, 7.5e-4, 3.7e-3},
       5.8e-2,
       3 * hour + 13 * minute},
      {"nonlinear_ritz", "hngd", {1.0e-8, 6.3e-9, 1.0}, {8.1e-7, 5.5e-7, 8.3}, 8.3e-2, 42},
      {"nonlinear_ritz", "engd", {1.3e-8, 6.0e-9, 1.0}, {9.3e-7, 6.0e-7, 8.3}, 8.6e-2, 43},
      {"nonlinear_ritz", "bfgs", {1.2e-5, 4.7e-6, 2.2e-5}, {2.4e-4, 7.9e-5, 4.1e-4}, 7.2, 1 * hour},
      // Section 4.2 has a figure only.
      {"poisson5d", "gd", {}, {}, {}, {}},
      {"poisson5d", "adam", {}, {}, {}, {}},
      {"poisson5d", "engd", {}, {}, {}, {}},
      {"poisson5d", "bfgs", {}, {}, {}, {}},
      // Table 10.
      {"poisson2d_deep", "engd", {2.5e-6, {}, {}}, {}, 1.1 * minute, 1.8 * hour},
  };
  return results;
}

const PaperResult* paper_result(const std::string& problem, const std::string& optimizer) {
  const auto& all = paper_results();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PaperResult& result) {
    return result.problem == problem && result.optimizer == optimizer;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string printed_name(const std::string& optimizer) {
  if (optimizer == "engd") return "E-NGD";
  if (optimizer == "hngd") return "H-NGD";
  if (optimizer == "gd") return "GD";
  if (optimizer == "adam") return "Adam";
  if (optimizer == "bfgs") return "BFGS";
  if (optimizer == "lbfgs") return "L-BFGS";
  return optimizer;
}

std::vector<std::string> paper_problems() {
  std::vector<std::string> problems;
  for (const PaperResult& result : paper_results())
    if (problems.empty() || problems.back() != result.problem) problems.push_back(result.problem);
  return problems;
}

std::vector<std::string> paper_optimizers(const std::string& problem) {
  std::vector<std::string> optimizers;
  for (const PaperResult& result : paper_results())
    if (result.problem == problem) optimizers.push_back(result.optimizer);
  return optimizers;
}

}  // namespace engd::reproduce
