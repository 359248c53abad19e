#include "api/findings.h"

#include <algorithm>

#include "automatic/wanted.h"

namespace engd::api {

std::vector<check::Finding> findings_of(const problem::Problem& problem) {
  std::vector<check::Finding> findings = check::find(problem);
  const bool races = automatic::is_wanted(problem) && automatic::why_no_race(problem).empty();
  if (!races || problem.network_is_written) return findings;
  // The race chooses points, and weights where the file writes none.
  const bool weighs = std::ranges::none_of(problem.terms, &problem::Term::weight_is_written);
  std::erase_if(findings, [&](const check::Finding& one) {
    return one.kind == problem::FindingKind::few_points ||
           one.kind == problem::FindingKind::solver ||
           (weighs && one.kind == problem::FindingKind::scales);
  });
  return findings;
}

}  // namespace engd::api
