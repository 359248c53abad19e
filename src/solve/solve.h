#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "problem/problem.h"
#include "results/history.h"
#include "results/model_file.h"
#include "results/run_folder.h"
#include "results/summary.h"
#include "solve/checkpoints.h"
#include "solve/observer.h"
#include "solve/settings.h"
#include "solve/window.h"
#include "support/state_archive.h"

namespace engd::solve {

/// What was found out before a run, by a race of networks on the same problem.
struct Prepared {
  std::filesystem::path folder;  ///< made before; empty: solve makes it
  std::vector<results::Racer> race;
  std::string chosen_text;                   ///< for chosen.toml: the file with all that was chosen
  StateArchive::Values begun;                ///< where the first seed stands
  std::vector<results::HistoryRow> history;  ///< of its training until then
  /// Says how accurate a seed is by what was learned in the race.
  std::function<void(const std::vector<Piece>&, results::SeedSummary&)> judge;
};

/// The folder for the results, made, or none where there are to be no files. Throws InputError
/// where that holds others.
results::RunFolder make_folder(const problem::Problem& problem, const Settings& settings);

struct SolveResult {
  results::Summary summary;
  results::Model model;                      ///< as in model.h5
  std::vector<results::HistoryRow> history;  ///< of what was solved by this call
  std::string folder;                        ///< empty where there are no files
  std::string page;                          ///< report.html; empty when none was asked for
  bool interrupted = false;
  bool race_was_left = false;  ///< interrupted in the race before the run
  bool failed = false;  ///< a seed diverged, found no direction or missed the error asked for
  std::string why_failed;
};

/// Solves a problem for every seed and writes the run folder, where there are to be files; with
/// `resumed` goes on in its folder. Where the observer wants to stop, what has been reached is
/// saved. Throws InputError before anything is written.
SolveResult solve(const problem::Problem& problem, const Settings& settings, Observer& observer,
                  Resumption* resumed = nullptr, const Prepared* prepared = nullptr);

}  // namespace engd::solve
