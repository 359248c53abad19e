#include "solve/checkpoints.h"

#include <fmt/format.h>

#include "formats/text_file.h"
#include "results/run_folder.h"
#include "results/sealed_file.h"
#include "support/error.h"

namespace engd::solve {

namespace {

namespace fs = std::filesystem;

/// Where the run stands, for people.
struct Standing {
  std::uint64_t seed = 0;
  int iteration = 0;
  void exchange(StateArchive& archive) {
    archive("seed", seed);
    archive("iteration", iteration);
  }
};

/// A checkpoint without a state.
StateArchive begin_archive(RunIdentity& identity, Standing standing) {
  StateArchive archive;
  archive.part("run", identity);
  archive.part("at", standing);
  return archive;
}

}  // namespace

RunIdentity identity_of(const problem::Problem& problem, const Settings& settings) {
  return {fs::absolute(problem.file).string(), problem.source_text, data_of(problem), settings};
}

void RunIdentity::exchange(StateArchive& archive) {
  archive("file", file);
  archive("problem_text", problem_text);
  archive("data", data);
  archive("overrides", settings.overrides);
  bool raced = settings.race.has_value();
  archive("raced", raced);
  if (raced) {
    if (!settings.race) settings.race.emplace();
    archive("overrides before", settings.race->overrides);
    archive("accuracy", settings.race->accuracy);
    archive("seconds of the race", settings.race->seconds);
    archive("race ended", settings.race->ended);
  }
  archive("seeds", settings.seeds);
  archive("threads", settings.threads);
  std::string device = settings.device == backend::Device::cuda ? "cuda" : "cpu";
  archive("device", device);
  archive.require(!settings.seeds.empty(), "seeds");
  archive.require(settings.threads >= 1 && settings.threads <= 1024, "threads");
  archive.require(device == "cpu" || device == "cuda", "device");
  settings.device = device == "cuda" ? backend::Device::cuda : backend::Device::cpu;
}

std::string data_of(const problem::Problem& problem) {
  std::string text;
  for (const std::string& file : problem.data_files) {
    const std::string bytes = formats::read_text_file(file);
    text += fmt::format("{} {} bytes, {:016x}\n", fs::path(file).filename().string(), bytes.size(),
                        results::checksum(bytes));
  }
  return text;
}

Resumption read_resumption(const fs::path& folder_or_file) {
  results::LoadedCheckpoint loaded = results::load_checkpoint(folder_or_file);
  Resumption resumption{loaded.folder, loaded.file, {}, 0, 0, StateArchive(loaded.values)};
  Standing standing;
  resumption.archive.part("run", resumption.identity);
  resumption.archive.part("at", standing);
  resumption.seed = standing.seed;
  resumption.iteration = standing.iteration;
  return resumption;
}

void require_same_problem(const Resumption& resumption, const problem::Problem& problem) {
  const RunIdentity& identity = resumption.identity;
  if (problem.source_text != identity.problem_text)
    throw InputError(
        fmt::format("--resume {}: '{}' is not the problem that this run began with: its text has "
                    "changed",
                    resumption.folder.string(), problem.file));
  if (data_of(problem) != identity.data)
    throw InputError(
        fmt::format("--resume {}: the files that '{}' names are not those that this run began with",
                    resumption.folder.string(), problem.file));
}

void save_begin(const fs::path& folder, RunIdentity identity) {
  results::CheckpointFiles(folder).save(begin_archive(identity, {identity.settings.seeds[0], 0}));
}

Checkpoints::Checkpoints(const fs::path& folder, RunIdentity identity, Observer& told)
    : has_folder_(!folder.empty()), files_(folder), identity_(std::move(identity)), told_(told) {}

void Checkpoints::resumed_from(const Resumption& resumption) {
  if (resumption.file.filename() == results::checkpoint_file) files_.trust_last();
  seed_ = resumption.seed;
  last_iteration_ = resumption.iteration;
}

bool Checkpoints::due(int iteration) const {
  if (iteration == last_iteration_) return false;
  const int every = identity_.settings.checkpoint_iterations;
  if (every > 0 && iteration > 0 && iteration % every == 0) return true;
  const double wanted = identity_.settings.checkpoint_minutes;
  return wanted > 0 && std::chrono::duration<double>(Clock::now() - last_).count() / 60 >= wanted;
}

void Checkpoints::offer(std::uint64_t seed, int iteration, bool leaving,
                        const Observer::Save& save) {
  if (seed != seed_) last_iteration_ = -1;
  seed_ = seed;
  if (!has_folder_ || (!leaving && !due(iteration))) return;
  StateArchive archive = begin_archive(identity_, {seed, iteration});
  save(archive);
  last_ = Clock::now();
  last_iteration_ = iteration;
  try {
    files_.save(archive);
  } catch (const std::exception& error) {
    told_.warn(fmt::format("no checkpoint at iteration {}: {}", iteration, error.what()));
  }
}

}  // namespace engd::solve
