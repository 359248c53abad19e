// c++ -std=c++20 2_poisson.cpp -o 2_poisson $(pkg-config --cflags --libs engd)
// ./2_poisson
//
// States a problem in C++: Poisson's equation on the unit square, with a solution that is known.
#include <engd/engd.hpp>
#include <iostream>

int main() {
  // 1. Coordinates with their intervals, and the function that is sought.
  engd::Problem problem;
  const auto [x, y] = problem.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  const auto u = problem.unknown("u");

  // 2. Terms: what shall be zero, and where. Formulas are made by operators.
  const auto exact = sin(engd::pi * x) * sin(engd::pi * y);
  problem.term("interior", laplacian(u) + 2 * pow(engd::pi, 2) * exact);
  problem.term("boundary", u);
  problem.solution(u, exact);  // only to measure the error

  // 3. The problem is a problem file: here it is.
  std::cout << problem.text() << '\n';

  // 4. How it is solved may be left open, or said, key by key, as in a file.
  problem.set("network.layers", "[32]");
  problem.set("optimizer.iterations", "60");
  const engd::Solution solution = engd::solve(problem, {.threads = 1});
  std::cout << "relative L2 error " << solution.error().value() << '\n';

  // 5. A mistake is pointed at.
  problem.term("boundary.left", u - engd::formula("sin(yy)"), {.name = "wall"});
  try {
    engd::check(problem);
  } catch (const engd::Error& error) {
    std::cout << error.what() << '\n';
  }
  return *solution.error() < 1e-5 ? 0 : 1;
}
