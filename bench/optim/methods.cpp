// Judges optimisers: every method on every problem for every seed, as one table of relative errors
// and times.
//
//   build/bin/bench_methods [--problem NAME]... [--method NAME]... [--seeds 0..9] [--threads N]
//                           [--set KEY=VALUE]... [--verbose] [--trace]
//
// A problem is a file of problems/paper or a path, a method a name of [optimizer] method. Settings
// of the problem file may follow either, joined by ';':
//   --method 'adaptive;optimizer.low_ratio=0.2'
// Without any: the default method and the paper's on the problems of problems/paper and
// problems/precise. --verbose prints a line a seed, --trace one an iteration.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "io/problem.h"
#include "linalg/blas.h"
#include "run/training.h"
#include "support/parallel.h"

namespace {

using namespace engd;

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

struct Arguments {
  std::vector<std::string> problems, methods, settings;
  int first_seed = 0, last_seed = 9;
  int threads = available_threads();
  bool verbose = false, trace = false;
};

// The paper's problems; Gauss points for deep Ritz, where the trapezoidal rule ends at 1e-8, and in
// five dimensions both points that stay and points drawn anew.
constexpr const char* default_problems[] = {
    "poisson2d",
    "heat",
    "nonlinear_ritz;term.energy.points={ gauss = 400 }",
    "poisson5d;term.interior.points.resample=0;term.boundary.points.resample=0",
    "poisson5d",
    "poisson2d_deep",
    ENGD_PROBLEM_DIR "/precise/poisson2d_wide.toml",
    ENGD_PROBLEM_DIR "/precise/heat_wide.toml",
    ENGD_PROBLEM_DIR "/precise/nonlinear_ritz_wide.toml",
    ENGD_PROBLEM_DIR "/precise/nonlinear_ritz_networks.toml",
    ENGD_PROBLEM_DIR "/precise/poisson5d_sine.toml"};

Arguments read(int argc, char** argv) {
  Arguments arguments;
  for (int k = 1; k < argc; ++k) {
    const std::string key = argv[k];
    if (key == "--verbose") {
      arguments.verbose = true;
      continue;
    }
    if (key == "--trace") {
      arguments.trace = true;
      continue;
    }
    if (++k == argc) {
      fmt::print(stderr, "{}: a value is missing\n", key);
      std::exit(2);
    }
    const std::string value = argv[k];
    if (key == "--problem") {
      arguments.problems.push_back(value);
    } else if (key == "--method") {
      arguments.methods.push_back(value);
    } else if (key == "--set") {
      arguments.settings.push_back(value);
    } else if (key == "--threads") {
      arguments.threads = std::atoi(value.c_str());
    } else if (key == "--seeds") {
      const std::size_t dots = value.find("..");
      arguments.first_seed = std::atoi(value.c_str());
      arguments.last_seed =
          dots == std::string::npos ? arguments.first_seed : std::atoi(value.c_str() + dots + 2);
    } else {
      fmt::print(stderr, "unknown argument {}\n", key);
      std::exit(2);
    }
  }
  if (arguments.problems.empty())
    for (const char* name : default_problems) arguments.problems.emplace_back(name);
  if (arguments.methods.empty()) arguments.methods = {"auto", "engd"};
  return arguments;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

void judge(const std::string& problem_with_settings, const std::string& method,
           const Arguments& arguments) {
  auto settings = split(method, ';');
  const auto of_problem = split(problem_with_settings, ';');
  const std::string name = of_problem.front();
  settings.insert(settings.end(), of_problem.begin() + 1, of_problem.end());
  settings.front() = "optimizer.method=" + settings.front();
  settings.insert(settings.end(), arguments.settings.begin(), arguments.settings.end());
  const bool path = name.find('/') != std::string::npos;
  const std::string file = path ? name : ENGD_PROBLEM_DIR "/paper/" + name + ".toml";
  std::vector<double> errors, seconds, iterations;
  for (int seed = arguments.first_seed; seed <= arguments.last_seed; ++seed) {
    io::Problem problem = io::read_problem(file, settings);
    run::Training training(problem, static_cast<std::uint64_t>(seed), arguments.threads);
    const run::Trained trained = training.run(
        [&](const run::Moment& now) {
          if (!arguments.trace) return;
          fmt::print("  {:>5} loss {:.3e} damping {:.1e} rel L2 {:.2e} {:.2f} s\n",
                     now.state.iteration, now.state.loss, now.state.damping,
                     now.error->measure(now.state.theta).rel_l2, now.seconds);
        },
        {});
    const auto measured = trained.error->measure(trained.theta);
    errors.push_back(std::isfinite(measured.rel_l2) ? measured.rel_l2 : 1e300);
    seconds.push_back(trained.ending.seconds);
    iterations.push_back(trained.ending.iterations);
    if (arguments.verbose && !trained.level.scale.empty())
      fmt::print("  network {} at scale {:.1e}, frequency {}\n", trained.level.frozen.size() + 1,
                 trained.level.scale[0], trained.level.frequency);
    if (arguments.verbose)
      fmt::print("  seed {:>3}  {:>5} iterations  loss {:.1e}  rel L2 {:.1e}  {:.2f} s  {}\n", seed,
                 trained.ending.iterations, trained.loss, measured.rel_l2, trained.ending.seconds,
                 trained.ending.sentence);
    std::fflush(stdout);
  }
  const std::string label = path ? std::filesystem::path(name).stem().string() : name;
  const std::string shown =
      of_problem.size() > 1 ? fmt::format("{} ({})", label, of_problem.size() - 1) : label;
  fmt::print("{:<20} {:<24} {:>8.1e} {:>8.1e} {:>8.1e} {:>10.0f} {:>9.2f}\n", shown, method,
             median(errors), *std::min_element(errors.begin(), errors.end()),
             *std::max_element(errors.begin(), errors.end()), median(iterations), median(seconds));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = read(argc, argv);
  linalg::set_threads(arguments.threads);
  fmt::print("relative L2 errors, seeds {}..{}, {} threads\n", arguments.first_seed,
             arguments.last_seed, arguments.threads);
  fmt::print("{:<20} {:<24} {:>8} {:>8} {:>8} {:>10} {:>9}\n", "problem", "method", "median",
             "best", "worst", "iterations", "s a seed");
  for (const std::string& problem : arguments.problems)
    for (const std::string& method : arguments.methods) judge(problem, method, arguments);
  fmt::print("(n) after a problem: with n settings of its file changed.\n");
}
