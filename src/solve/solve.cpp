#include "solve/solve.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "linalg/blas.h"
#include "report/pictures.h"
#include "report/run_page.h"
#include "results/history.h"
#include "results/model_file.h"
#include "results/run_folder.h"
#include "solve/coefficients.h"
#include "solve/fresh_points.h"
#include "solve/memory.h"
#include "solve/not_finite.h"
#include "solve/setup.h"
#include "solve/solution_files.h"
#include "solve/solvable.h"
#include "solve/statement.h"
#include "solve/windows.h"
#include "support/error.h"

namespace engd::solve {

namespace {

namespace fs = std::filesystem;

std::string problem_name(const problem::Problem& problem) {
  return fs::path(problem.file).stem().string();
}

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

int total_iterations(const problem::Problem& problem) {
  std::int64_t sum = 0;
  for (const auto& stage : problem.stages) sum += stage.iterations;
  sum *= (1 + std::ssize(problem.corrections)) * problem.windows;
  if (sum > std::numeric_limits<int>::max())
    throw InputError(fmt::format("{}: the optimizers have {} iterations together; at most {}",
                                 problem.file, sum, std::numeric_limits<int>::max()));
  return static_cast<int>(sum);
}

/// Errors and history rows are due every so many iterations: about 500 times in a run.
int reporting_interval(const problem::Problem& problem) {
  return problem.evaluate_every > 0 ? problem.evaluate_every
                                    : std::max(1, (total_iterations(problem) + 499) / 500);
}

/// Of all networks.
Index parameters_of(const problem::Problem& problem) {
  Index sum = make_network(problem).parameters();  // coefficients count once
  for (const problem::Correction& correction : problem.corrections)
    sum += network::Mlp(correction.network, problem.domain,
                        static_cast<int>(problem.scope.unknowns.size()))
               .parameters();
  return sum * problem.windows;
}

std::vector<std::string> term_names(const problem::Problem& problem) {
  std::vector<std::string> names;
  for (const problem::Term& term : problem.terms) names.push_back(term.name);
  return names;
}

/// NaN has a sign, which says nothing and is printed.
double without_sign_of_nan(double x) {
  return std::isnan(x) ? std::numeric_limits<double>::quiet_NaN() : x;
}

// Residuals below this part of the summands that they are made of are rounding.
constexpr double rounding = 1e-12;

/// Whether every equation holds to rounding, as far as that is known.
bool holds_to_rounding(const std::vector<results::TermResidual>& residuals) {
  return !residuals.empty() && std::all_of(residuals.begin(), residuals.end(), [](const auto& one) {
    return one.relative && *one.relative <= rounding;
  });
}

struct SeedRun {
  results::SeedSummary summary;
  std::vector<Piece> pieces;
  bool interrupted = false, failed = false;

  void exchange(StateArchive& archive, problem::Problem& problem, int threads) {
    archive.part("summary", summary);
    solve::exchange(archive, problem, threads, pieces);
    archive("failed", failed);
  }
};

/// All networks and optimisers for one seed.
class SeedSolver {
 public:
  SeedSolver(problem::Problem& problem, std::uint64_t seed, int threads,
             results::HistoryWriter& history, const std::function<void(const Progress&)>& report)
      : problem_(problem), seed_(seed), threads_(threads), history_(history), report_(report) {
    term_names_ = term_names(problem);
  }

