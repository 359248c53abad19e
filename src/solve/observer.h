#pragma once

#include <optional>
#include <string>

#include "backend/cpu/solution_error.h"
#include "optim/driver.h"
#include "results/summary.h"

namespace engd::solve {

/// What is told at the start of an iteration, and once more at the end.
struct Moment {
  std::uint64_t seed;
  const optim::Options& optimizer;
  const optim::State& state;   ///< of the network in training
  int iteration;               ///< of all networks, and of all windows of time
  double loss;                 ///< of the unknowns, which are more than that network
  const Vector& loss_by_term;  ///< likewise, for the terms of the problem
  cpu::SolutionError* error;   ///< null: no solution is known
  double seconds;
  bool final;
  std::optional<double> rel_l2 = {};  ///< of a whole run: the last error measured
  int window = 0;                     ///< of time, from 0
};

/// Looks on while a problem is solved, may end it, and is offered checkpoints.
class Observer {
 public:
  using Save = optim::Keeping::Save;

  virtual ~Observer() = default;
  virtual void see(const Moment&) {}
  virtual bool wants_to_stop() { return false; }  ///< asked once an iteration
  /// `save` puts into an archive all that going on from here needs. `leaving`: the run stops here.
  virtual void keep(int /*iteration*/, bool /*leaving*/, const Save& /*save*/) {}
  virtual void seed_done(const results::SeedSummary&) {}
  virtual void warn(const std::string& /*text*/) {}
  virtual void tell(const std::string& /*line*/) {}  ///< now and then, before training begins
};

}  // namespace engd::solve
