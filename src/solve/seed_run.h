#pragma once

#include <limits>
#include <vector>

#include "results/history.h"
#include "results/summary.h"
#include "solve/checkpoints.h"
#include "solve/windows.h"

namespace engd::solve {

/// What one seed of a run came to.
struct SeedRun {
  results::SeedSummary summary;
  std::vector<Piece> pieces;
  bool interrupted = false, failed = false;

  void exchange(StateArchive& archive, const problem::Problem& problem, int threads);
};

/// Looks on at one seed: writes its rows of the history, offers checkpoints with what the run knows
/// beside it, and tells the observer of the whole run.
class SeedObserver final : public Observer {
 public:
  SeedObserver(const problem::Problem& problem, std::uint64_t seed, results::HistoryWriter& history,
               Checkpoints& checkpoints, Save save_run, Observer& observer);

  void see(const Moment& moment) override;
  bool wants_to_stop() override { return observer_.wants_to_stop(); }
  void keep(int iteration, bool leaving, const Save& save) override;
  double first_loss() const { return first_loss_; }
  void exchange(StateArchive& archive);

 private:
  const problem::Problem& problem_;
  std::uint64_t seed_;
  results::HistoryWriter& history_;
  Checkpoints& checkpoints_;
  Save save_run_;
  Observer& observer_;
  int every_;          ///< errors and rows are due every so many iterations
  int last_row_ = -1;  ///< iteration of the last row
  double first_loss_ = std::numeric_limits<double>::quiet_NaN();  ///< the first that is finite
  std::optional<double> rel_l2_;                                  ///< the last one measured
};

/// The summary of a seed, and whether it failed. `first_loss`: at the start of training.
SeedRun judge(const problem::Problem& problem, Solved solved, std::uint64_t seed, int threads,
              double first_loss);

}  // namespace engd::solve
