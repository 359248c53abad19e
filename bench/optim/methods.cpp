// Judges optimisers: every method on every problem for every seed, as one table of relative errors
// and times.
//
//   build/bin/bench_methods --table [--seeds 10..19] [--method NAME]...
//   build/bin/bench_methods [--problem NAME]... [--method NAME]... [--seeds 0..9] [--threads N]
//                           [--set KEY=VALUE]... [--verbose] [--trace] [--curves FOLDER]
//
// A problem is a file of problems/paper or a path, a method a name of [optimizer] method. Settings
// of the problem file may follow either, joined by ';':
//   --method 'adaptive;optimizer.low_ratio=0.2'
// Without --problem: the problems of docs/method.md, with the errors and times that are aimed at;
// --table says so. Without --method: the default method and the paper's. --verbose prints a line a
// seed, --trace one an iteration; --curves draws the errors over iterations and over time.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "linalg/blas.h"
#include "report/curves.h"
#include "report/gnuplot.h"
#include "support/error.h"
#include "support/parallel.h"
#include "trial.h"

namespace {

using namespace engd;

struct Arguments {
  std::vector<std::string> problems, methods;
  std::string curves;  ///< folder for pictures
  bench::TrialOptions options;
};

/// A row of the table: what is aimed at, by the median and the worst of ten seeds, and in seconds a
/// seed on two cores.
struct Goal {
  const char *problem, *network;
  double median, worst, seconds;
};

// Gauss points for deep Ritz, where the trapezoidal rule ends at 1e-8; in five dimensions points
// that stay, and those of the paper, drawn anew.
constexpr Goal goals[] = {
    {"poisson2d", "2-64-1, 900 + 120 points", 5e-13, 1e-10, 2},
    {ENGD_PROBLEM_DIR "/precise/poisson2d_wide.toml", "free", 3e-14, 1e-13, 10},
    {"heat", "2-64-1, the paper's points", 6e-9, 2e-8, 3},
    {ENGD_PROBLEM_DIR "/precise/heat_wide.toml", "free", 1e-11, 1e-10, 20},
    {"nonlinear_ritz;term.energy.points={ gauss = 400 }", "1-32-1, free points", 5e-10, 5e-9, 2},
    {ENGD_PROBLEM_DIR "/precise/nonlinear_ritz_networks.toml", "free", 1e-12, 1e-11, 10},
    {"poisson5d;term.interior.points.resample=0;term.boundary.points.resample=0;"
     "optimizer.iterations={ adaptive = 900, engd = 500 }",
     "5-64-1, 3000 + 500", 1e-7, 1e-6, 60},
    {"poisson5d", "the same, drawn anew", 1e-7, 1e-6, 60},
    {ENGD_PROBLEM_DIR "/precise/poisson5d_sine.toml", "free", 1e-10, 1e-9, 300},
    {"poisson2d_deep", "2-50-50-50-1", 1e-9, 1e-8, 120}};

[[noreturn]] void refuse(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(2);
}

void read_seeds(const std::string& value, bench::TrialOptions& options) {
  const std::size_t dots = value.find("..");
  options.first_seed = std::atoi(value.c_str());
  options.last_seed =
      dots == std::string::npos ? options.first_seed : std::atoi(value.c_str() + dots + 2);
  if (options.last_seed < options.first_seed) refuse("--seeds " + value + ": none");
}

Arguments read(int argc, char** argv) {
  Arguments arguments;
  bench::TrialOptions& options = arguments.options;
  options.threads = available_threads();
  bool table = false;
  for (int k = 1; k < argc; ++k) {
    const std::string key = argv[k];
    if (key == "--verbose" || key == "--trace" || key == "--table") {
      (key == "--verbose" ? options.verbose : key == "--trace" ? options.trace : table) = true;
      continue;
    }
    if (++k == argc) refuse(key + ": a value is missing");
    const std::string value = argv[k];
    if (key == "--problem") {
      arguments.problems.push_back(value);
    } else if (key == "--method") {
      arguments.methods.push_back(value);
    } else if (key == "--set") {
      options.settings.push_back(value);
    } else if (key == "--threads") {
      options.threads = std::atoi(value.c_str());
    } else if (key == "--curves") {
      arguments.curves = value;
      options.curves = true;
    } else if (key == "--seeds") {
      read_seeds(value, options);
    } else {
      refuse("unknown argument " + key);
    }
  }
  if (table && !arguments.problems.empty()) refuse("--table has its own problems");
  if (arguments.methods.empty()) arguments.methods = {"auto", "engd"};
  return arguments;
}

/// The median over the seeds and the band between the quartiles, a curve for each method.
void draw_curves(const std::string& problem, const std::vector<std::string>& methods,
                 const std::vector<bench::Trial>& trials, const std::string& folder) {
  report::CurvePlot plot;
  plot.y_label = "relative L^2 error";
  plot.seed_lines = false;
  for (std::size_t k = 0; k < methods.size(); ++k)
    plot.curves.push_back({methods[k], report::series_colour(k), trials[k].curves, false});
  std::vector<report::Picture> pictures;
  for (bool over_time : {false, true}) {
    plot.over_time = over_time;
    pictures.push_back({bench::short_name(problem) + (over_time ? "_seconds" : "_iterations"),
                        report::curve_script(plot),
                        {}});
  }
  std::filesystem::create_directories(folder);
  if (!report::draw(pictures, folder)) refuse("gnuplot could not draw " + folder);
}

void compare(const Arguments& arguments) {
  fmt::print("{:<20} {:<24} {:>8} {:>8} {:>8} {:>10} {:>9} {:>9}\n", "problem", "method", "median",
             "best", "worst", "iterations", "s a seed", "CPU s");
  for (const std::string& problem : arguments.problems) {
    std::vector<bench::Trial> trials;
    for (const std::string& method : arguments.methods) {
      trials.push_back(bench::run_trial(problem, method, arguments.options));
      const bench::Trial& trial = trials.back();
      fmt::print("{:<20} {:<24} {:>8.1e} {:>8.1e} {:>8.1e} {:>10.0f} {:>9.2f} {:>9.2f}\n",
                 bench::short_name(problem), method, trial.median_error(), trial.best_error(),
                 trial.worst_error(), trial.median_iterations(), trial.median_seconds(),
                 trial.median_cpu_seconds());
      std::fflush(stdout);
    }
    if (!arguments.curves.empty())
      draw_curves(problem, arguments.methods, trials, arguments.curves);
  }
  fmt::print("(n) after a problem: with n settings of its file changed.\n");
}

/// As Markdown; what misses its goal is marked.
void print_table(const Arguments& arguments) {
  fmt::print("| problem | network, points | method | median | worst | iterations | s a seed |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  const auto marked = [](double value, double goal, const char* text) {
    return fmt::format(fmt::runtime(text), value) + (value <= goal ? "" : " (!)");
  };
  for (const Goal& goal : goals) {
    const std::string name = bench::short_name(goal.problem);
    fmt::print("| {} | {} | *goal* | {:.0e} | {:.0e} | | {:.0f} |\n", name, goal.network,
               goal.median, goal.worst, goal.seconds);
    for (const std::string& method : arguments.methods) {
      const bench::Trial trial = bench::run_trial(goal.problem, method, arguments.options);
      fmt::print("| | | {} | {} | {} | {:.0f} | {} |\n", method,
                 marked(trial.median_error(), goal.median, "{:.1e}"),
                 marked(trial.worst_error(), goal.worst, "{:.1e}"), trial.median_iterations(),
                 marked(trial.median_seconds(), goal.seconds, "{:.1f}"));
      std::fflush(stdout);
    }
  }
  fmt::print("\n(!): the goal is missed.\n");
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments = read(argc, argv);
  linalg::set_threads(arguments.options.threads);
  fmt::print("relative L2 errors, seeds {}..{}, {} threads\n\n", arguments.options.first_seed,
             arguments.options.last_seed, arguments.options.threads);
  if (arguments.problems.empty())
    print_table(arguments);
  else
    compare(arguments);
} catch (const InputError& error) {
  refuse(error.what());
}