  SeedRun run(Windows& training, const std::atomic<bool>& interrupted,
              const optim::Keeping& keeping) {
    Solved trained = training.run([&](const Moment& moment) { observe(moment); },
                                  [&] { return interrupted.load(); }, keeping);
    const optim::Result& ending = trained.ending;
    SeedRun result;
    result.pieces = std::move(trained.pieces);
    result.interrupted = ending.termination == optim::Termination::interrupted;
    result.failed = optim::failed(ending.termination);
    results::SeedSummary& summary = result.summary;
    summary.seed = seed_;
    summary.loss = without_sign_of_nan(trained.loss);
    summary.iterations = ending.iterations;
    summary.seconds = ending.seconds;
    summary.ms_per_iteration =
        ending.iterations > 0 ? 1000 * ending.seconds / ending.iterations : 0;
    summary.termination = optim::name(ending.termination);
    summary.message = ending.sentence;
    if (trained.errors) {
      summary.rel_l2 = trained.errors->rel_l2;
      summary.rel_h1 = trained.errors->rel_h1;
      for (const cpu::UnknownErrors& one : trained.errors->by_unknown)
        summary.errors_by_unknown.push_back(
            {problem_.scope.unknowns[static_cast<std::size_t>(one.unknown)], one.rel_l2,
             one.rel_h1});
    }
    summary.residuals = measure_residuals(problem_, result.pieces, seed_, threads_);
    summary.warning = residual_warning(summary.residuals);
    summary.coefficients = estimate_coefficients(problem_, result.pieces.front().level,
                                                 result.pieces.front().theta, seed_, threads_);
    // A grid of step sizes that are all too long goes uphill, at last to where nothing is lower.
    const bool uphill =
        ending.termination == optim::Termination::stalled && !(trained.loss <= first_loss_);
    const auto diverge = [&](const std::string& why) {
      if (result.failed) return;
      result.failed = true;
      summary.termination = optim::name(optim::Termination::diverged);
      summary.message = why;
    };
    if (!std::isfinite(trained.loss)) diverge("the loss is not finite");
    if (uphill)
      diverge(fmt::format("the loss grew from {:.3e} to {:.3e}", first_loss_, trained.loss));
    if (!std::isfinite(summary.rel_l2.value_or(0)) || !std::isfinite(summary.rel_h1.value_or(0)))
      diverge("the loss is finite, but the error is not");
    const bool finite = std::all_of(summary.residuals.begin(), summary.residuals.end(),
                                    [](const auto& one) { return std::isfinite(one.fresh); });
    if (!finite)
      diverge("the loss is finite, but residuals between the points of training are not");
    if (result.failed && !(finite && std::isfinite(trained.loss))) explain(result);
    if (ending.termination == optim::Termination::stalled && !result.failed &&
        holds_to_rounding(summary.residuals))
      summary.message += "; the equations hold to rounding";
    return result;
  }

  void exchange(StateArchive& archive) {
    archive("last_row", last_row_);
    archive("first_loss", first_loss_);
  }

 private:
  /// Where a formula of the last piece is not finite, and why.
  void explain(SeedRun& run) const {
    std::string why = describe_not_finite(run.pieces.back(), seed_, threads_);
    if (why.empty() && !std::isfinite(run.summary.loss))
      why = "the formulas are finite, but their squares or sums are not";
    if (!why.empty()) run.summary.message += "; " + why;
  }

  void observe(const Moment& moment) {
    const optim::State& state = moment.state;
    if (!std::isfinite(first_loss_)) first_loss_ = moment.loss;
    const bool due = moment.final || moment.iteration % reporting_interval(problem_) == 0;
    // A run that ends without a further step has its last row already.
    if (due && moment.iteration != last_row_) {
      last_row_ = moment.iteration;
      std::optional<cpu::Errors> errors;
      if (moment.error && moment.error->is_relative()) errors = moment.error->measure(state.theta);
      results::HistoryRow row;
      row.seed = seed_;
      row.iteration = moment.iteration;
      row.seconds = moment.seconds;
      row.loss = without_sign_of_nan(moment.loss);
      for (const double loss : moment.loss_by_term)
        row.term_losses.push_back(without_sign_of_nan(loss));
      if (errors) {
        row.rel_l2 = errors->rel_l2;
        row.rel_h1 = errors->rel_h1;
      }
      row.step = state.step;
      if (!moment.final) row.gradient_norm = state.gradient.norm();
      if (state.solution.rank > 0) row.rank = state.solution.rank;
      row.coefficients = coefficient_values(problem_, state.theta);
      history_.write(row);
      progress_.rel_l2 = row.rel_l2;
      progress_.rel_h1 = row.rel_h1;
    }
    if (!report_) return;
    progress_.seed = seed_;
    progress_.stage = optim::name(moment.optimizer.method);
    progress_.iteration = moment.iteration;
    progress_.iterations = total_iterations(problem_);
    progress_.seconds = moment.seconds;
    progress_.term_names = &term_names_;
    progress_.loss = without_sign_of_nan(moment.loss);
    progress_.loss_by_term = moment.loss_by_term.unaryExpr(&without_sign_of_nan);
    progress_.step = state.step;
    progress_.damping = state.damping;
    progress_.final = moment.final;
    report_(progress_);
  }

