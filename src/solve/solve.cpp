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

/// The seeds that are done, and the history until now: what does not change any more.
struct Finished {
  std::vector<SeedRun> runs;
  std::string history;

  void exchange(StateArchive& archive, const problem::Problem& problem, int threads) {
    archive.list("finished", runs, [&](SeedRun& run) { run.exchange(archive, problem, threads); });
    archive("history", history);
  }
};

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

problem::Problem prepare(const problem::Problem& given, int threads) {
  linalg::set_threads(threads);
  return with_formulas(given, threads);
}

Finished finished_before(Resumption* resumed, const problem::Problem& problem,
                         const Settings& settings) {
  Finished finished;
  if (!resumed) return finished;
  finished.exchange(resumed->archive, problem, settings.threads);
  resumed->archive.require(finished.runs.size() < settings.seeds.size(), "finished");
  return finished;
}

/// One run in its folder. What is wrong with the problem is found before there is a folder.
class Run {
 public:
  Run(const problem::Problem& given, const Settings& settings, Observer& observer,
      Resumption* resumed, const Prepared* prepared);
  bool has_seed_left() const {
    return finished_.runs.size() < settings_.seeds.size() && !result_.interrupted;
  }
  void solve_seed();
  SolveResult write();

 private:
  std::unique_ptr<Windows> next_windows() const {
    return std::make_unique<Windows>(problem_, settings_.seeds[finished_.runs.size()],
                                     settings_.threads, settings_.device);
  }
  StateArchive* where_it_stands(SeedObserver& seed_observer);
  void save(StateArchive& archive);

  const Settings& settings_;
  Observer& observer_;
  Resumption* resumed_;  ///< until the seed that was left goes on
  const Prepared* prepared_;
  const problem::Problem problem_;
  const std::string card_;
  Finished finished_;
  std::unique_ptr<Windows> windows_;  ///< of the seed to come
  results::RunFolder folder_;
  results::HistoryWriter history_;
  Checkpoints checkpoints_;
  std::optional<StateArchive> begun_;
  SolveResult result_;
};

Run::Run(const problem::Problem& given, const Settings& settings, Observer& observer,
         Resumption* resumed, const Prepared* prepared)
    : settings_(settings),
      observer_(observer),
      resumed_(resumed),
      prepared_(prepared),
      problem_(prepare(given, settings.threads)),
      card_(settings.device == backend::Device::cuda ? backend::cuda_card() : ""),
      finished_(finished_before(resumed, problem_, settings)),
      windows_(next_windows()),
      folder_(folder_of(problem_, settings, resumed, prepared)),
      history_(folder_, term_names(problem_), problem_.scope.coefficients, finished_.history),
      checkpoints_(folder_.path(), identity_of(problem_, settings), observer) {
  result_.folder = folder_.path().string();
  result_.summary = begin_summary(problem_, settings, card_, windows_->energy().points());
  result_.race_was_left = settings.race && !settings.race->ended;
  observer.begin(total_iterations(problem_));
  if (!prepared) return;
  result_.summary.race = prepared->race;
  if (resumed) return;
  for (const results::HistoryRow& row : prepared->history) history_.write(row);
  if (!prepared->begun.empty()) begun_.emplace(prepared->begun);
}

void Run::save(StateArchive& archive) {
  finished_.history = history_.text();
  finished_.exchange(archive, problem_, settings_.threads);
}

/// Where the seed goes on from; null where it begins.
StateArchive* Run::where_it_stands(SeedObserver& seed_observer) {
  if (begun_ && finished_.runs.empty()) return &*begun_;
  if (!resumed_) return nullptr;
  Resumption& resumed = *std::exchange(resumed_, nullptr);
  resumed.archive.part("seed_solver", seed_observer);
  checkpoints_.resumed_from(resumed);
  return &resumed.archive;
}

void Run::solve_seed() {
  const std::uint64_t seed = settings_.seeds[finished_.runs.size()];
  if (!windows_) windows_ = next_windows();
  SeedObserver seed_observer(
      problem_, seed, history_, checkpoints_, [&](StateArchive& archive) { save(archive); },
      observer_);
  Solved solved = windows_->run(seed_observer, where_it_stands(seed_observer));
  windows_.reset();
  SeedRun run =
      judge(problem_, std::move(solved), seed, settings_.threads, seed_observer.first_loss());
  if (prepared_ && prepared_->judge) prepared_->judge(run.pieces, run.summary);
  observer_.seed_done(run.summary);
  result_.interrupted = run.interrupted;
  finished_.runs.push_back(std::move(run));
}

SolveResult Run::write() {
  const std::vector<SeedRun>& runs = finished_.runs;
  results::Summary& summary = result_.summary;
  history_.close();
  end_summary(summary, problem_, runs);
  const auto solution = sample_best(problem_, runs, settings_.threads, summary.failures);
  result_.failed = !summary.failures.empty();
  result_.why_failed = fmt::format("{}", fmt::join(summary.failures, "\n"));
  folder_.write("problem.toml", problem_.source_text);
  if (prepared_) folder_.write("chosen.toml", prepared_->chosen_text);
  result_.model = model_of(problem_, settings_, runs);
  result_.history = history_.rows();
  folder_.write_with("model.h5",
                     [&](const fs::path& path) { results::save_model(path, result_.model); });
  if (solution) write_solution(folder_, problem_, *solution);
  folder_.write("summary.json", results::to_json(summary));  // the last: all results are there then
  if (settings_.report && folder_.exists()) result_.page = draw(folder_, problem_, solution);
  if (!result_.interrupted) checkpoints_.remove();
  return std::move(result_);
}

}  // namespace

results::RunFolder make_folder(const problem::Problem& problem, const Settings& settings) {
  if (!settings.files) return results::RunFolder::none();
  if (settings.out.empty()) return make_free_folder(problem_name(problem));
  return results::RunFolder::create(settings.out, settings.force);
}

SolveResult solve(const problem::Problem& problem, const Settings& settings, Observer& observer,
                  Resumption* resumed, const Prepared* prepared) {
  Run run(problem, settings, observer, resumed, prepared);
  while (run.has_seed_left()) run.solve_seed();
  return run.write();
}

}  // namespace engd::solve
