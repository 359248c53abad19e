#include "automatic/wanted.h"

#include <fmt/format.h>

#include "automatic/stationarity.h"

namespace engd::automatic {

bool is_wanted(const problem::Problem& problem) {
  if (problem.automatic.on) return *problem.automatic.on;
  if (problem.network_is_written && problem.optimizer_is_written) return false;
  return !problem.iterations_are_written && problem.corrections.empty() &&
         problem.stages.size() == 1 && problem.windows == 1;
}

std::string why_no_race(const problem::Problem& problem) {
  if (has_energy(problem))
    if (const std::string why = why_no_stationarity(problem); !why.empty())
      return fmt::format(
          "networks are ranked by residuals, and the problem has an energy whose equations are not "
          "made with {}: it is solved with the program's settings",
          why);
  if (!problem.corrections.empty())
    return "networks on what others have left are solved with the settings of the file and of the "
           "program";
  if (problem.windows > 1)
    return "windows of time are solved with the settings of the file and of the program";
  return {};
}

}  // namespace engd::automatic
