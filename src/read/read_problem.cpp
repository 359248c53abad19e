#include "read/read_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "problem/hard_start.h"
#include "problem/time_order.h"
#include "read/overrides.h"
#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

std::string read_text(const std::string& path) {
  constexpr std::size_t most =
      64 * 1024 * 1024;  // a problem file is a page; this is something else
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(fmt::format("{}: is a folder, not a problem file", path));
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(fmt::format("{}: cannot read the problem file: {}", path,
                                 std::strerror(errno ? errno : EIO)));
  }
  std::string text, block(1 << 16, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())),
         stream.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most) throw InputError(path + ": is too large for a problem file");
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark is no character
  return text;
}

/// windows: so many parts of the time, solved one after another.
void read_windows(Problem& problem, const Section& about) {
  about.read("windows", problem.windows, 1, 10'000);
  if (problem.windows == 1) return;
  const auto refuse = [&](const std::string& why) {
    throw bad_value(about.path("windows"), *about.find("windows"), why);
  };
  const std::vector<int>&spatial = problem.scope.space.spatial, &periodic = problem.domain.periodic;
  if (std::ssize(spatial) == problem.domain.dimension())
    refuse("windows are parts of the time, and no coordinate is the time");
  for (const int axis : periodic)
    if (std::find(spatial.begin(), spatial.end(), axis) == spatial.end())
      refuse(fmt::format(
          "windows follow the time from its start, and a periodic time has none: leave '{}' out of "
          "periodic, or leave out windows",
          problem.scope.coordinates[static_cast<std::size_t>(axis)]));
  if (!problem.coefficients.empty())
    refuse("a coefficient is one number for all times: solve them at once");
}

/// hard_start: whether conditions at the start of time are hard ones.
void read_hard_start(Problem& problem, const Section& about) {
  about.read("hard_start", problem.hard_start);
  if (!problem.hard_start) return;
  const auto refuse = [&](const std::string& why) {
    throw bad_value(about.path("hard_start"), *about.find("hard_start"), why);
  };
  const int axis = problem::time_axis(problem);
  if (axis < 0) refuse("no coordinate is the time");
  if (std::ranges::find(problem.domain.periodic, axis) != problem.domain.periodic.end())
    refuse("a periodic time has no start");
}

/// A target that nothing can be measured against is a mistake.
/// Steps are judged on the points of the next draw, or points grow, where there are further draws.
void check_draws(const Problem& problem, const Value& optimizer) {
  const bool drawn =
      std::ranges::any_of(problem.terms, [](const Term& term) { return term.points.resample > 0; });
  for (std::size_t k = 0; k < problem.stages.size() && !drawn; ++k) {
    const optim::Options& stage = problem.stages[k];
    const bool listed = optimizer.kind == Value::Kind::list;
    const Value& table = listed ? optimizer.items[k] : optimizer;
    const std::string path = listed ? fmt::format("optimizer.{}.", k) : "optimizer.";
    const auto refuse = [&](const char* key) {
      if (const Entry* entry = table.find(key))
        throw bad_value(path + key, entry->value,
                        "needs points that are drawn again: points = { random = ..., resample = k "
                        "} in a term");
    };
    if (stage.judge_fresh) refuse("judge");
    if (stage.batch_growth > 1) refuse("batch_growth");
  }
}

void check_target_error(const Problem& problem, const Value& optimizer) {
  if (problem.has_errors()) return;
  for (const optim::Options& stage : problem.stages) {
    if (stage.target_error) {
      throw error_at(
          optimizer.place(),
          "target_error needs a [solution] with a formula for an unknown, or a reference "
          "in [evaluation]");
    }
  }
}

}  // namespace

Problem read_problem(const std::string& path, const std::vector<std::string>& overrides) {
  return read_problem_text(path, read_text(path), overrides);
}

Problem read_problem_text(const std::string& path, const std::string& text,
                          const std::vector<std::string>& overrides, Purpose purpose) {
  Problem problem;
  problem.file = path;
  problem.title = std::filesystem::path(path).stem().string();
  problem.source_text = text;
  const auto source = std::make_shared<const Source>(Source{path, problem.source_text, true});
  Value root = parse_toml(source);
  root.position = {1, 1};
  for (const std::string& argument : overrides) apply_override(root, argument);
  if (purpose == Purpose::evaluation)
    leave_out_missing_files(root, std::filesystem::path(path).parent_path());

  const Section file(root, "the file",
                     {"problem", "constants", "coefficients", "functions", "subdomains", "hard",
                      "term", "solution", "network", "optimizer", "evaluation", "units"});
  const Section about(file.require("problem"), "problem",
                      {"title", "variables", "unknowns", "time", "domain", "periodic", "windows",
                       "hard_start", "published", "silence", "automatic"});
  read_problem_section(problem, about);
  about.read("published", problem.published);
  read_automatic(problem, about);
  if (const Value* silence = about.find("silence"))
    read_silence(problem, about.path("silence"), *silence);
  if (const Value* constants = file.find("constants")) read_constants(problem, *constants);
  if (const Value* coefficients = file.find("coefficients"))
    read_coefficients(problem, *coefficients);
  if (const Value* functions = file.find("functions")) read_functions(problem, *functions);
  read_domain(problem, about.path("domain"), about.require("domain"));
  if (const Value* periodic = about.find("periodic"))
    read_periodic(problem, about.path("periodic"), *periodic);
  if (const Value* subdomains = file.find("subdomains")) read_subdomains(problem, *subdomains);
  read_windows(problem, about);
  read_hard_start(problem, about);
  problem.hard.resize(problem.scope.unknowns.size());
  if (const Value* hard = file.find("hard")) read_hard(problem, *hard);
  // For evaluation there may be no term left.
  const Value& terms = file.require("term");
  const bool has_terms = purpose == Purpose::solving || !terms.items.empty();
  if (has_terms) read_terms(problem, terms);
  if (purpose == Purpose::solving) check_terms(problem);
  if (const Value* units = file.find("units")) read_units(problem, *units);
  problem.solution.resize(problem.scope.unknowns.size());
  problem.solution_on.resize(problem.scope.unknowns.size());
  problem.up_to.resize(problem.scope.unknowns.size());
  if (const Value* solution = file.find("solution")) read_solution(problem, *solution);
  const Value* optimizer = file.find("optimizer");
  problem.stages = optimizer ? read_optimizers(*optimizer)
                             : std::vector{default_optimizer(optim::Method::adaptive)};
  problem.stage_places = optimizer ? places_of_methods(*optimizer) : std::vector<Place>(1);
  problem.network = default_network(problem.stages.front().method);
  problem.network.periodic = problem.domain.periodic;
  if (const Value* network = file.find("network")) read_networks(problem, *network);
  problem.network_is_written = file.find("network") != nullptr;
  problem.optimizer_is_written = optimizer != nullptr;
  problem.iterations_are_written = optimizer && has_iterations(*optimizer);
  if (has_terms) settle_points(problem, terms);
  if (problem.hard_start) problem::hold_start(problem);
  problem.evaluation = default_evaluation(problem);
  if (const Value* evaluation = file.find("evaluation")) read_evaluation(problem, *evaluation);
  if (optimizer && purpose == Purpose::solving) check_draws(problem, *optimizer);
  if (optimizer && purpose == Purpose::solving) check_target_error(problem, *optimizer);
  problem.graph.share();
  return problem;
}

}  // namespace engd::read