  problem::Problem& problem_;
  std::uint64_t seed_;
  int threads_;
  results::HistoryWriter& history_;
  const std::function<void(const Progress&)>& report_;
  std::vector<std::string> term_names_;
  int last_row_ = -1;  ///< iteration of the last row of the history
  double first_loss_ = std::numeric_limits<double>::quiet_NaN();  ///< the first that is finite
  Progress progress_;
};

results::Model model_of(const problem::Problem& problem, const SolveOptions& options,
                        const std::vector<SeedRun>& runs) {
  results::Model model;
  model.network = problem.network;
  model.box = problem.domain;
  model.variables = problem.scope.coordinates;
  model.unknowns = problem.scope.unknowns;
  model.coefficients = problem.scope.coefficients;
  model.network.coefficients = make_network(problem).options().coefficients;
  model.problem_text = problem.source_text;
  model.overrides = options.overrides;
  for (const problem::Correction& correction : problem.corrections)
    model.corrections.push_back(correction.network);
  for (const SeedRun& run : runs) {
    results::SeedModel seed;
    seed.seed = run.summary.seed;
    for (const Piece& piece : run.pieces) {
      // The networks of the level, then its own.
      std::vector<results::NetworkModel> all;
      for (const auto& frozen : piece.level.frozen)
        all.push_back({{frozen.theta.begin(), frozen.theta.end()}, frozen.scale});
      all.push_back({{piece.theta.begin(), piece.theta.end()}, piece.level.scale});
      if (&piece == &run.pieces.front()) {
        seed.parameters = all.front().parameters;
        seed.corrections.assign(all.begin() + 1, all.end());
      } else {
        seed.windows.push_back(std::move(all));
      }
    }
    for (const results::Estimate& one : run.summary.coefficients)
      seed.coefficients.push_back(one.value);
    model.seeds.push_back(std::move(seed));
  }
  return model;
}

RunIdentity identity_of(const problem::Problem& problem, const SolveOptions& options) {
  return {fs::absolute(problem.file).string(),
          problem.source_text,
          data_of(problem),
          options.overrides,
          options.seeds,
          options.threads,
          options.device == backend::Device::cuda ? "cuda" : "cpu"};
}

/// What does not change any more.
void exchange_finished(StateArchive& archive, problem::Problem& problem, int threads,
                       std::vector<SeedRun>& runs, std::string& history) {
  archive.list("finished", runs, [&](SeedRun& run) { run.exchange(archive, problem, threads); });
  archive("history", history);
}

/// Why the run counts as failed, or nothing.
std::string failure_of(const problem::Problem& problem, const SeedRun& run) {
  if (run.failed)
    return fmt::format("seed {}: {}: {}", run.summary.seed, run.summary.termination,
                       run.summary.message);
  if (run.summary.fell_short)
    return fmt::format("seed {}: {}", run.summary.seed, run.summary.verdict);
  std::optional<double> target;
  for (const auto& stage : problem.stages)
    if (stage.target_error) target = stage.target_error;
  if (target && run.summary.rel_l2 && !(*run.summary.rel_l2 <= *target))
    return fmt::format(
        "seed {}: relative L2 error {:.2e} is above the {:.2e} that the file asks for ({})",
        run.summary.seed, *run.summary.rel_l2, *target, run.summary.message);
  return {};
}

}  // namespace

std::string machine_name() {
  utsname system{};
  uname(&system);
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::string line, model = system.machine;
  while (std::getline(cpuinfo, line))
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  return fmt::format("{}, {}", model, system.sysname);
}

std::string optimizer_name(const problem::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& stage : problem.stages) names.push_back(optim::name(stage.method));
  return fmt::format("{}", fmt::join(names, "+"));
}

