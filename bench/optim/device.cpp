// Time of one whole iteration on a device: the paper's problems with the paper's method and with
// the default one, larger networks, and how the time grows. Medians, in milliseconds.
//
//   build/bin/bench_device [cpu|cuda] [paper|large|wide|huge|growth ...]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backend/device_error.h"
#include "linalg/blas.h"
#include "optim/iteration.h"
#include "read/read_problem.h"
#include "solve/level.h"
#include "support/parallel.h"

namespace {

using namespace engd;

double median(std::vector<double> times) {
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

struct Times {
  Index parameters = 0, rows = 0;
  double start = 0, compute = 0, choose = 0, whole = 0;
};

Times measure(const std::string& file, const std::vector<std::string>& overrides,
              backend::Device device, int repetitions) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  auto begin = Clock::now();
  problem::Problem problem = read::read_problem(file, overrides);
  solve::Level level(problem);
  const auto energy = solve::make_energy(level, 0, available_threads(), device);
  const auto iteration = optim::make_iteration(problem.stages.front(), *energy);
  optim::State state;
  state.theta = level.trainable->initial(0);
  Vector d(state.theta.size());
  Times times{energy->parameters(), energy->row_count({})};
  times.start = since(begin);
  std::vector<double> compute, choose, whole;
  const int warm = std::min(5, repetitions);
  for (int k = 0; k < warm + repetitions; ++k) {
    begin = Clock::now();
    energy->redraw(k);
    iteration->compute(*energy, state, d);
    const double direction = since(begin);
    const optim::Step step = iteration->choose(*energy, state, d);
    if (step.found) state.theta -= step.size * d;
    const double all = since(begin);
    if (k < warm) continue;
    compute.push_back(direction);
    choose.push_back(all - direction);
    whole.push_back(all);
  }
  times.compute = median(compute);
  times.choose = median(choose);
  times.whole = median(whole);
  return times;
}

void print(const std::string& name, const std::string& method, const Times& times) {
  fmt::print("{:<18} {:<10} {:>7} {:>7} {:>9.0f} {:>9.2f} {:>9.2f} {:>9.2f}\n", name, method,
             times.parameters, times.rows, times.start, times.compute, times.choose, times.whole);
  std::fflush(stdout);
}

std::string write(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / (name + ".toml");
  std::ofstream(path) << text;
  return path.string();
}

// Layers are given by the overrides.
std::string cube(int dimension, int inside, int outside) {
  return fmt::format(R"toml([problem]
variables = ["x[{}]"]
domain = {{ box = [0, 1] }}
[functions]
exact = "sum(cos(pi*x[i]))"
[[term]]
on = "interior"
residual = "laplacian(u) + pi^2*exact"
points = {{ sobol = {} }}
[[term]]
on = "boundary"
residual = "u - exact"
points = {{ sobol = {} }}
[network]
layers = [64]
[optimizer]
method = "auto"
)toml",
                     dimension, inside, outside);
}

const char* const burgers = R"toml([problem]
variables = ["t", "x"]
domain = { t = [0, 1], x = [-1, 1] }
[[term]]
on = "interior"
residual = "u_t + u*u_x - 0.01*u_xx"
points = { sobol = 45056 }
[[term]]
on = "initial"
residual = "u + sin(pi*x)"
points = { sobol = 2048 }
[[term]]
on = "x == -1 or x == 1"
residual = "u"
points = { sobol = 2048 }
[network]
layers = [40, 40, 40, 40]
activation = "sin"
[optimizer]
method = "auto"
)toml";

void paper(backend::Device device) {
  for (const char* name : {"poisson2d", "heat", "nonlinear_ritz", "poisson5d", "poisson2d_deep"})
    for (const char* method : {"engd", "auto", "multistep"}) {
      const std::string file = fmt::format("{}/paper/{}.toml", ENGD_PROBLEM_DIR, name);
      print(name, method,
            measure(file, {fmt::format("optimizer.method={}", method)}, device,
                    std::string(name) == "poisson2d_deep" ? 11 : 31));
    }
}

void large(backend::Device device) {
  for (const char* method : {"auto", "multistep"}) {
    const std::vector<std::string> overrides{fmt::format("optimizer.method={}", method)};
    print("burgers 4x40", method, measure(write("burgers", burgers), overrides, device, 7));
    auto wide = overrides;
    wide.push_back("network.layers=[110,110]");
    print("cosines 5-d", method, measure(write("cube", cube(5, 45056, 4096)), wide, device, 5));
    auto square = overrides;
    square.push_back("network.layers=[98,98,98]");
    print("p = N = 20,000", method,
          measure(write("square", cube(5, 18000, 2000)), square, device, 5));
  }
}

// Far more parameters than rows: the kernel matrix by the structure of the network and, where the
// rows fit, from them.
void wide(backend::Device device) {
  for (int width : {200, 400, 700, 1000})
    for (const char* rows : {"whole", "structure"}) {
      setenv("ENGD_CUDA_ROWS", rows, 1);
      if (width > 700 && std::string(rows) == "whole") continue;  // 160 GB
      print(fmt::format("{} x 3, {}", width, rows), "multistep",
            measure(
                write("wide", cube(2, 9000, 1000)),
                {"optimizer.method=multistep", fmt::format("network.layers=[{0},{0},{0}]", width)},
                device, 3));
    }
  unsetenv("ENGD_CUDA_ROWS");
}

// As large as one card takes: the matrix alone has 75 GiB, and rows are made again.
void huge(backend::Device device) {
  print("p = N = 100,000", "multistep",
        measure(write("huge", cube(5, 90000, 10000)),
                {"optimizer.method=multistep", "network.layers=[221,221,221]"}, device, 1));
}

void growth(backend::Device device) {
  for (int points : {1000, 3000, 10000, 30000, 100000})
    print(fmt::format("N = {}", points), "multistep",
          measure(write("growth", cube(3, points - points / 10, points / 10)),
                  {"optimizer.method=multistep", "network.layers=[40,40]"}, device, 5));
  for (int width : {12, 22, 40, 70, 125, 220})
    print(fmt::format("width {}", width), "multistep",
          measure(write("growth", cube(3, 9000, 1000)),
                  {"optimizer.method=multistep", fmt::format("network.layers=[{0},{0}]", width)},
                  device, 5));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string device_name = argc > 1 ? argv[1] : "cuda";
  const auto device = device_name == "cpu" ? backend::Device::cpu : backend::Device::cuda;
  std::vector<std::string> parts(argv + std::min(argc, 2), argv + argc);
  if (parts.empty()) parts = {"paper", "large", "growth"};
  linalg::set_threads(available_threads());
  try {
    fmt::print("{}, {} threads; milliseconds, medians\n",
               device == backend::Device::cpu ? "CPU" : backend::cuda_card(), available_threads());
    fmt::print("{:<18} {:<10} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9}\n", "problem", "method", "p",
               "rows", "start-up", "direction", "step", "iteration");
    for (const std::string& part : parts)
      if (part == "paper")
        paper(device);
      else if (part == "large")
        large(device);
      else if (part == "wide")
        wide(device);
      else if (part == "huge")
        huge(device);
      else if (part == "growth")
        growth(device);
  } catch (const DeviceError& error) {
    fmt::print(stderr, "bench_device: {}\n", error.what());
    return 3;
  }
}
