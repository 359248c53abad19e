#include "automatic/automatic.h"

#include <fmt/format.h>

#include <algorithm>

#include "automatic/race_folder.h"
#include "automatic/verdict.h"
#include "automatic/wanted.h"
#include "read/read_problem.h"
#include "read/write_toml.h"
#include "solve/fresh_points.h"
#include "support/error.h"

namespace engd::automatic {

namespace {

/// None of the networks of a race could be run.
[[noreturn]] void refuse(const problem::Problem& problem, const std::vector<results::Racer>& race) {
  std::string why = problem.file + ": no network has come to numbers";
  for (const results::Racer& one : race)
    if (one.parameters == 0 && !one.why_left.empty()) why = one.why_left;
  throw InputError(why);
}

/// A run that was left while its race was run again stays as it was.
solve::SolveResult interrupted_again(const solve::Resumption& resumed) {
  solve::SolveResult result;
  result.folder = resumed.folder.string();
  result.interrupted = true;
  return result;
}

/// For a seed whose error is not estimated.
std::function<void(const std::vector<solve::Piece>&, results::SeedSummary&)> not_judged(
    const problem::Automatic& asked, const std::string& why) {
  return [why, fell_short = asked.accuracy.value_or(0) > 0](const auto&,
                                                            results::SeedSummary& summary) {
    summary.verdict = "no estimate of the error: " + why;
    summary.fell_short = fell_short;
  };
}

void judge_without_race(const problem::Problem& problem, const std::string& why,
                        results::SeedSummary& summary) {
  summary.verdict = "no estimate of the error: " + why;
  const std::string unsolved = solve::what_is_unsolved(summary.residuals);
  if (!unsolved.empty()) summary.verdict += "; " + unsolved;
  summary.fell_short = problem.automatic.accuracy.value_or(0) > 0 ||
                       (!unsolved.empty() && !problem.iterations_are_written);
}

/// Estimates the error of a seed by the runners-up of the race.
void judge_seed(const problem::Problem& problem, const Machine& machine, const Outcome& outcome,
                const std::vector<solve::Piece>& pieces, results::SeedSummary& summary) {
  Reached reached;
  reached.end = outcome.end;
  reached.fraction = outcome.fraction;
  reached.limit = outcome.limit;
  const std::vector<TermQuality> terms = measure_terms(pieces, machine);
  reached.score = score_of(terms);
  const auto worst = std::ranges::max_element(terms, {}, &TermQuality::relative);
  if (worst != terms.end()) reached.to_trained = worst->to_trained;
  std::vector<Judged> others;
  for (const Candidate* one : outcome.others)
    others.push_back({&one->runner->pieces(), one->score});
  if (outcome.estimate)
    reached.estimate = Comparison(problem, machine.threads)
                           .estimate({&pieces, reached.score, scatter_of(terms)}, others);
  if (reached.estimate) {
    summary.estimated_rel_l2 = reached.estimate->rel_l2;
    summary.estimated_by_unknown = reached.estimate->by_unknown;
  }
  const Verdict verdict = verdict_of(problem, reached);
  summary.verdict = verdict.sentence;
  summary.fell_short = verdict.fell_short;
}

}  // namespace

solve::SolveResult solve(const problem::Problem& problem, solve::Settings settings,
                         solve::Observer& observer, solve::Resumption* resumed) {
  const problem::Automatic& asked = problem.automatic;
  settings.race = {settings.overrides, asked.accuracy, asked.time};
  solve::Prepared prepared;
  // The last run is that of the file with all that was chosen, as anyone can read it again.
  const auto finish = [&](const std::vector<std::string>& choices) {
    settings.overrides.insert(settings.overrides.end(), choices.begin(), choices.end());
    settings.overrides.emplace_back("problem.automatic=false");
    if (resumed && settings.overrides != resumed->identity.settings.overrides) {
      settings.overrides = resumed->identity.settings.overrides;
      prepared.judge = not_judged(asked, "the race came to another choice when it was run again");
    }
    prepared.chosen_text =
        read::complete_text(problem.file, problem.source_text, settings.overrides);
    const problem::Problem chosen =
        read::read_problem_text(problem.file, problem.source_text, settings.overrides);
    return solve::solve(chosen, settings, observer, resumed, &prepared);
  };
  if (const std::string why = why_no_race(problem); !why.empty()) {
    observer.tell(why);
    settings.race->ended = true;
    prepared.judge = [&](const auto&, results::SeedSummary& summary) {
      judge_without_race(problem, why, summary);
    };
    std::vector<std::string> choices;
    if (asked.time > 0 && !problem.optimizer_is_written)
      choices.push_back(fmt::format("optimizer.time_limit={}", asked.time));
    return finish(choices);
  }
  RaceFolder folder(problem, settings, resumed);
  prepared.folder = folder.path();
  if (resumed && !resumed->identity.settings.race->ended) resumed = nullptr;
  RaceOptions race_options;
  race_options.machine = {settings.seeds.front(), settings.threads, settings.device};
  race_options.accuracy = target_of(asked);
  race_options.seconds = asked.time;
  if (asked.work > 0) race_options.work = asked.work;
  race_options.interrupted = [&] { return observer.wants_to_stop(); };
  race_options.tell = [&](const std::string& line) { observer.see_race(line); };
  Race race(problem, race_options);
  const Outcome outcome = race.run();
  prepared.race = race.table();
  settings.race->ended = outcome.end != End::interrupted;
  // The race is run again, the training after it goes on.
  if (resumed && outcome.end == End::interrupted) return interrupted_again(*resumed);
  if (!outcome.best && outcome.end == End::interrupted) {
    prepared.judge = not_judged(asked, "the race was interrupted before it had judged a network");
    folder.keep();
    return finish({});
  }
  if (!outcome.best) refuse(problem, prepared.race);
  folder.keep();
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
