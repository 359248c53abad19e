#include "run/solve.h"

#include <fmt/format.h>

#include <charconv>

#include "commands.h"
#include "progress.h"
#include "signals.h"
#include "support/error.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

void print_spread(const char* what, const io::Summary& summary,
                  std::optional<double> io::SeedSummary::*member) {
  std::vector<double> values;
  for (const auto& seed : summary.seeds)
    if (seed.*member) values.push_back(*(seed.*member));
  const io::Spread spread = io::spread_of(values);
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

int solve(const SolveArguments& arguments) {
  if (arguments.device != "cpu" && arguments.device != "cuda")
    throw InputError(fmt::format("--device {}: want cpu or cuda", arguments.device));

  run::SolveOptions options;
  options.device = arguments.device == "cuda" ? backend::Device::cuda : backend::Device::cpu;
  options.seeds = arguments.seeds.empty() ? std::vector{parse_seed(arguments.seed)}
                                          : parse_seeds(arguments.seeds);
  options.out = arguments.out;
  options.force = arguments.force;
  options.threads = arguments.threads > 0 ? arguments.threads : available_threads();
  options.report = arguments.report;
  options.overrides = arguments.overrides;
  io::Problem problem = io::read_problem(find_problem(arguments.file), arguments.overrides);

  handle_signals();
  ProgressPrinter printer(arguments.quiet);
  const run::SolveResult result = run::solve(
      problem, options, [&](const run::Progress& progress) { printer.update(progress); },
      [&](const io::SeedSummary& summary) { printer.seed_done(summary); }, interrupted());
  if (!arguments.quiet) {
    if (result.summary.seeds.size() > 1) {
      print_spread("relative L2 error", result.summary, &io::SeedSummary::rel_l2);
      print_spread("relative H1 error", result.summary, &io::SeedSummary::rel_h1);
    }
    print(fmt::format("results in {}\n", result.folder));
    if (!result.page.empty()) print(fmt::format("page       {}\n", result.page));
  }
  if (result.interrupted) return stopped;
  if (!result.failed) return finished;
  std::fprintf(stderr, "engd: %s\n", result.why_failed.c_str());
  return run_failed;
}

}  // namespace engd::app
