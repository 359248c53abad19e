#include "trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>

#include "read/read_problem.h"
#include "solve/fresh_points.h"
#include "solve/windows.h"

namespace engd::bench {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t first = 0;
  while (first <= text.size()) {
    const std::size_t end = std::min(text.find(separator, first), text.size());
    if (end > first) parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

bool is_path(const std::string& problem) {
  return problem.find('/') != std::string::npos;
}

/// Processor time of all threads, which can be stopped. On one thread it is what the clock on the
/// wall would show if nothing else ran.
class ProcessorTime {
 public:
  double seconds() const {
    return static_cast<double>(std::clock() - since_ - left_out_) / CLOCKS_PER_SEC;
  }
  template <typename F>
  void pause_for(F&& work) {
    const std::clock_t begin = std::clock();
    work();
    left_out_ += std::clock() - begin;
  }

 private:
  std::clock_t since_ = std::clock(), left_out_ = 0;
};

/// Keeps the curve of a run, and prints every iteration where that is asked for.
class CurveObserver final : public solve::Observer {
 public:
  CurveObserver(const TrialOptions& options, const solve::Windows& training)
      : options_(options), training_(training) {}

  void see(const solve::Moment& now) override {
    if (options_.trace || options_.curves) cpu.pause_for([&] { note(now); });
  }

  report::Trace curve;
  ProcessorTime cpu;

 private:
  void note(const solve::Moment& now) {
    const double seconds = options_.threads == 1 ? cpu.seconds() : now.seconds;
    const bool lower = now.loss < lowest_;
    const double here = options_.trace || lower ? now.error->measure(now.state.theta).rel_l2 : 0;
    if (lower) lowest_ = now.loss, error_there_ = here;
    curve.iteration.push_back(now.iteration);
    curve.seconds.push_back(seconds);
    curve.value.push_back(error_there_);
    if (!options_.trace) return;
    fmt::print("  {:>5} loss {:.3e} damping {:.1e} rel L2 {:.2e} {:.2f} s {} points\n",
               now.iteration, now.loss, now.state.damping, here, now.seconds,
               training_.energy().points());
    std::fflush(stdout);
  }

  const TrialOptions& options_;
  const solve::Windows& training_;  ///< whose energy changes
  double lowest_ = std::numeric_limits<double>::infinity(), error_there_ = 1;
};

void run_seed(const problem::Problem& problem, std::uint64_t seed, const TrialOptions& options,
              Trial& trial) {
  solve::Windows training(problem, seed, options.threads);
  CurveObserver observer(options, training);
  const solve::Solved trained = training.run(observer);
  trial.cpu_seconds.push_back(observer.cpu.seconds());
  const cpu::Errors measured = trained.errors.value();
  trial.errors.push_back(std::isfinite(measured.rel_l2) ? measured.rel_l2 : 1e300);
  trial.seconds.push_back(trained.ending.seconds);
  trial.iterations.push_back(trained.ending.iterations);
  trial.curves.push_back(std::move(observer.curve));
  if (!options.verbose) return;
  for (const solve::Piece& piece : trained.pieces)
    if (!piece.level.scale.empty())
      fmt::print("  network {} at scale {:.1e}, frequency {}\n", piece.level.frozen.size() + 1,
                 piece.level.scale[0], piece.level.frequency);
  fmt::print("  seed {:>3}  {:>5} iterations  loss {:.1e}  rel L2 {:.1e}  {:.2f} s  {}\n", seed,
             trained.ending.iterations, trained.loss, measured.rel_l2, trained.ending.seconds,
             trained.ending.sentence);
  for (const auto& one : solve::measure_residuals(problem, trained.pieces, seed, options.threads))
    fmt::print("            {}: residual {:.1e} on the points of training, {:.1e} on fresh ones\n",
               one.term, one.trained, one.fresh);
  std::fflush(stdout);
}

}  // namespace

double Trial::median_error() const {
  return median(errors);
}
double Trial::best_error() const {
  return *std::min_element(errors.begin(), errors.end());
}
double Trial::worst_error() const {
  return *std::max_element(errors.begin(), errors.end());
}
double Trial::median_seconds() const {
  return median(seconds);
}
double Trial::median_cpu_seconds() const {
  return median(cpu_seconds);
}
double Trial::median_iterations() const {
  return median(iterations);
}

std::string short_name(const std::string& problem) {
  const auto parts = split(problem, ';');
  const std::string label =
      is_path(parts.front()) ? std::filesystem::path(parts.front()).stem().string() : parts.front();
  return parts.size() > 1 ? fmt::format("{} ({})", label, parts.size() - 1) : label;
}

Trial run_trial(const std::string& problem_with_settings, const std::string& method,
                const TrialOptions& options) {
  auto settings = split(method, ';');
  const auto of_problem = split(problem_with_settings, ';');
  const std::string name = of_problem.front();
  settings.insert(settings.end(), of_problem.begin() + 1, of_problem.end());
  settings.front() = "optimizer.method=" + settings.front();
  settings.insert(settings.end(), options.settings.begin(), options.settings.end());
  const std::string file = is_path(name) ? name : ENGD_PROBLEM_DIR "/paper/" + name + ".toml";
  Trial trial;
  for (int seed = options.first_seed; seed <= options.last_seed; ++seed) {
    problem::Problem problem = read::read_problem(file, settings);
    run_seed(problem, static_cast<std::uint64_t>(seed), options, trial);
  }
  return trial;
}

}  // namespace engd::bench
