#include "run/solve.h"

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

#include "io/history.h"
#include "io/model_file.h"
#include "io/run_folder.h"
#include "linalg/blas.h"
#include "report/pictures.h"
#include "report/run_page.h"
#include "run/fresh_points.h"
#include "run/memory.h"
#include "run/setup.h"
#include "run/solution_files.h"
#include "run/statement.h"
#include "support/error.h"

namespace engd::run {

namespace {

namespace fs = std::filesystem;

std::string problem_name(const io::Problem& problem) {
  return fs::path(problem.file).stem().string();
}

/// runs/NAME, or the first free one of runs/NAME-2, runs/NAME-3, ... Only a folder made here is
/// free: of runs that start at the same time, one makes it and the others go on to the next.
io::RunFolder make_free_folder(const std::string& name) {
  const fs::path base = fs::path("runs") / name;
  fs::path candidate = base;
  for (int k = 2;; candidate = fmt::format("{}-{}", base.string(), k++)) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(candidate, ignored))) continue;
    auto folder = io::RunFolder::create(candidate, false);
    if (folder.is_new()) return folder;
  }
}

int total_iterations(const io::Problem& problem) {
  std::int64_t sum = 0;
  for (const auto& stage : problem.stages) sum += stage.iterations;
  if (sum > std::numeric_limits<int>::max())
    throw InputError(fmt::format("{}: the optimizers have {} iterations together; at most {}",
                                 problem.file, sum, std::numeric_limits<int>::max()));
  return static_cast<int>(sum);
}

/// Errors and history rows are due every so many iterations: about 500 times in a run.
int reporting_interval(const io::Problem& problem) {
  return problem.evaluate_every > 0 ? problem.evaluate_every
                                    : std::max(1, (total_iterations(problem) + 499) / 500);
}

struct SeedRun {
  io::SeedSummary summary;
  Vector theta;
  bool interrupted = false, failed = false;
};

/// All stages for one seed.
class SeedSolver {
 public:
  SeedSolver(io::Problem& problem, std::unique_ptr<energy::Energy> energy, int threads,
             cpu::SolutionError* error, io::HistoryWriter& history,
             const std::function<void(const Progress&)>& report)
      : problem_(problem),
        energy_(std::move(energy)),
        threads_(threads),
        error_(error),
        history_(history),
        report_(report) {}

  SeedRun run(std::uint64_t seed, const std::atomic<bool>& interrupted) {
    seed_ = seed;
    state_.theta = make_network(problem_).initial(seed);
    SeedRun result;
    double seconds = 0;
    int iterations = 0;
    optim::Result ending;
    for (std::size_t s = 0; s < problem_.stages.size(); ++s) {
      const optim::Options& stage = problem_.stages[s];
      ending = optim::minimise(
          *energy_, stage, state_,
          [&](const optim::State& state, double spent, bool final) {
            // The end of a stage is the start of the next, which reports it.
            if (!final) observe(stage, state, seconds + spent, false);
          },
          [&] { return interrupted.load(); },
          [&](int attempt) {
            return make_network(problem_).initial(seed, static_cast<std::uint32_t>(attempt));
          });
      seconds += ending.seconds;
      iterations += ending.iterations;
      const bool stop = optim::failed(ending.termination) ||
                        ending.termination == optim::Termination::interrupted;
      if (stop || s + 1 == problem_.stages.size()) {
        observe(stage, state_, seconds, true);
        break;
      }
    }
    result.theta = state_.theta;
    result.interrupted = ending.termination == optim::Termination::interrupted;
    result.failed = optim::failed(ending.termination);
    io::SeedSummary& summary = result.summary;
    summary.seed = seed;
    summary.loss = state_.loss;
    summary.iterations = iterations;
    summary.seconds = seconds;
    summary.ms_per_iteration = iterations > 0 ? 1000 * seconds / iterations : 0;
    summary.termination = optim::name(ending.termination);
    summary.message = ending.sentence;
    if (error_) {
      const auto errors = error_->measure(state_.theta);
      summary.rel_l2 = errors.rel_l2;
      summary.rel_h1 = errors.rel_h1;
    }
    summary.residuals = measure_residuals(problem_, state_.theta, seed, threads_);
    summary.warning = residual_warning(summary.residuals);
    // A grid of step sizes that are all too long goes uphill, at last to where nothing is lower.
    const bool uphill =
        ending.termination == optim::Termination::stalled && !(state_.loss <= first_loss_);
    if ((uphill || !std::isfinite(state_.loss)) && !result.failed) {
      result.failed = true;
      summary.termination = optim::name(optim::Termination::diverged);
      summary.message =
          uphill ? fmt::format("the loss grew from {:.3e} to {:.3e}", first_loss_, state_.loss)
                 : "the loss is not finite";
    }
    return result;
  }

 private:
  void observe(const optim::Options& stage, const optim::State& state, double seconds, bool final) {
    if (last_row_ < 0) first_loss_ = state.loss;
    const bool due = final || state.iteration % reporting_interval(problem_) == 0;
    // A run that ends without a further step has its last row already.
    if (due && state.iteration != last_row_) {
      last_row_ = state.iteration;
      std::optional<cpu::Errors> errors;
      if (error_) errors = error_->measure(state.theta);
      io::HistoryRow row;
      row.seed = seed_;
      row.iteration = state.iteration;
      row.seconds = seconds;
      row.loss = state.loss;
      row.term_losses.assign(state.loss_by_term.begin(), state.loss_by_term.end());
      if (errors) {
        row.rel_l2 = errors->rel_l2;
        row.rel_h1 = errors->rel_h1;
      }
      row.step = state.step;
      if (!final) row.gradient_norm = state.gradient.norm();
      if (state.solution.rank > 0) row.rank = state.solution.rank;
      history_.write(row);
      progress_.rel_l2 = row.rel_l2;
      progress_.rel_h1 = row.rel_h1;
    }
    if (!report_) return;
    progress_.seed = seed_;
    progress_.stage = optim::name(stage.method);
    progress_.iteration = state.iteration;
    progress_.iterations = total_iterations(problem_);
    progress_.seconds = seconds;
    progress_.term_names = &energy_->term_names();
    progress_.loss = state.loss;
    progress_.loss_by_term = state.loss_by_term;
    progress_.step = state.step;
    progress_.damping = state.damping;
    progress_.final = final;
    report_(progress_);
  }

