#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <filesystem>

#include "commands.h"
#include "progress.h"
#include "report/html.h"
#include "reproduce/cases.h"
#include "reproduce/record.h"
#include "reproduce/runner.h"
#include "signals.h"
#include "solve/run_summary.h"
#include "support/parallel.h"

namespace engd::app {

namespace {

namespace fs = std::filesystem;
namespace rp = engd::reproduce;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t first = 0; first <= text.size() && !text.empty();) {
    const std::size_t comma = std::min(text.find(',', first), text.size());
    words.push_back(text.substr(first, comma - first));
    first = comma + 1;
  }
  return words;
}

}  // namespace

int reproduce(const ReproduceArguments& arguments) {
  rp::Selection selection;
  selection.problems = arguments.problems;
  selection.optimizers = split(arguments.optimizers);
  selection.seeds = parse_seeds(arguments.seeds);
  selection.fast = arguments.fast;
  const int threads = arguments.threads > 0 ? arguments.threads : available_threads();
  const fs::path out = arguments.out;
  rp::Record record;
  record.cases = rp::plan(selection, out, find_problem);
  rp::PageFacts& facts = record.facts;
  facts.command = arguments.command_line;
  facts.version = ENGD_VERSION;
  facts.machine = solve::machine_name();
  facts.date = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
  facts.threads = threads;
  facts.fast = arguments.fast;
  facts.finished = false;
  rp::write_record(out, record);

  handle_signals();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const auto run = [&](const std::vector<rp::Case>& chosen, const char* what, int at_a_time) {
    return rp::run_cases(
        chosen, program, ENGD_VERSION, at_a_time, arguments.again,
        [&](const rp::RunnerProgress& p) {
          if (arguments.quiet) return;
          print_error(fmt::format("{}{}/{} {} done ({} reused){}{}, about {} left{}",
                                  terminal ? "\r\033[K" : "", p.done, p.cases, what, p.reused,
                                  p.last.empty() ? "" : ", last: ", p.last,
                                  report::duration(p.seconds_left), terminal ? "" : "\n"));
        },
        interrupted());
  };
  const auto timings = rp::plan_timings(record.cases, out, threads);
  auto result = run(record.cases, "cases", threads);
  if (!result.interrupted) {
    const auto timed = run(timings, "timings", 1);
    result.interrupted = timed.interrupted;
    result.failures.insert(result.failures.end(), timed.failures.begin(), timed.failures.end());
  }
  if (terminal && !arguments.quiet) print_error("\n");
  if (result.interrupted) {
    print_error("engd: interrupted; the same command goes on where it stopped\n");
    return stopped;
  }

  facts.finished = true;
  facts.failures = result.failures;
  rp::write_record(out, record);
  const std::string tables = rp::write_page(out);
  if (!arguments.quiet)
    print(fmt::format("{}\nresults in {}\n", tables, (out / "report.html").string()));
  for (const std::string& failure : result.failures)
    print_error(fmt::format("engd: {}\n", failure));
  return result.failures.empty() ? finished : run_failed;
}

}  // namespace engd::app
