#include "automatic/race_folder.h"

#include "results/checkpoint_file.h"
#include "solve/solve.h"

namespace engd::automatic {

RaceFolder::RaceFolder(const problem::Problem& problem, const solve::Settings& settings,
                       const solve::Resumption* resumed)
    : folder_(resumed ? results::RunFolder::reopen(resumed->folder)
                      : solve::make_folder(problem, settings)),
      kept_(resumed != nullptr) {
  const bool wants_checkpoints =
      settings.checkpoint_minutes > 0 || settings.checkpoint_iterations > 0;
  if (!resumed && wants_checkpoints && folder_.exists())
    solve::save_begin(path(), solve::identity_of(problem, settings));
}

RaceFolder::~RaceFolder() {
  if (!kept_ && folder_.exists()) results::CheckpointFiles(path()).remove();
}

}  // namespace engd::automatic
