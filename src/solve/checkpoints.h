#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "problem/problem.h"
#include "results/checkpoint_file.h"
#include "solve/observer.h"
#include "solve/settings.h"

namespace engd::solve {

/// Which run a checkpoint belongs to: all that must be the same for it to go on.
struct RunIdentity {
  std::string file;          ///< the problem file, from the root
  std::string problem_text;  ///< its contents
  std::string data;          ///< of the files that it names: lengths and checksums
  Settings settings;         ///< of which overrides, race, seeds, threads and device are kept

  void exchange(StateArchive& archive);
};

RunIdentity identity_of(const problem::Problem& problem, const Settings& settings);

/// Lengths and checksums of the files that a problem names.
std::string data_of(const problem::Problem& problem);

/// A checkpoint that was read, and where it is from.
struct Resumption {
  std::filesystem::path folder, file;
  RunIdentity identity;
  std::uint64_t seed = 0;  ///< where it stands
  int iteration = 0;
  StateArchive archive;
};
/// Throws InputError for a checkpoint that is missing, damaged or foreign.
Resumption read_resumption(const std::filesystem::path& folder_or_file);
/// Throws InputError where the problem is not the one that the run began with.
void require_same_problem(const Resumption& resumption, const problem::Problem& problem);

/// The checkpoint of a run that has not come further than its race. Throws std::runtime_error where
/// it cannot be written.
void save_begin(const std::filesystem::path& folder, RunIdentity identity);

/// Decides when a checkpoint is due, and writes it.
class Checkpoints {
 public:
  /// Without a folder there are none. `told` is warned where a checkpoint cannot be written: no
  /// reason to stop a run.
  Checkpoints(const std::filesystem::path& folder, RunIdentity identity, Observer& told);

  /// From a checkpoint; a whole `checkpoint.h5` becomes the previous one then.
  void resumed_from(const Resumption& resumption);
  /// Takes a checkpoint where one is due, or the run is left.
  void offer(std::uint64_t seed, int iteration, bool leaving, const Observer::Save& save);
  /// The run is over.
  void remove() {
    if (has_folder_) files_.remove();
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool due(int iteration) const;

  bool has_folder_;
  results::CheckpointFiles files_;
  RunIdentity identity_;
  Observer& told_;
  Clock::time_point last_ = Clock::now();
  std::uint64_t seed_ = 0;
  int last_iteration_ = -1;  ///< of that seed
};

}  // namespace engd::solve
