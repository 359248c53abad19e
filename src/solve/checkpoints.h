#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "optim/driver.h"
#include "problem/problem.h"
#include "results/checkpoint_file.h"

namespace engd::solve {

/// Which run a checkpoint belongs to: all that must be the same for it to go on.
struct RunIdentity {
  std::string file;                    ///< the problem file, from the root
  std::string problem_text;            ///< its contents
  std::string data;                    ///< of the files that it names: lengths and checksums
  std::vector<std::string> overrides;  ///< the --set arguments
  std::vector<std::uint64_t> seeds;
  int threads = 1;
  std::string device;

  void exchange(StateArchive& archive);
};

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

struct CheckpointOptions {
  int iterations = 0;  ///< one every so many; 0: not by iterations
  double minutes = 5;  ///< one when so many have passed; 0: not by time
};

/// Decides when a checkpoint is due, and writes it.
class Checkpoints {
 public:
  /// `save` adds what the run knows beyond the optimiser; `warn` is told where one cannot be
  /// written: no reason to stop a run.
  Checkpoints(const std::filesystem::path& folder, const CheckpointOptions& options,
              const RunIdentity& identity, std::function<void(StateArchive&)> save,
              std::function<void(const std::string&)> warn);

  /// From a checkpoint; a whole `checkpoint.h5` becomes the previous one then.
  void resumed_from(const Resumption& resumption);
  /// For one seed.
  optim::Keeping keeping(std::uint64_t seed);
  /// The run is over.
  void remove() { files_.remove(); }

 private:
  using Clock = std::chrono::steady_clock;
  bool due(int iteration) const;
  void write(std::uint64_t seed, int iteration, const optim::Keeping::Save& save);

  results::CheckpointFiles files_;
  CheckpointOptions options_;
  RunIdentity identity_;
  std::function<void(StateArchive&)> save_;
  std::function<void(const std::string&)> warn_;
  Clock::time_point last_ = Clock::now();
  int last_iteration_ = -1;
};

}  // namespace engd::solve
