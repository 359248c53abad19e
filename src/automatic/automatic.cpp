#include "automatic/automatic.h"

#include <fmt/format.h>

#include "automatic/stationarity.h"
#include "automatic/verdict.h"
#include "read/read_problem.h"
#include "read/write_toml.h"
#include "results/run_folder.h"
#include "support/error.h"

namespace engd::automatic {

namespace {

/// Why there is no race; empty where there is one.
std::string why_no_race(const problem::Problem& problem) {
  if (has_energy(problem))
    if (const std::string why = why_no_stationarity(problem); !why.empty())
      return fmt::format(
          "networks are ranked by residuals, and the problem has an energy whose equations are not "
          "made with {}: it is solved with the program's settings",
          why);
  if (!problem.corrections.empty())
    return "networks on what others have left are solved with the settings of the file and of the "
           "program";
  if (problem.windows > 1)
    return "windows of time are solved with the settings of the file and of the program";
  return {};
}

/// A folder with results is refused before the race, not after it.
void require_folder(const solve::Settings& settings) {
  if (!settings.out.empty() && !settings.force) results::RunFolder::create(settings.out, false);
}

void judge_without_race(const problem::Automatic& automatic, const std::string& why,
                        results::SeedSummary& summary) {
  summary.verdict = "no estimate of the error: " + why;
  summary.fell_short = automatic.accuracy.value_or(0) > 0;
}

/// Estimates the error of a seed by the runner-up of the race.
void judge_seed(const problem::Problem& problem, const Machine& machine, const Outcome& outcome,
                const std::vector<solve::Piece>& pieces, results::SeedSummary& summary) {
  std::optional<Estimate> estimate;
  const double score = score_of(measure_terms(pieces, machine));
  if (outcome.estimate)
    estimate =
        Comparison(problem, machine.threads)
            .estimate({pieces, score}, {outcome.second->runner->pieces(), outcome.second->score});
  if (estimate) {
    summary.estimated_rel_l2 = estimate->rel_l2;
    summary.estimated_by_unknown = estimate->by_unknown;
  }
  const Verdict verdict =
      verdict_of(problem.automatic, estimate, score, outcome.end, outcome.fraction);
  summary.verdict = verdict.sentence;
  summary.fell_short = verdict.fell_short;
}

}  // namespace

solve::SolveResult solve(const problem::Problem& problem, solve::Settings settings,
                         solve::Observer& observer) {
  solve::Prepared prepared;
  // The last run is that of the file with all that was chosen, as anyone can read it again.
  const auto finish = [&](const std::vector<std::string>& choices) {
    settings.overrides.insert(settings.overrides.end(), choices.begin(), choices.end());
    prepared.chosen_text =
        read::complete_text(problem.file, problem.source_text, settings.overrides);
    settings.overrides.emplace_back("problem.automatic=false");
    const problem::Problem chosen =
        read::read_problem_text(problem.file, problem.source_text, settings.overrides);
    return solve::solve(chosen, settings, observer, nullptr, &prepared);
  };
  if (const std::string why = why_no_race(problem); !why.empty()) {
    observer.tell(why);
    prepared.judge = [&](const auto&, results::SeedSummary& summary) {
      judge_without_race(problem.automatic, why, summary);
    };
    std::vector<std::string> choices;
    if (problem.automatic.time > 0 && !problem.optimizer_is_written)
      choices.push_back(fmt::format("optimizer.time_limit={}", problem.automatic.time));
    return finish(choices);
  }
  require_folder(settings);
  RaceOptions race_options;
  race_options.machine = {settings.seeds.front(), settings.threads, settings.device};
  race_options.accuracy = target_of(problem.automatic);
  race_options.seconds = problem.automatic.time;
  if (problem.automatic.work > 0) race_options.work = problem.automatic.work;
  race_options.interrupted = [&] { return observer.wants_to_stop(); };
  race_options.tell = [&](const std::string& line) { observer.tell(line); };
  Race race(problem, race_options);
  const Outcome outcome = race.run();
  prepared.race = race.table();
  if (!outcome.best && outcome.end == End::interrupted) return finish({});
  if (!outcome.best) {
    std::string why = "no network has come to numbers";
    for (const results::Racer& one : prepared.race)
      if (one.parameters == 0) why = one.why_left;
    throw InputError(fmt::format("{}: {}", problem.file, why));
  }
  const Runner& winner = *outcome.best->runner;
  prepared.begun = winner.state();
  prepared.history = winner.history();
  prepared.judge = [&](const std::vector<solve::Piece>& pieces, results::SeedSummary& summary) {
    judge_seed(problem, race_options.machine, outcome, pieces, summary);
  };
  Choice choice = outcome.best->choice;
  // The file that was chosen ends where the winner ended. One that was interrupted can go on.
  if (choice.optimizer && !winner.has_ended() && outcome.end != End::interrupted)
    choice.optimizer->iterations = winner.iterations();
  return finish(settings_of(problem, choice));
}

}  // namespace engd::automatic
