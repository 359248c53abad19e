// The table of the library: every file of problems/benchmarks, with a card those of its folder
// `card` instead, or those named.
//
//   build/bin/bench_library [NAME | FILE]... [--seed 0] [--threads N] [--device cpu|cuda]
//                           [--set KEY=VALUE]... [--published]
//
// Prints a Markdown row a problem: parameters of all networks, points, iterations, seconds and
// processor seconds of training, the relative L2 error, and the best published number, which the
// file has as `published`. docs/benchmarks.md keeps the table. With --published nothing is solved,
// and a row has the last column alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "backend/device_error.h"
#include "linalg/blas.h"
#include "read/read_problem.h"
#include "solve/windows.h"
#include "support/error.h"
#include "support/parallel.h"

namespace {

using namespace engd;
namespace fs = std::filesystem;

struct Arguments {
  std::vector<std::string> problems, settings;
  std::uint64_t seed = 0;
  int threads = available_threads();
  backend::Device device = backend::Device::cpu;
  bool published = false;  ///< print that column, and solve nothing
};

[[noreturn]] void refuse(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(2);
}

/// All files of the library for a device, in the order of their names.
std::vector<std::string> whole_library(backend::Device device) {
  std::vector<std::string> files;
  const fs::path folder = ENGD_PROBLEM_DIR "/benchmarks";
  for (const auto& entry :
       fs::directory_iterator(device == backend::Device::cuda ? folder / "card" : folder))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string file_of(const std::string& problem) {
  if (problem.find('/') != std::string::npos || fs::exists(problem)) return problem;
  return ENGD_PROBLEM_DIR "/benchmarks/" + problem + ".toml";
}

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int k = 1; k < argc; ++k) {
    const std::string key = argv[k];
    if (!key.starts_with("--")) {
      arguments.problems.push_back(file_of(key));
      continue;
    }
    if (key == "--published") {
      arguments.published = true;
      continue;
    }
    if (++k == argc) refuse(key + ": a value is missing");
    const std::string value = argv[k];
    if (key == "--seed") {
      arguments.seed = static_cast<std::uint64_t>(std::atoll(value.c_str()));
    } else if (key == "--threads") {
      arguments.threads = std::max(1, std::atoi(value.c_str()));
    } else if (key == "--set") {
      arguments.settings.push_back(value);
    } else if (key == "--device") {
      if (value != "cpu" && value != "cuda") refuse("--device " + value + ": cpu or cuda");
      arguments.device = value == "cpu" ? backend::Device::cpu : backend::Device::cuda;
    } else {
      refuse("unknown argument " + key);
    }
  }
  if (arguments.problems.empty()) arguments.problems = whole_library(arguments.device);
  return arguments;
}

std::string name_of(const std::string& file) {
  return fs::path(file).stem().string();
}

std::string published(const problem::Problem& problem) {
  return problem.published.empty() ? "-" : problem.published;
}

void print_published(const std::string& file, const Arguments& arguments) {
  fmt::print("| {} | {} |\n", name_of(file),
             published(read::read_problem(file, arguments.settings)));
}

void print_row(const std::string& file, const Arguments& arguments) {
  const problem::Problem problem = read::read_problem(file, arguments.settings);
  const std::clock_t begin = std::clock();
  solve::Windows training(problem, arguments.seed, arguments.threads, arguments.device);
  const Index points = training.energy().points();
  const solve::Solved solved = training.run();
  const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::string error = "not known";
  if (solved.errors) error = fmt::format("{:.1e}", solved.errors->rel_l2);
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {} | {} |\n", name_of(file),
             solved.parameters(), points, solved.ending.iterations, solved.ending.seconds, cpu,
             error, published(problem));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments = read_arguments(argc, argv);
  if (arguments.published) {
    fmt::print("| problem | best published |\n|---|---|\n");
    for (const std::string& file : arguments.problems) print_published(file, arguments);
    return 0;
  }
  linalg::set_threads(arguments.threads);
  fmt::print("seed {}, {} thread{}, {}\n\n", arguments.seed, arguments.threads,
             arguments.threads == 1 ? "" : "s",
             arguments.device == backend::Device::cpu ? "CPU" : backend::cuda_card());
  fmt::print(
      "| problem | parameters | points | iterations | seconds | processor seconds | relative L2 | "
      "best published |\n|---|---|---|---|---|---|---|---|\n");
  bool all_read = true;
  for (const std::string& file : arguments.problems) try {
      print_row(file, arguments);
    } catch (const InputError& error) {
      fmt::print(stderr, "{}\n", error.what());
      all_read = false;
    }
  return all_read ? 0 : 2;
} catch (const DeviceError& error) {
  refuse(error.what());
} catch (const InputError& error) {
  refuse(error.what());
}