SolveResult solve(problem::Problem& problem, const SolveOptions& options,
                  const std::function<void(const Progress&)>& report,
                  const std::function<void(const results::SeedSummary&)>& seed_done,
                  const std::atomic<bool>& interrupted) {
  linalg::set_threads(options.threads);
  const int iterations = total_iterations(problem);
  require_memory(problem, make_terms(problem), options.threads);
  require_solvable(problem, options.threads);
  const std::string card = options.device == backend::Device::cuda ? backend::cuda_card() : "";
  std::vector<SeedRun> runs;
  std::string history_before;
  if (options.resume) {
    exchange_finished(options.resume->archive, problem, options.threads, runs, history_before);
    options.resume->archive.require(runs.size() < options.seeds.size(), "finished");
  }
  const std::size_t first_seed = runs.size();
  auto training = std::make_unique<Windows>(problem, options.seeds[first_seed], options.threads,
                                            options.device);

  auto folder = options.resume        ? results::RunFolder::reopen(options.resume->folder)
                : options.out.empty() ? make_free_folder(problem_name(problem))
                                      : results::RunFolder::create(options.out, options.force);
  SolveResult result;
  result.folder = folder.path().string();
  results::Summary& summary = result.summary;
  summary.problem = problem_name(problem);
  summary.title = problem.title;
  summary.file = problem.file;
  summary.optimizer = optimizer_name(problem);
  summary.device = card.empty() ? "cpu" : "cuda: " + card;
  summary.parameters = parameters_of(problem);
  summary.points = training->energy().points();
  summary.iterations = iterations;
  summary.version = ENGD_VERSION;
  summary.machine = machine_name();
  summary.threads = options.threads;
  summary.cores = static_cast<int>(std::thread::hardware_concurrency());
  summary.compiler = ENGD_COMPILER;
  summary.seeds_asked = static_cast<int>(options.seeds.size());
  summary.overrides = options.overrides;
  summary.statement = make_statement(problem);

  const auto finish_seed = [&](const SeedRun& run) {
    summary.seeds.push_back(run.summary);
    if (const std::string why = failure_of(problem, run); !why.empty())
      summary.failures.push_back(why);
  };
  for (const SeedRun& run : runs) finish_seed(run);
  results::HistoryWriter history(folder, term_names(problem), problem.scope.coefficients,
                                 history_before);
  std::unique_ptr<SeedSolver> solver;
  Checkpoints checkpoints(
      folder.path(), options.checkpoints, identity_of(problem, options),
      [&](StateArchive& archive) {
        std::string text = history.text();
        exchange_finished(archive, problem, options.threads, runs, text);
        archive.part("seed_solver", *solver);
      },
      options.warn);
  std::optional<StateArchive> begun;
  if (options.prepared) {
    summary.race = options.prepared->race;
    for (const results::HistoryRow& row : options.prepared->history) history.write(row);
    if (!options.prepared->begun.empty()) begun.emplace(options.prepared->begun);
  }
  for (std::size_t k = first_seed; k < options.seeds.size() && !result.interrupted; ++k) {
    const std::uint64_t seed = options.seeds[k];
    if (!training)
      training = std::make_unique<Windows>(problem, seed, options.threads, options.device);
    solver = std::make_unique<SeedSolver>(problem, seed, options.threads, history, report);
    optim::Keeping keeping = checkpoints.keeping(seed);
    if (options.resume && k == first_seed) {
      checkpoints.resumed_from(*options.resume);
      options.resume->archive.part("seed_solver", *solver);
      keeping.resumed = &options.resume->archive;
    }
    if (begun && k == 0) keeping.resumed = &*begun;
    runs.push_back(solver->run(*training, interrupted, keeping));
    training.reset();
    if (options.prepared && options.prepared->judge)
      options.prepared->judge(runs.back().pieces, runs.back().summary);
    finish_seed(runs.back());
    if (seed_done) seed_done(runs.back().summary);
    result.interrupted = runs.back().interrupted;
  }
  history.close();
  // No error is relative to a solution that is zero.
  if (std::ranges::any_of(summary.seeds, [](const auto& seed) { return seed.rel_l2.has_value(); }))
    summary.errors_of = measured_names(problem);
  result.failed = !summary.failures.empty();
  summary.date = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
  // The picture is of the seed with the lowest loss; a loss that is not finite is never the lowest.
  const auto best =
      std::min_element(runs.begin(), runs.end(), [](const SeedRun& a, const SeedRun& b) {
        return std::isfinite(a.summary.loss) && !(b.summary.loss <= a.summary.loss);
      });
  std::optional<SampledSolution> solution;
  if (std::isfinite(best->summary.loss)) {
    solution = sample_solution(problem, best->pieces, options.threads);
    if (!solution->not_finite.empty()) {
      summary.failures.push_back(
          fmt::format("seed {}: {}", best->summary.seed, solution->not_finite));
      result.failed = true;
    }
  }
  result.why_failed = fmt::format("{}", fmt::join(summary.failures, "\n"));
  folder.write("problem.toml", problem.source_text);
  if (options.prepared) folder.write("chosen.toml", options.prepared->chosen_text);
  folder.write_with("model.h5", [&](const fs::path& path) {
    results::save_model(path, model_of(problem, options, runs));
  });
  if (solution) write_solution(folder, problem, *solution);
  folder.write("summary.json",
               results::to_json(summary));  // the last: where it is, all results are
  if (!options.report) {
    if (!result.interrupted) checkpoints.remove();
    return result;
  }
  if (solution && problem.domain.dimension() <= 2)
    report::draw_solution(folder, solution->grid, solution->arrays, problem.scope.coordinates,
                          problem.title);
  report::draw_history(folder, problem.title);
  result.page = report::write_run_page(folder.path()).string();
  if (!result.interrupted) checkpoints.remove();
  return result;
}

}  // namespace engd::solve
