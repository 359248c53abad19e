#include "backend/cpu/solution_error.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/problem_text.h"
#include "run/setup.h"

namespace engd {
namespace {

/// One hidden neuron is the solution itself: the error is zero, not merely small.
TEST(SolutionErrorTest, ZeroForASolutionTheNetworkRepresents) {
  io::Problem problem = testing::problem_from(R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "u"
[solution]
u = "2*tanh(x - 3*y + 0.5) - 1"
[network]
layers = [1]
normalize = false
)toml");
  Vector theta(5);
  theta << 1, -3, 0.5, 2, -1;
  const auto errors = run::make_solution_error(problem, 2)->measure(theta);
  EXPECT_LT(errors.rel_l2, 1e-15);
  EXPECT_LT(errors.rel_h1.value(), 1e-15);
}

/// For the zero network the relative errors are 1; shifted by c they are c |1| / |u|.
TEST(SolutionErrorTest, NormsAreThoseOfTheIntegrals) {
  io::Problem problem = testing::problem_from(R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u"
[solution]
u = "sin(pi*x)"
[network]
layers = [1]
normalize = false
[evaluation]
points = { gauss = 40 }
)toml");
  const auto error = run::make_solution_error(problem, 1);
  Vector theta = Vector::Zero(4);
  EXPECT_NEAR(error->measure(theta).rel_l2, 1, 1e-14);
  EXPECT_NEAR(*error->measure(theta).rel_h1, 1, 1e-14);
  theta[3] = 1;  // |1 - sin|^2 = 1 - 4/pi + 1/2, |sin|^2 = 1/2, |sin'|^2 = pi^2/2
  const double square = 1.5 - 4 / M_PI, slope = M_PI * M_PI / 2;
  EXPECT_NEAR(error->measure(theta).rel_l2, std::sqrt(square / 0.5), 1e-13);
  EXPECT_NEAR(*error->measure(theta).rel_h1, std::sqrt((square + slope) / (0.5 + slope)), 1e-13);
}

}  // namespace
}  // namespace engd