  io::Problem& problem_;
  std::unique_ptr<energy::Energy> energy_;
  int threads_;
  cpu::SolutionError* error_;
  io::HistoryWriter& history_;
  const std::function<void(const Progress&)>& report_;
  std::uint64_t seed_ = 0;
  int last_row_ = -1;  ///< iteration of the last row of the history
  double first_loss_ = 0;
  optim::State state_;
  Progress progress_;
};

io::Model model_of(const io::Problem& problem, const SolveOptions& options,
                   const std::vector<SeedRun>& runs) {
  io::Model model;
  model.network = problem.network;
  model.box = problem.domain;
  model.variables = problem.scope.coordinates;
  model.unknowns = problem.scope.unknowns;
  model.problem_text = problem.source_text;
  model.overrides = options.overrides;
  for (const SeedRun& run : runs)
    model.seeds.push_back({run.summary.seed, {run.theta.begin(), run.theta.end()}, {}});
  return model;
}

/// Why the run counts as failed, or nothing.
std::string failure_of(const io::Problem& problem, const SeedRun& run) {
  if (run.failed)
    return fmt::format("seed {}: {}: {}", run.summary.seed, run.summary.termination,
                       run.summary.message);
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

std::string optimizer_name(const io::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& stage : problem.stages) names.push_back(optim::name(stage.method));
  return fmt::format("{}", fmt::join(names, "+"));
}

SolveResult solve(io::Problem& problem, const SolveOptions& options,
                  const std::function<void(const Progress&)>& report,
                  const std::function<void(const io::SeedSummary&)>& seed_done,
                  const std::atomic<bool>& interrupted) {
  linalg::set_threads(options.threads);
  const int iterations = total_iterations(problem);
  require_memory(problem, make_terms(problem), options.threads);
  const std::string card = options.device == backend::Device::cuda ? backend::cuda_card() : "";
  auto energy = make_energy(problem, options.seeds.front(), options.threads, options.device);
  const auto error = make_solution_error(problem, options.threads);

  auto folder = options.out.empty() ? make_free_folder(problem_name(problem))
                                    : io::RunFolder::create(options.out, options.force);
  SolveResult result;
  result.folder = folder.path().string();
  io::Summary& summary = result.summary;
  summary.problem = problem_name(problem);
  summary.title = problem.title;
  summary.file = problem.file;
  summary.optimizer = optimizer_name(problem);
  summary.device = card.empty() ? "cpu" : "cuda: " + card;
  summary.parameters = energy->parameters();
  summary.points = energy->points();
  summary.iterations = iterations;
  summary.version = ENGD_VERSION;
  summary.machine = machine_name();
  summary.threads = options.threads;
  summary.cores = static_cast<int>(std::thread::hardware_concurrency());
  summary.compiler = ENGD_COMPILER;
  summary.seeds_asked = static_cast<int>(options.seeds.size());
  summary.overrides = options.overrides;
  summary.statement = make_statement(problem);

  std::vector<SeedRun> runs;
  {
    io::HistoryWriter history(folder, energy->term_names());
    for (std::uint64_t seed : options.seeds) {
      if (!energy) energy = make_energy(problem, seed, options.threads, options.device);
      runs.push_back(
          SeedSolver(problem, std::move(energy), options.threads, error.get(), history, report)
              .run(seed, interrupted));
      summary.seeds.push_back(runs.back().summary);
      if (seed_done) seed_done(runs.back().summary);
      if (const std::string why = failure_of(problem, runs.back()); !why.empty()) {
        result.failed = true;
        summary.failures.push_back(why);
      }
      if (runs.back().interrupted) {
        result.interrupted = true;
        break;
      }
    }
    history.close();
  }
  summary.date = fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
  result.why_failed = fmt::format("{}", fmt::join(summary.failures, "\n"));
  folder.write("summary.json", io::to_json(summary));
  folder.write("problem.toml", problem.source_text);
  folder.write_with("model.h5", [&](const fs::path& path) {
    io::save_model(path, model_of(problem, options, runs));
  });
  // The picture is of the seed with the lowest loss; a loss that is not finite is never the lowest.
  const auto best =
      std::min_element(runs.begin(), runs.end(), [](const SeedRun& a, const SeedRun& b) {
        return std::isfinite(a.summary.loss) && !(b.summary.loss <= a.summary.loss);
      });
  std::optional<SampledSolution> solution;
  if (std::isfinite(best->summary.loss))
    solution = write_solution(folder, problem, best->theta, options.threads);
  if (!options.report) return result;
  if (solution && problem.domain.dimension() <= 2)
    report::draw_solution(folder, solution->grid, solution->arrays, problem.scope.coordinates,
                          problem.title);
  report::draw_history(folder, problem.title);
  result.page = report::write_run_page(folder.path()).string();
  return result;
}

}  // namespace engd::run
