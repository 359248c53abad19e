#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/finding_kind.h"
#include "problem/problem.h"

namespace engd::check {

/// Something that a mathematician would ask about before a problem is solved: allowed, and probably
/// not what was meant.
struct Finding {
  problem::FindingKind kind = problem::FindingKind::solution;
  problem::Place place;
  std::string text;       ///< ends with how the warning is silenced
  std::string mark = "";  ///< the line of the file and a caret, where the place is within a formula
};

/// "FILE:LINE:COL: warning: TEXT", with the marked line where there is one.
std::string to_string(const Finding& finding);

/// What is odd about a problem, in the order of the file; nothing that [problem] silences. Takes
/// less than a tenth of a second, and a bounded time for problems that are very large. Throws
/// InputError where the given solution has no value at a point of a term inside the domain.
std::vector<Finding> find(const problem::Problem& problem);

/// How well the given solution satisfies the residuals, hard conditions and periods of the file.
struct Satisfied {
  int compared = 0, all = 0;  ///< not all where some unknown or coefficient is not given
  double relative = 0;        ///< the largest root mean square next to that of the summands
};
/// Nothing where no solution is given, or it is compared with nothing. Measurements do not count.
std::optional<Satisfied> satisfied(const problem::Problem& problem);

}  // namespace engd::check
