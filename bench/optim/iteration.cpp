// Time of one iteration of E-NGD (Algorithm 1 of the paper) on the paper's problems, and where it
// goes. Medians over repetitions, in milliseconds.
//
//   build/bin/bench_iteration [THREADS [REPETITIONS]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "linalg/blas.h"
#include "linalg/solver.h"
#include "optim/direction.h"
#include "optim/step_rule.h"
#include "read/read_problem.h"
#include "solve/level.h"
#include "support/parallel.h"

namespace {

using namespace engd;

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

double median_ms(int repetitions, const std::function<void()>& work) {
  std::vector<double> times;
  for (int k = 0; k < repetitions; ++k) times.push_back(milliseconds(work));
  return median(times);
}

void measure(const std::string& name, int threads, int repetitions) {
  problem::Problem problem = read::read_problem(ENGD_PROBLEM_DIR "/paper/" + name + ".toml");
  solve::Level level(problem);
  const auto energy = solve::make_energy(level, 0, threads);
  const optim::Options& options = problem.stages.front();
  const auto direction = optim::make_direction(options);
  const auto step_rule = optim::make_step_rule(options);
  const linalg::Method method = optim::solver_for(options, *energy);
  const bool kernel = method == linalg::Method::kernel;

  optim::State state;
  state.theta = level.trainable->initial(0);
  Vector d;
  energy::Linearisation now;
  // A few steps first: timings at the start, where the matrix is nearly of low rank, would flatter.
  for (int k = 0; k < 5; ++k) {
    direction->compute(*energy, state, d);
    state.theta -= step_rule->choose(*energy, state, d).size * d;
  }
  int iteration = 0;
  const double redraw = median_ms(repetitions, [&] { energy->redraw(++iteration); });
  const double rows = median_ms(repetitions, [&] { energy->rows(state.theta, {}, now); });
  const double assemble =
      kernel ? rows : median_ms(repetitions, [&] { energy->gram(state.theta, {}, now); });
  const auto solver = linalg::make_solver(method);
  const linalg::System system{kernel ? &now.A : nullptr, kernel ? nullptr : &now.G,
                              now.r.size() > 0 ? &now.r : nullptr, &now.g};
  const auto& engd = std::get<optim::Engd>(options.method);
  const linalg::SolverOptions solver_options{method, engd.damping, engd.cutoff};
  const double factor = median_ms(repetitions, [&] { solver->solve(system, solver_options, d); });
  // How many steps a search tries depends on where it stands, so it is timed along the way.
  std::vector<double> search_times, whole_times;
  for (int k = 0; k < repetitions; ++k) {
    const double before = milliseconds([&] {
      energy->redraw(++iteration);
      direction->compute(*energy, state, d);
    });
    search_times.push_back(
        milliseconds([&] { state.theta -= step_rule->choose(*energy, state, d).size * d; }));
    whole_times.push_back(before + search_times.back());
  }
  const double search = median(search_times), whole = median(whole_times);
  fmt::print("{:<16} {:>6} {:>6}  {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f}\n", name,
             energy->parameters(), energy->row_count({}), redraw, rows, assemble, factor, search,
             whole);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : available_threads();
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 31;
  linalg::set_threads(threads);
  fmt::print("E-NGD, milliseconds an iteration, {} threads, median of {}\n", threads, repetitions);
  fmt::print("{:<16} {:>6} {:>6}  {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "problem", "p", "rows",
             "redraw", "rows", "rows+Gram", "solve", "search", "whole");
  for (const char* name : {"poisson2d", "heat", "nonlinear_ritz", "poisson5d"})
    measure(name, threads, repetitions);
  measure("poisson2d_deep", threads, std::max(3, repetitions / 4));
  fmt::print(
      "rows: the Jacobian rows alone; rows+Gram: rows summed into G as they are made (the kernel\n"
      "form keeps the rows); solve: decomposition and direction; search: of the step; whole: all "
      "of it.\n");
}
