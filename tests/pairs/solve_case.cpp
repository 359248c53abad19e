#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <regex>

#include "commands.h"
#include "pairs/problem_file.h"
#include "pairs/run_values.h"
#include "pairs/verdict.h"
#include "read/read_problem.h"
#include "solve/solve.h"
#include "support/error.h"

namespace engd::pairs {

namespace {

using Message = std::optional<std::string>;

/// The message of an InputError, or nothing.
template <typename Body>
Message message_of(const Body& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return std::nullopt;
}

/// FILE:LINE: or FILE:LINE:COL: at its start.
bool has_place(const std::string& message, const std::filesystem::path& folder) {
  if (message.find("of memory are available") != std::string::npos) return true;  // not of a line
  if (!message.starts_with(folder.string())) return false;
  const std::string rest = message.substr(folder.string().size(), 200);
  return std::regex_search(rest, std::regex("^/[a-z.]+:[0-9]+:"));
}

/// What is wrong with a result that is reported as good; nothing where it is none.
std::string flaw_of(const solve::SolveResult& result) {
  if (result.failed) return {};
  for (const results::SeedSummary& seed : result.summary.seeds) {
    const auto bad = [](const std::optional<double>& value) {
      return value && !std::isfinite(*value);
    };
    if (!std::isfinite(seed.loss)) return "the loss is not finite";
    if (bad(seed.rel_l2) || bad(seed.rel_h1)) return "the error is not finite";
    for (const results::TermResidual& residual : seed.residuals)
      if (!std::isfinite(residual.trained) || !std::isfinite(residual.fresh))
        return fmt::format("the residual of '{}' is not finite", residual.term);
    for (const results::Estimate& estimate : seed.coefficients)
      if (!std::isfinite(estimate.value) || bad(estimate.standard_error))
        return fmt::format("the estimate of '{}' is not finite", estimate.name);
  }
  return {};
}

}  // namespace

std::string solve_case(const Choice& choice, const std::filesystem::path& folder) {
  const std::string file = problem_file(choice).write(folder).string();
  const Message checked = message_of([&] { app::check({file, {}, false, ""}); });
  solve::SolveResult result;
  const Message solved = message_of([&] {
    solve::Settings settings;
    settings.seeds = {seed_of(choice)};
    settings.threads = threads_of(choice);
    settings.out = (folder / "run").string();
    settings.report = false;
    settings.checkpoint_minutes = 0;
    solve::Observer nobody;
    result = solve::solve(read::read_problem(file), settings, nobody);
  });
  if (solved && !checked) return failed("check says yes, solve says no: " + *solved);
  if (checked && !solved) return failed("check says no, solve says yes: " + *checked);
  if (solved && !has_place(*solved, folder)) return failed("no line of the file: " + *solved);
  if (checked && *checked != *solved)
    return failed("check says: " + *checked + "\nsolve says: " + *solved);
  if (solved) return refused(*solved);
  if (const std::string flaw = flaw_of(result); !flaw.empty()) return failed(flaw);
  if (const std::string wrong = result.failed ? "" : wrong_values(folder / "run"); !wrong.empty())
    return failed(wrong);
  return "ran\n" + result.summary.seeds.front().termination;
}

}  // namespace engd::pairs
