#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "optim/driver.h"
#include "problem/problem.h"
#include "results/history.h"
#include "results/summary.h"
#include "solve/checkpoints.h"
#include "solve/window.h"
#include "support/state_archive.h"

namespace engd::solve {

/// What was found out before a run, by a race of networks on the same problem.
struct Prepared {
  std::vector<results::Racer> race;
  std::string chosen_text;                   ///< for chosen.toml: the file with all that was chosen
  StateArchive::Values begun;                ///< where the first seed stands
  std::vector<results::HistoryRow> history;  ///< of its training until then
  /// Says how accurate a seed is by what was learned in the race.
  std::function<void(const std::vector<Piece>&, results::SeedSummary&)> judge;
};

struct SolveOptions {
  std::vector<std::uint64_t> seeds{0};
  std::string out;     ///< run folder; empty: runs/NAME, or the first free runs/NAME-2, ...
  bool force = false;  ///< replace what is in `out`
  int threads = 1;
  backend::Device device = backend::Device::cpu;
  bool report = true;                  ///< draw pictures and write report.html
  std::vector<std::string> overrides;  ///< the --set arguments, to keep with the model
  CheckpointOptions checkpoints;
  Resumption* resume = nullptr;  ///< go on from here, in its folder
  const Prepared* prepared = nullptr;
  std::function<void(const std::string&)> warn = {};
};

/// What a run tells while it goes on.
struct Progress {
  std::uint64_t seed = 0;
  std::string stage;                  ///< name of the optimiser
  int iteration = 0, iterations = 0;  ///< over all stages
  double seconds = 0;
  const std::vector<std::string>* term_names = nullptr;
  double loss = 0;
  Vector loss_by_term;
  double step = 0, damping = 0;          ///< damping: 0 for methods that choose a step size
  std::optional<double> rel_l2, rel_h1;  ///< the last ones measured
  bool final = false;
};

struct SolveResult {
  results::Summary summary;
  std::string folder;
  std::string page;  ///< report.html; empty when none was asked for
  bool interrupted = false;
  bool failed = false;  ///< a seed diverged, found no direction or missed the error asked for
  std::string why_failed;
};

/// Solves a problem for every seed and writes the run folder. `interrupted` is looked at once an
/// iteration: what has been reached is saved. Throws InputError before anything is written.
SolveResult solve(problem::Problem& problem, const SolveOptions& options,
                  const std::function<void(const Progress&)>& report,
                  const std::function<void(const results::SeedSummary&)>& seed_done,
                  const std::atomic<bool>& interrupted);

std::string machine_name();  ///< processor and system

std::string optimizer_name(const problem::Problem& problem);  ///< "engd", or "adam+engd" for stages

}  // namespace engd::solve
