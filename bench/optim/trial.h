#pragma once

#include <string>
#include <vector>

#include "report/quartiles.h"

namespace engd::bench {

struct TrialOptions {
  int first_seed = 0, last_seed = 9;
  int threads = 1;
  bool verbose = false;               ///< a line a seed
  bool trace = false;                 ///< a line an iteration
  bool curves = false;                ///< keep the errors of all iterations
  std::vector<std::string> settings;  ///< of the problem file, for every problem
};

/// What the seeds reached, in their order.
struct Trial {
  std::vector<double> errors;  ///< relative L2; 1e300 where it is not finite
  std::vector<double> seconds, iterations;
  std::vector<double> cpu_seconds;  ///< of all threads; little changed by other work on the machine
  /// At each moment the error where the loss was lowest so far; with one thread in processor time.
  std::vector<report::Trace> curves;
  double median_error() const;
  double best_error() const;
  double worst_error() const;
  double median_seconds() const;
  double median_cpu_seconds() const;
  double median_iterations() const;
};

/// A problem is a file of problems/paper or a path, a method a name of [optimizer] method; settings
/// of the problem file may follow either, joined by ';'.
Trial run_trial(const std::string& problem, const std::string& method, const TrialOptions& options);

/// "poisson5d (2)": the problem without its folder, and how many settings follow it.
std::string short_name(const std::string& problem);

}  // namespace engd::bench
