#include "solve/solve.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>

#include "api/findings.h"
#include "api/run.h"
#include "commands.h"
#include "explain.h"
#include "progress.h"
#include "read/read_problem.h"
#include "results/run_folder.h"
#include "signals.h"
#include "support/error.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

void print_spread(const char* what, const results::Summary& summary,
                  std::optional<double> results::SeedSummary::*member) {
  std::vector<double> values;
  for (const auto& seed : summary.seeds)
    if (seed.*member) values.push_back(*(seed.*member));
  const results::Spread spread = results::spread_of(values);
  const auto text = [](const std::optional<double>& v) {
    return v ? fmt::format("{:.2e}", *v) : "not finite";
  };
  if (!values.empty())
    print(fmt::format("{}: median {}, min {}, max {} of {} seeds\n", what, text(spread.median),
                      text(spread.min), text(spread.max), values.size()));
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::uint64_t parse_seed(const std::string& text) {
  if (const auto seed = whole_number(text)) return *seed;
  throw InputError(fmt::format("--seed {}: want a whole number from 0 to 2^64 - 1", text));
}

std::vector<std::uint64_t> parse_seeds(const std::string& text) {
  const auto dots = text.find("..");
  const auto first = whole_number(std::string_view(text).substr(0, dots));
  const auto last =
      dots == std::string::npos ? first : whole_number(std::string_view(text).substr(dots + 2));
  if (!first || !last)
    throw InputError(
        fmt::format("--seeds {}: want A..B with whole numbers A <= B, for instance 0..9", text));
  if (*last < *first || *last - *first >= 100000)
    throw InputError(
        fmt::format("--seeds {}: want A..B with A <= B and at most 100000 seeds", text));
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t k = 0; k <= *last - *first; ++k) seeds.push_back(*first + k);
  return seeds;
}

namespace {

backend::Device device_of(const std::string& name) {
  if (name == "cuda") return backend::Device::cuda;
  if (name == "cpu") return backend::Device::cpu;
  throw InputError(fmt::format("--device {}: want cpu or cuda", name));
}

/// What --resume needs and what cannot stand beside it.
solve::Resumption resumption_of(const SolveArguments& arguments) {
  const solve::Settings& settings = arguments.settings;
  if (arguments.given_seed || !settings.overrides.empty() || !settings.out.empty() ||
      settings.force || arguments.accuracy || arguments.time)
    throw InputError(
        fmt::format("--resume {}: goes on with a run as it was begun, in its folder: leave out "
                    "--seed, --seeds, --set, --accuracy, --time, --out and --force",
                    arguments.resume));
  return solve::read_resumption(arguments.resume);
}

std::string resumption_text(const solve::Resumption& from) {
  const auto& race = from.identity.settings.race;
  const std::string at = race && !race->ended
                             ? "the race of its networks"
                             : fmt::format("seed {}, iteration {}", from.seed, from.iteration);
  std::string text = fmt::format("going on from {}: {}\n", from.file.string(), at);
  if (race && race->seconds > 0)
    text += fmt::format("the race begins again, with its {:g} s\n", race->seconds);
  else if (race)
    text += "the race begins again, and comes to the same: what it decides depends on work\n";
  return text;
}

/// A run folder with results and without a checkpoint.
bool has_ended(const std::string& folder) {
  const std::filesystem::path path = folder;
  std::error_code ignored;
  return std::filesystem::exists(path / "summary.json", ignored) &&
         !std::filesystem::exists(path / results::checkpoint_file, ignored) &&
         !std::filesystem::exists(path / results::previous_checkpoint_file, ignored);
}

}  // namespace

int solve(const SolveArguments& arguments) {
  device_of(arguments.device);  // has this name
  if (arguments.file.empty() && arguments.resume.empty())
    throw InputError("engd solve needs a problem FILE, or --resume with the folder of a run");
  if (!arguments.resume.empty() && has_ended(arguments.resume)) {
    if (!arguments.quiet)
      print(fmt::format("the run in {} has ended: there is nothing to go on with\n",
                        arguments.resume));
    return finished;
  }

  solve::Settings settings = arguments.settings;
  settings.device = device_of(arguments.device);
  settings.seeds = arguments.seeds.empty() ? std::vector{parse_seed(arguments.seed)}
                                           : parse_seeds(arguments.seeds);
  std::string file = arguments.file.empty() ? "" : find_problem(arguments.file);
  std::optional<solve::Resumption> resumption;
  if (!arguments.resume.empty()) {
    resumption.emplace(resumption_of(arguments));
    const solve::RunIdentity& identity = resumption->identity;
    if (file.empty()) file = identity.file;
    const auto& race = identity.settings.race;
    settings.overrides = race ? race->overrides : identity.settings.overrides;
    settings.seeds = identity.settings.seeds;
    if (settings.threads == 0) settings.threads = identity.settings.threads;
    if (!arguments.given_device) settings.device = identity.settings.device;
  }
  if (settings.threads == 0) settings.threads = available_threads();
  problem::Problem problem = read::read_problem(file, settings.overrides);
  api::ask_for(problem, arguments.accuracy, arguments.time);
  if (resumption) {
    solve::require_same_problem(*resumption, problem);
    const auto& race = resumption->identity.settings.race;
    problem.automatic.on = race.has_value();
    if (race) {
      problem.automatic.accuracy = race->accuracy;
      problem.automatic.time = race->seconds;
    }
    if (!arguments.quiet) print(resumption_text(*resumption));
  }
  handle_signals();
  ProgressPrinter printer(arguments.quiet, problem);
  if (!resumption)
    for (const check::Finding& finding : api::findings_of(problem))
      if (!arguments.quiet) printer.warn(check::to_string(finding));

  const solve::SolveResult result =
      api::run(problem, settings, printer, resumption ? &*resumption : nullptr);
  if (arguments.explain) print(explanation(result.summary, result.folder));
  if (!arguments.quiet) {
    if (result.summary.seeds.size() > 1) {
      print_spread("relative L2 error", result.summary, &results::SeedSummary::rel_l2);
      print_spread("relative H1 error", result.summary, &results::SeedSummary::rel_h1);
    }
    print(fmt::format("results in {}\n", result.folder));
    if (!result.page.empty()) print(fmt::format("page       {}\n", result.page));
  }
  if (result.interrupted) {
    const std::string again = result.race_was_left ? " (the race begins again then)" : "";
    if (!arguments.quiet)
      print(fmt::format("go on with engd solve --resume {}{}\n", result.folder, again));
    return stopped;
  }
  if (!result.failed) return finished;
  std::fprintf(stderr, "engd: %s\n", result.why_failed.c_str());
  return run_failed;
}

}  // namespace engd::app
