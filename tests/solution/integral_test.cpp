#include "solution/integral.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "common/contains.h"
#include "common/files.h"
#include "solution/trained.h"

namespace engd::solution {
namespace {

using std::numbers::pi;
using testing::contains;
using testing::input_error_of;
using testing::trained;

Solution on(const std::string& domain, const std::string& variables = "\"x\", \"y\"") {
  return trained("[problem]\nvariables = [" + variables + "]\ndomain = " + domain +
                 "\n[[term]]\non = \"interior\"\nresidual = \"u - x\"\npoints = { random = 50 }\n"
                 "[network]\nlayers = [6]\n[optimizer]\niterations = 2\n");
}

std::vector<Integral> integrals(const Solution& solution, const std::string& part,
                                const std::string& formulas) {
  const Evaluator evaluator = solution.evaluator(formulas, {.outside = Outside::compute});
  return integrate(solution, evaluator, solution.region(part), part);
}

void expect_integral(const Integral& integral, double value) {
  EXPECT_NEAR(integral.value, value, integral.error + 1e-14 * std::abs(value));
  EXPECT_LE(integral.error, 1e-12 * (1 + std::abs(value)));
}

TEST(IntegralTest, OfABoxAndItsFaces) {
  const Solution solution = on("{ box = [[0, 2], [0, 1]] }");
  const auto inside = integrals(solution, "interior", "1, x*y, exp(x), sin(30*x)");
  expect_integral(inside[0], 2);
  expect_integral(inside[1], 1);
  expect_integral(inside[2], std::exp(2.0) - 1);
  expect_integral(inside[3], (1 - std::cos(60.0)) / 30);
  EXPECT_DOUBLE_EQ(inside[0].measure, 2);
  expect_integral(integrals(solution, "boundary.right", "y^2")[0], 1.0 / 3);
  expect_integral(integrals(solution, "boundary", "n_x*x + n_y*y")[0], 4);
  expect_integral(integrals(solution, "x == 0.5", "y")[0], 0.5);
}

TEST(IntegralTest, FluxesAreIntegralsOfTheDivergence) {
  const Solution box = on("{ box = [[0, 2], [0, 1]] }"),
                 disk = on("{ shape = \"disk\", radius = 2 }");
  for (const Solution* solution : {&box, &disk}) {
    const double flux = integrals(*solution, "boundary", "dn(u)")[0].value;
    const Integral sum = integrals(*solution, "interior", "laplacian(u)")[0];
    EXPECT_NEAR(flux, sum.value, 1e-11);
  }
  const auto area = integrals(disk, "interior", "1, x^2 + y^2");
  expect_integral(area[0], 4 * pi);
  expect_integral(area[1], 8 * pi);
  EXPECT_NEAR(area[0].measure, 4 * pi, 1e-13);
}

TEST(IntegralTest, OfPoints) {
  const Solution solution = on("{ interval = [1, 3] }", "\"x\"");
  const auto ends = integrals(solution, "boundary", "n_x*x, x");
  EXPECT_EQ(ends[0].value, 2);
  EXPECT_EQ(ends[1].value, 4);
  EXPECT_EQ(ends[0].measure, 2);
  EXPECT_EQ(ends[0].points, 2);
}

TEST(IntegralTest, TheErrorIsNotToldTooSmall) {
  const Solution solution = on("{ box = [[0, 1], [0, 1]] }");
  // A kink, a peak, and a part that no rule fits.
  for (const auto& [part, formula, exact] :
       {std::tuple("interior", "abs(x - 0.3137)", (0.3137 * 0.3137 + 0.6863 * 0.6863) / 2),
        std::tuple("interior", "1/(1e-4 + (x - 0.41)^2)",
                   100 * (std::atan(59.0) + std::atan(41.0))),
        std::tuple("interior and x^2 + y^2 < 0.5", "1", pi / 8)}) {
    const Integral integral = integrals(solution, part, formula)[0];
    EXPECT_LE(std::abs(integral.value - exact), 3 * integral.error) << part << ": " << formula;
    EXPECT_LE(integral.error, 1e-2 * exact) << formula;
  }
}

TEST(IntegralTest, WhatHasNoIntegralIsRefused) {
  const Solution solution = on("{ box = [[0, 1], [0, 1]] }");
  EXPECT_TRUE(contains(input_error_of([&] { integrals(solution, "interior", "dn(u)"); }),
                       "the part 'interior' has no normal"));
  EXPECT_TRUE(
      contains(input_error_of([&] { integrals(solution, "interior", "sqrt(-x)"); }),
               "the integral of sqrt(-x) over interior: the formula is not finite at x = "));
  const std::string unknown =
      input_error_of([&] { solution.region("boundary.lefft", "--integral"); });
  EXPECT_TRUE(contains(unknown, "--integral: unknown part 'boundary.lefft'")) << unknown;
  EXPECT_TRUE(contains(unknown, "did you mean 'boundary.left'?")) << unknown;
  EXPECT_TRUE(contains(input_error_of([&] { solution.region("x < z"); }), "unknown name 'z'"));
}

}  // namespace
}  // namespace engd::solution
