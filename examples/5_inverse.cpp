// c++ -std=c++20 5_inverse.cpp -o 5_inverse $(pkg-config --cflags --libs engd)
// ./5_inverse
//
// An inverse problem: how fast heat spreads, from noisy measurements of the temperature.
#include <cmath>
#include <engd/engd.hpp>
#include <iostream>
#include <numbers>
#include <random>
#include <vector>

int main() {
  // 1. Measurements: of the solution for nu = 0.1, with errors of 0.01.
  constexpr double nu = 0.1, noise = 0.01, pi = std::numbers::pi;
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> place(0, 1);
  std::normal_distribution<double> error(0, noise);
  std::vector<double> points, measured;
  for (int k = 0; k < 100; ++k) {
    const double t = place(generator), x = place(generator);
    points.insert(points.end(), {t, x});
    measured.push_back(std::exp(-nu * pi * pi * t) * std::sin(pi * x) + error(generator));
  }

  // 2. The equation, whose coefficient is not known.
  engd::Problem problem;
  const auto [t, x] = problem.coordinates({{"t", 0, 1}, {"x", 0, 1}});
  const auto u = problem.unknown("u");
  const auto diffusion = problem.coefficient("nu", 1, true);
  problem.term("interior", diff(u, t) - diffusion * diff(u, x, x), {.weight = 1e6});
  problem.term("initial", u - sin(engd::pi * x), {.weight = 1e6});
  problem.term("lateral", u, {.weight = 1e6});
  problem.data(u, points, measured, {.name = "measurements", .noise = noise});

  // 3. Noise ends the fall of the loss, which is no reason to begin again elsewhere.
  problem.set("network.layers", "[16]");
  problem.set("optimizer.method", "multistep");
  problem.set("optimizer.iterations", "60");
  const engd::Solution solution = engd::solve(problem, {.threads = 1});

  // 4. The estimate, and how sure it is.
  const engd::Coefficient found = solution.coefficient("nu");
  std::cout << "nu = " << found.value << " +- " << found.standard_error.value() << ", it is " << nu
            << '\n';
  return std::fabs(found.value - nu) < 4 * *found.standard_error ? 0 : 1;
}
