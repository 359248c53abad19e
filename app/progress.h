#pragma once

#include <chrono>
#include <string>

#include "problem/problem.h"
#include "solve/observer.h"

namespace engd::app {

/// To standard output. That nobody reads it any more is no reason to stop a run.
void print(const std::string& text);
/// The same on standard error.
void print_error(const std::string& text);

/// Tells how a run is going: one line that is rewritten on a terminal, a line now and then
/// elsewhere.
class ProgressPrinter final : public solve::Observer {
 public:
  /// With several unknowns their errors are told one by one, too.
  ProgressPrinter(bool quiet, const problem::Problem& problem);
  void begin(int iterations) override { iterations_ = iterations; }
  void see(const solve::Moment& moment) override;
  bool wants_to_stop() override;  ///< the user has interrupted the program
  void seed_done(const results::SeedSummary& summary) override;
  void warn(const std::string& text) override;
  void tell(const std::string& line) override;
  void see_race(const std::string& line) override;

 private:
  using Clock = std::chrono::steady_clock;
  std::string line(const solve::Moment& moment) const;
  bool is_due(bool final) const;
  void show(const std::string& line);
  std::string fitted(std::string text) const;

  bool quiet_;
  const problem::Problem& problem_;
  int iterations_;  ///< of all stages
  bool terminal_;
  Clock::time_point last_{};
  double interval_ =
      0;  ///< seconds between plain lines; grows, so that long runs stay short to read
};

}  // namespace engd::app
