#include "solution/evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solution/trained.h"

namespace engd::solution {
namespace {

using testing::trained;

const std::string poisson = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
residual = "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"
points = { grid = 12 }
[[term]]
on = "boundary"
residual = "u"
points = { grid = 12 }
[network]
layers = [16]
[optimizer]
iterations = 20
)toml";

TEST(EvaluatorTest, DerivativesAreThoseOfTheValues) {
  const Solution solution = trained(poisson);
  const Evaluator evaluator = solution.evaluator("u, u_x, u_xy, laplacian(u), grad(u), sqrt(u^2)");
  EXPECT_EQ(evaluator.names(), (std::vector<std::string>{"u", "u_x", "u_xy", "laplacian(u)",
                                                         "grad(u)[1]", "grad(u)[2]", "sqrt(u^2)"}));
  const double h = 1e-3, x = 0.3, y = 0.6;
  const auto u = [&](double a, double b) {
    const std::vector<double> point{a, b};
    return evaluator(point)(0, 0);
  };
  const Matrix at = evaluator(std::vector<double>{x, y});
  EXPECT_NEAR(at(0, 1), (u(x + h, y) - u(x - h, y)) / (2 * h), 1e-4);
  EXPECT_NEAR(at(0, 3),
              (u(x + h, y) + u(x - h, y) + u(x, y + h) + u(x, y - h) - 4 * u(x, y)) / (h * h),
              1e-3);
  EXPECT_EQ(at(0, 4), at(0, 1));
  EXPECT_NEAR(at(0, 6), std::abs(at(0, 0)), 1e-15);
}

}  // namespace
}  // namespace engd::solution
