#pragma once

#include <string>
#include <vector>

#include "read/read_problem.h"

namespace engd::automatic::testing {

/// An equation on an interval, and nothing of how to solve it: a race over this takes less than a
/// second.
inline const std::string oscillator = R"toml([problem]
variables = "t"
domain = { t = [0, 2] }

[[term]]
on = "interior"
residual = "u_tt + u"

[[term]]
on = "initial"
residual = ["u", "u_t - 1"]
)toml";
inline const std::string its_solution = "\n[solution]\nu = \"sin(t)\"\n";

/// In two dimensions, with a condition on the boundary.
inline const std::string poisson = R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, 1] }

[[term]]
on = "interior"
residual = "u_xx + u_yy + 2*pi^2*sin(pi*x)*sin(pi*y)"

[[term]]
on = "boundary"
residual = "u"
)toml";

/// In five dimensions.
inline const std::string many = R"toml([problem]
variables = "x[5]"
domain = { box = [0, 1] }

[[term]]
on = "interior"
residual = "laplacian(u)"

[[term]]
on = "boundary"
residual = "u - x1*x2 - x3"
)toml";

inline problem::Problem stated(const std::string& text,
                               const std::vector<std::string>& overrides = {}) {
  return read::read_problem_text("stated.toml", text, overrides);
}

}  // namespace engd::automatic::testing
