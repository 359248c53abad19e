#include "reproduce/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "read/read_problem.h"
#include "reproduce/paper.h"
#include "support/error.h"

namespace engd::reproduce {

namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void require_known(const std::vector<std::string>& names, const std::vector<std::string>& known,
                   const char* what) {
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("{} '{}' is not one of the paper's; known: {}", what, name,
                                   fmt::join(known, ", ")));
}

}  // namespace

// Runs of more iterations are timed in part and by one seed: their iterations are much alike.
constexpr int longest_timing = 2000;

double expected_seconds(const Case& one) {
  const auto& method = one.optimizer;
  double ms = method == "adam"   ? 0.4
              : method == "gd"   ? 1.3
              : method == "engd" ? 5
              : method == "hngd" ? 20
                                 : 0.4;
  if (one.problem == "nonlinear_ritz") ms *= method == "engd" || method == "hngd" ? 6 : 15;
  if (one.problem == "poisson5d") ms *= 6;
  if (one.problem == "poisson2d_deep") ms *= 40;
  return 1e-3 * ms * one.iterations;
}

std::vector<Case> plan(const Selection& selection, const std::filesystem::path& out,
                       std::string (*file_of)(const std::string&)) {
  require_known(selection.problems, paper_problems(), "problem");
  require_known(selection.optimizers, {"gd", "adam", "hngd", "engd", "bfgs", "lbfgs"}, "optimizer");
  std::vector<Case> cases;
  for (const std::string& problem :
       selection.problems.empty() ? paper_problems() : selection.problems) {
    const std::string file = file_of(problem);
    for (const std::string& optimizer :
         selection.optimizers.empty() ? paper_optimizers(problem) : selection.optimizers) {
      int iterations =
          read::read_problem(file, {"optimizer.method=" + optimizer}).stages.front().iterations;
      if (selection.fast && (optimizer == "gd" || optimizer == "adam")) iterations /= 10;
      for (std::uint64_t seed : selection.seeds)
        cases.push_back({problem, file, optimizer, seed, iterations,
                         out / "cases" / problem / optimizer / fmt::format("seed_{}", seed)});
    }
  }
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
    return expected_seconds(a) < expected_seconds(b);
  });
  return cases;
}

std::vector<Case> plan_timings(const std::vector<Case>& cases, const std::filesystem::path& out,
                               int threads) {
  std::vector<Case> timings;
  for (const Case& one : cases) {
    const bool whole = one.iterations <= longest_timing;
    if (!whole && std::any_of(timings.begin(), timings.end(), [&](const Case& timing) {
          return timing.problem == one.problem && timing.optimizer == one.optimizer;
        }))
      continue;
    Case timing = one;
    const auto a_second = static_cast<int>(one.iterations / expected_seconds(one));
    if (!whole) timing.iterations = std::max(100, a_second);
    timing.folder = out / "times" / one.problem / one.optimizer / fmt::format("seed_{}", one.seed);
    timing.threads = threads;
    timings.push_back(std::move(timing));
  }
  return timings;
}

bool is_done(const Case& one, const std::string& version) {
  const auto summary =
      nlohmann::json::parse(content_of(one.folder / "summary.json"), nullptr, false);
  if (!summary.is_object() || !summary.contains("seeds") || summary["seeds"].size() != 1)
    return false;
  return summary.value("version", "") == version &&
         summary.value("iterations", -1) == one.iterations &&
         summary.value("threads", -1) == one.threads &&
         summary["seeds"][0].value("termination", "") != "interrupted" &&
         content_of(one.folder / "problem.toml") == content_of(one.file);
}

}  // namespace engd::reproduce
