// c++ -std=c++20 1_solve_a_file.cpp -o 1_solve_a_file $(pkg-config --cflags --libs engd)
// ./1_solve_a_file poisson.toml
//
// Solves a problem file and tells how accurate the result is. The file says nothing of how the
// equation is solved: network, points and method are chosen.
#include <engd/engd.hpp>
#include <iostream>

int main(int argc, char** argv) {
  try {
    // 1. Read the problem. What is wrong with the file is an Error.
    const engd::Problem problem = engd::read(argc > 1 ? argv[1] : "poisson.toml");

    // 2. Look for what is probably not meant.
    for (const engd::Finding& finding : engd::check(problem))
      std::cout << finding.message << '\n' << finding.excerpt << '\n';

    // 3. Solve it, for a relative L2 error of 1e-6. No files are written: there is no `folder`.
    const engd::Solution u = engd::solve(problem, {.threads = 1, .accuracy = 1e-6});

    // 4. What came out.
    std::cout << u.termination().sentence << '\n';
    std::cout << "u(0.5, 0.5) = " << u({0.5, 0.5}) << '\n';
    if (u.estimate()) std::cout << "relative L2 error, estimated: " << *u.estimate() << '\n';
    return u.termination().failed ? 1 : 0;
  } catch (const engd::Error& error) {
    std::cerr << error.what() << '\n';  // FILE:LINE:COL: sentence, the line, and a caret
    return 2;
  }
}
