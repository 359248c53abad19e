#pragma once

#include <string>

#include "solve/windows.h"

namespace engd::testing {

inline solve::Solved solve_all(const problem::Problem& problem) {
  return solve::Windows(problem, 0, 1).run();
}

// A box in space: derivatives of the state along x enter the equation of the next window.
inline const std::string heat = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[hard.u]
value = "sin(pi*x)"
on = ["initial", "lateral"]
[[term]]
name = "equation"
on = "interior"
residual = "u_t - u_xx/4"
points = { gauss = 10 }
[solution]
u = "exp(-pi^2*t/4)*sin(pi*x)"
[network]
layers = [12]
[optimizer]
iterations = 40
)toml";

}  // namespace engd::testing
