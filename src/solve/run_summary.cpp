#include "solve/run_summary.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include "results/describe.h"
#include "solve/fresh_points.h"

namespace engd::solve {

std::string problem_name(const problem::Problem& problem) {
  return std::filesystem::path(problem.file).stem().string();
}

std::vector<std::string> term_names(const problem::Problem& problem) {
  std::vector<std::string> names;
  for (const problem::Term& term : problem.terms) names.push_back(term.name);
  return names;
}

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

namespace {

/// "engd", or "adam+engd" for stages.
std::string optimizer_name(const problem::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& stage : problem.stages) names.push_back(optim::name(stage.method));
  return fmt::format("{}", fmt::join(names, "+"));
}

/// Of all networks.
Index parameters_of(const problem::Problem& problem) {
  const std::vector<Index> sizes = problem::network_sizes(problem);
  return problem.windows * std::accumulate(sizes.begin(), sizes.end(),
                                           std::ssize(problem.coefficients));  // which count once
}

}  // namespace

results::Summary begin_summary(const problem::Problem& problem, const Settings& settings,
                               const std::string& card, Index points) {
  results::Summary summary;
  summary.problem = problem_name(problem);
  summary.title = problem.title;
  summary.file = problem.file;
  summary.optimizer = optimizer_name(problem);
  summary.device = card.empty() ? "cpu" : "cuda: " + card;
  summary.parameters = parameters_of(problem);
  summary.points = points;
  summary.iterations = total_iterations(problem);
  summary.version = ENGD_VERSION;
  summary.machine = machine_name();
  summary.threads = settings.threads;
  summary.cores = static_cast<int>(std::thread::hardware_concurrency());
  summary.compiler = ENGD_COMPILER;
  summary.seeds_asked = static_cast<int>(settings.seeds.size());
  summary.overrides = settings.race ? settings.race->overrides : settings.overrides;
  summary.statement = results::make_statement(problem);
  return summary;
}

std::string failure_of(const problem::Problem& problem, const SeedRun& run) {
  if (run.failed)
    return fmt::format("seed {}: {}: {}", run.summary.seed, run.summary.termination,
                       run.summary.message);
  if (run.summary.fell_short && !run.interrupted)
    return fmt::format("seed {}: {}", run.summary.seed, run.summary.verdict);
  const bool is_judged = !run.summary.verdict.empty();
  if (const std::string unsolved = what_is_unsolved(run.summary.residuals);
      !unsolved.empty() && !is_judged && !run.interrupted && !problem.iterations_are_written)
    return fmt::format("seed {}: {}", run.summary.seed, unsolved);
  std::optional<double> target;
  for (const auto& stage : problem.stages)
    if (stage.stopping.target_error) target = stage.stopping.target_error;
  if (target && run.summary.rel_l2 && !(*run.summary.rel_l2 <= *target))
    return fmt::format(
        "seed {}: relative L2 error {:.2e} is above the {:.2e} that the file asks for ({})",
        run.summary.seed, *run.summary.rel_l2, *target, run.summary.message);
  if (target && !run.summary.rel_l2 && !run.interrupted)
    return fmt::format(
        "seed {}: the file asks for a relative L2 error of {:.2e}, and there is none: the solution "
        "is zero, but for what up_to leaves free",
        run.summary.seed, *target);
  return {};
}

results::Model model_of(const problem::Problem& problem, const Settings& settings,
                        const std::vector<SeedRun>& runs) {
  results::Model model;
  model.network = problem.network;
  model.scale = problem.scale;
  model.box = problem.domain;
  model.variables = problem.scope.coordinates;
  model.unknowns = problem.scope.unknowns;
  model.coefficients = problem.scope.coefficients;
  for (const problem::Coefficient& coefficient : problem.coefficients)
    model.positive.push_back(coefficient.positive);
  model.problem_text = problem.source_text;
  model.overrides = settings.overrides;
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

}  // namespace engd::solve
