#include "solve/solve.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <utility>

#include "linalg/blas.h"
#include "report/pictures.h"
#include "report/run_page.h"
#include "results/describe.h"
#include "results/run_folder.h"
#include "solve/memory.h"
#include "solve/run_summary.h"
#include "solve/solution_files.h"
#include "solve/solvable.h"

namespace engd::solve {

namespace {

namespace fs = std::filesystem;

/// runs/NAME, or the first free one of runs/NAME-2, runs/NAME-3, ... Only a folder made here is
/// free: of runs that start at the same time, one makes it and the others go on to the next.
results::RunFolder make_free_folder(const std::string& name) {
  const fs::path base = fs::path("runs") / name;
  fs::path candidate = base;
  for (int k = 2;; candidate = fmt::format("{}-{}", base.string(), k++)) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(candidate, ignored))) continue;
    auto folder = results::RunFolder::create(candidate, false);
    if (folder.is_new()) return folder;
  }
}

results::RunFolder folder_of(const problem::Problem& problem, const Settings& settings,
                             const Resumption* resumed, const Prepared* prepared) {
  if (resumed) return results::RunFolder::reopen(resumed->folder);
  if (prepared && !prepared->folder.empty()) return results::RunFolder::reopen(prepared->folder);
  return make_folder(problem, settings);
}

/// What does not change any more.
void exchange_finished(StateArchive& archive, const problem::Problem& problem, int threads,
                       std::vector<SeedRun>& runs, std::string& history) {
  archive.list("finished", runs, [&](SeedRun& run) { run.exchange(archive, problem, threads); });
  archive("history", history);
}

/// The picture is of the seed with the lowest loss; a loss that is not finite is never the lowest.
std::optional<SampledSolution> sample_best(const problem::Problem& problem,
                                           const std::vector<SeedRun>& runs, int threads,
                                           std::vector<std::string>& failures) {
  const auto best =
      std::min_element(runs.begin(), runs.end(), [](const SeedRun& a, const SeedRun& b) {
        return std::isfinite(a.summary.loss) && !(b.summary.loss <= a.summary.loss);
      });
  if (!std::isfinite(best->summary.loss)) return std::nullopt;
  SampledSolution solution = sample_solution(problem, best->pieces, threads);
  if (!solution.not_finite.empty())
    failures.push_back(fmt::format("seed {}: {}", best->summary.seed, solution.not_finite));
  return solution;
}

void end_summary(results::Summary& summary, const problem::Problem& problem,
                 const std::vector<SeedRun>& runs) {
  for (const SeedRun& run : runs) {
    summary.seeds.push_back(run.summary);
    if (const std::string why = failure_of(problem, run); !why.empty())
      summary.failures.push_back(why);
  }
  // No error is relative to a solution that is zero.
  if (std::ranges::any_of(summary.seeds, [](const auto& seed) { return seed.rel_l2.has_value(); }))
    summary.errors_of = results::measured_names(problem);
  summary.date = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
}

/// The file of the page.
std::string draw(results::RunFolder& folder, const problem::Problem& problem,
                 const std::optional<SampledSolution>& solution) {
  if (solution && problem.domain.dimension() <= 2)
    report::draw_solution(folder, solution->grid, solution->arrays, problem.scope.coordinates,
                          problem.title);
  report::draw_history(folder, problem.title);
  return report::write_run_page(folder.path()).string();
}

}  // namespace

results::RunFolder make_folder(const problem::Problem& problem, const Settings& settings) {
  if (settings.out.empty()) return make_free_folder(problem_name(problem));
  return results::RunFolder::create(settings.out, settings.force);
}

SolveResult solve(const problem::Problem& given, const Settings& settings, Observer& observer,
                  Resumption* resumed, const Prepared* prepared) {
  const int threads = settings.threads;
  linalg::set_threads(threads);
  const problem::Problem problem = with_formulas(given, threads);
  const std::string card = settings.device == backend::Device::cuda ? backend::cuda_card() : "";
  std::vector<SeedRun> runs;
  std::string history_before;
  if (resumed) {
    exchange_finished(resumed->archive, problem, threads, runs, history_before);
    resumed->archive.require(runs.size() < settings.seeds.size(), "finished");
  }
  const auto windows_of = [&](std::uint64_t seed) {
    return std::make_unique<Windows>(problem, seed, threads, settings.device);
  };
  std::unique_ptr<Windows> windows = windows_of(settings.seeds[runs.size()]);

  results::RunFolder folder = folder_of(problem, settings, resumed, prepared);
  observer.begin(total_iterations(problem));
  SolveResult result;
  result.folder = folder.path().string();
  results::Summary& summary = result.summary;
  summary = begin_summary(problem, settings, card, windows->energy().points());
  results::HistoryWriter history(folder, term_names(problem), problem.scope.coefficients,
                                 history_before);
  Checkpoints checkpoints(folder.path(), identity_of(problem, settings), observer);
  const auto save_run = [&](StateArchive& archive) {
    std::string text = history.text();
    exchange_finished(archive, problem, threads, runs, text);
  };
  std::optional<StateArchive> begun;
  if (prepared) {
    summary.race = prepared->race;
    if (!resumed)
      for (const results::HistoryRow& row : prepared->history) history.write(row);
    if (!resumed && !prepared->begun.empty()) begun.emplace(prepared->begun);
  }
  while (runs.size() < settings.seeds.size() && !result.interrupted) {
    const std::uint64_t seed = settings.seeds[runs.size()];
    if (!windows) windows = windows_of(seed);
    SeedObserver seed_observer(problem, seed, history, checkpoints, save_run, observer);
    StateArchive* archive = nullptr;
    if (resumed) {
      archive = &resumed->archive;
      archive->part("seed_solver", seed_observer);
      checkpoints.resumed_from(*std::exchange(resumed, nullptr));
    }
    if (begun && runs.empty()) archive = &*begun;
    Solved solved = windows->run(seed_observer, archive);
    windows.reset();
    runs.push_back(judge(problem, std::move(solved), seed, threads, seed_observer.first_loss()));
    if (prepared && prepared->judge) prepared->judge(runs.back().pieces, runs.back().summary);
    observer.seed_done(runs.back().summary);
    result.interrupted = runs.back().interrupted;
  }
  history.close();

  result.race_was_left = settings.race && !settings.race->ended;
  end_summary(summary, problem, runs);
  const auto solution = sample_best(problem, runs, threads, summary.failures);
  result.failed = !summary.failures.empty();
  result.why_failed = fmt::format("{}", fmt::join(summary.failures, "\n"));
  folder.write("problem.toml", problem.source_text);
  if (prepared) folder.write("chosen.toml", prepared->chosen_text);
  folder.write_with("model.h5", [&](const fs::path& path) {
    results::save_model(path, model_of(problem, settings, runs));
  });
  if (solution) write_solution(folder, problem, *solution);
  folder.write("summary.json", results::to_json(summary));  // the last: all results are there then
  if (settings.report) result.page = draw(folder, problem, solution);
  if (!result.interrupted) checkpoints.remove();
  return result;
}

}  // namespace engd::solve
