#pragma once

#include "results/run_folder.h"
#include "solve/checkpoints.h"

namespace engd::automatic {

/// The folder of a run whose race begins, with a checkpoint from which the race can begin again.
/// Where there are to be no files there is neither. The checkpoint goes where an exception ends the
/// race, and with it a folder that was made.
class RaceFolder {
 public:
  RaceFolder(const problem::Problem& problem, const solve::Settings& settings,
             const solve::Resumption* resumed);
  ~RaceFolder();
  RaceFolder(const RaceFolder&) = delete;
  RaceFolder& operator=(const RaceFolder&) = delete;

  const std::filesystem::path& path() const { return folder_.path(); }
  /// The race has ended, and what follows it keeps checkpoints of its own.
  void keep() { kept_ = true; }

 private:
  results::RunFolder folder_;
  bool kept_;
};

}  // namespace engd::automatic
