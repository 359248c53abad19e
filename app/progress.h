#pragma once

#include <chrono>
#include <string>

#include "results/summary.h"
#include "solve/solve.h"

namespace engd::app {

/// To standard output. That nobody reads it any more is no reason to stop a run.
void print(const std::string& text);
/// The same on standard error.
void print_error(const std::string& text);

/// Tells how a run is going: one line that is rewritten on a terminal, a line now and then
/// elsewhere.
class ProgressPrinter {
 public:
  /// With several unknowns their errors are told one by one, too.
  ProgressPrinter(bool quiet, std::size_t unknowns);
  void update(const solve::Progress& progress);
  void seed_done(const results::SeedSummary& summary);

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const solve::Progress& progress) const;
  std::string fitted(std::string text) const;

  bool quiet_;
  std::size_t unknowns_;
  bool terminal_;
  Clock::time_point last_{};
  double interval_ =
      0;  ///< seconds between plain lines; grows, so that long runs stay short to read
};

}  // namespace engd::app
