#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "reproduce/cases.h"

namespace engd::reproduce {

struct RunnerProgress {
  std::size_t done = 0, reused = 0, failed = 0, cases = 0;
  double seconds = 0, seconds_left = 0;
  std::string last;  ///< the case that ended last
};

struct RunnerResult {
  bool interrupted = false;
  std::vector<std::string> failures;  ///< cases that ended with an error
};

/// Runs the cases that are not done yet, each as a process of its own. Cases of one thread each, as
/// many at a time as there are threads, are faster than several threads on one small problem.
RunnerResult run_cases(const std::vector<Case>& cases, const std::string& program,
                       const std::string& version, int at_a_time, bool again,
                       const std::function<void(const RunnerProgress&)>& report,
                       const std::atomic<bool>& interrupted);

}  // namespace engd::reproduce
