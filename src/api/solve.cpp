#include <fmt/format.h>

#include <engd/error.hpp>

#include "api/functions.h"
#include "api/guarded.h"
#include "api/problem.h"
#include "api/run.h"
#include "api/solution.h"
#include "api/turn.h"
#include "automatic/automatic.h"
#include "automatic/wanted.h"
#include "support/parallel.h"

namespace engd {

namespace api {

solve::SolveResult run(const problem::Problem& problem, const solve::Settings& settings,
                       solve::Observer& observer, solve::Resumption* resumed) {
  return automatic::is_wanted(problem) ? automatic::solve(problem, settings, observer, resumed)
                                       : solve::solve(problem, settings, observer, resumed);
}

void ask_for(problem::Problem& problem, std::optional<double> accuracy,
             std::optional<double> time) {
  if (accuracy) problem.automatic.accuracy = accuracy;
  if (time) problem.automatic.time = *time;
  if (accuracy || time) problem.automatic.on = true;
}

namespace {

/// Tells the program's observer.
class Watching final : public solve::Observer {
 public:
  explicit Watching(v0::Observer& observer) : observer_(observer) {}

  void see(const solve::Moment& moment) override {
    foreign([&] {
      observer_.see({moment.seed, moment.iteration, moment.window, moment.loss, moment.rel_l2,
                     moment.seconds, moment.final});
    });
  }
  bool wants_to_stop() override {
    return foreign([&] { return observer_.wants_to_stop(); });
  }
  void warn(const std::string& text) override {
    foreign([&] { observer_.warn(text); });
  }
  void tell(const std::string& line) override {
    foreign([&] { observer_.tell(line); });
  }
  void see_race(const std::string& line) override {
    foreign([&] { observer_.race(line); });
  }

 private:
  v0::Observer& observer_;
};

solve::Settings settings_of(const Options& options) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorCode::input, why); };
  if (options.threads < 0 || options.threads > 1024)
    refuse(fmt::format("Options::threads = {}: must be 1 to 1024, or 0 for all that there are",
                       options.threads));
  if (options.accuracy && !(*options.accuracy >= 0 && *options.accuracy <= 1))
    refuse(
        fmt::format("Options::accuracy = {}: must be a relative error, 0 to 1", *options.accuracy));
  if (options.time != 0 && !(options.time >= 0.001 && options.time <= 1e9))
    refuse(
        fmt::format("Options::time = {}: must be seconds, 0.001 to 1e9, or 0 for an amount of "
                    "work",
                    options.time));
  solve::Settings settings;
  settings.seeds = {options.seed};
  settings.threads = options.threads == 0 ? available_threads() : options.threads;
  settings.device = options.device == Device::cuda ? backend::Device::cuda : backend::Device::cpu;
  settings.out = options.folder;
  settings.files = !options.folder.empty();
  settings.force = options.replace;
  settings.report = options.report;
  return settings;
}

}  // namespace
Solution solution_of(const Problem& problem, const Options& options, v0::Observer& observer) {
  const Problem::Inside& inside = problem.inside();
  return guarded(
      [&] {
        solve::Settings settings = settings_of(options);
        const SolveTurn turn(settings.threads);
        settings.overrides = inside.overrides;
        problem::Problem stated = inside.made();
        ask_for(stated, options.accuracy,
                options.time > 0 ? std::optional(options.time) : std::nullopt);
        Watching watching(observer);
        return solution_of(run(stated, settings, watching), inside.file);
      },
      [&](const Complaint& complaint) { return inside.retell(complaint); });
}

}  // namespace api
}  // namespace engd
