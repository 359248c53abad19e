#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/quartiles.h"
#include "reproduce/cases.h"
#include "results/summary.h"

namespace engd::reproduce {

/// A state on the way, from history.csv.
struct Point {
  int iteration = 0;
  double seconds = 0, l2 = 0, h1 = 0;
};

struct CaseResult {
  Case one;
  double l2 = 0, h1 = 0, loss = 0, seconds = 0, ms_per_iteration = 0;
  int iterations = 0;
  std::string termination;
  std::vector<Point> history;
};

/// What lies in the folder of a case; nothing when there is none, or it is damaged.
std::optional<CaseResult> collect(const Case& one);

/// All seeds of one optimiser on one problem.
struct Group {
  std::string problem, optimizer;
  std::vector<CaseResult> seeds;
  double seconds_per_iteration = 0;  ///< median of the timings; not a number where there is none
  results::Spread l2() const;
  results::Spread h1() const;
  /// Time an iteration times iterations, as in the paper.
  double seconds_in_all() const { return seconds_per_iteration * seeds.front().one.iterations; }
};

/// Groups in the order of the paper's tables.
std::vector<Group> collect_all(const std::vector<Case>& cases, const std::vector<Case>& timings);

/// The errors of every seed on the way, over time as it was timed (where it was); `h1` chooses the
/// norm.
std::vector<report::Trace> traces(const Group& group, bool h1);

}  // namespace engd::reproduce
