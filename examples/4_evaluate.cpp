// c++ -std=c++20 4_evaluate.cpp -o 4_evaluate $(pkg-config --cflags --libs engd)
// ./4_evaluate
//
// Values, derivatives, integrals and files of a solution.
#include <cmath>
#include <cstdio>
#include <engd/engd.hpp>
#include <iostream>
#include <numbers>
#include <vector>

int main() {
  engd::Problem problem;
  const auto [x, y] = problem.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  const auto u = problem.unknown("u");
  const auto exact = sin(engd::pi * x) * sin(engd::pi * y);
  problem.term("interior", laplacian(u) + 2 * pow(engd::pi, 2) * exact);
  problem.term("boundary", u);
  problem.set("network.layers", "[32]");
  problem.set("optimizer.iterations", "80");
  const engd::Solution solution = engd::solve(problem, {.threads = 1});

  // 1. At one point.
  std::cout << "u(1/2, 1/2) = " << solution({0.5, 0.5}) << ", it is 1\n";

  // 2. At many: the coordinates of one point after another.
  const std::vector<double> points{0.25, 0.5, 0.5, 0.5, 0.75, 0.5};
  const engd::Values values = solution.evaluate(points, "u, u_x, norm(grad(u))");
  for (std::size_t q = 0; q < values.rows; ++q)
    std::cout << "u = " << values(q, 0) << ", u_x = " << values(q, 1)
              << ", |grad u| = " << values(q, 2) << '\n';

  // 3. One derivative.
  const std::vector<double> mixed = solution.derivative(points, "u_xy");
  std::cout << "u_xy(1/4, 1/2) = " << mixed[0] << ", it is 0\n";

  // 4. Integrals over parts of the domain: what flows out through the boundary.
  const double flux = solution.integral("boundary", "dn(u)");
  std::cout << "the integral of dn(u) is " << flux << ", it is -8\n";

  // 5. A model file, which `engd` programs and this library read.
  solution.save("solution.h5");
  const engd::Solution again = engd::load("solution.h5");
  std::cout << "the same from the file: " << again({0.3, 0.6}) - solution({0.3, 0.6}) << '\n';
  std::remove("solution.h5");
  return std::fabs(flux + 8) < 1e-4 ? 0 : 1;
}
