#include "solution/evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "common/contains.h"
#include "common/count_allocations.h"
#include "common/files.h"
#include "network/frozen.h"
#include "solution/trained.h"
#include "solve/heat_windows.h"

namespace engd::solution {
namespace {

using testing::contains;
using testing::input_error_of;
using testing::trained;

const std::string poisson = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[constants]
c = 3
[functions]
f = "2*pi^2*sin(pi*x)*sin(pi*y)"
[[term]]
on = "interior"
residual = "laplacian(u) + f"
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

const std::string disk = R"toml([problem]
variables = ["x", "y"]
domain = { shape = "disk", radius = 1 }
[[term]]
on = "interior"
residual = "laplacian(u) + 4"
points = { gauss = 8 }
[[term]]
on = "boundary"
residual = "u"
[network]
layers = [16]
[optimizer]
iterations = 60
)toml";

std::vector<double> many_points(std::size_t count) {
  std::vector<double> rows;
  for (std::size_t q = 0; q < count; ++q) {
    rows.push_back(std::fmod(0.618034 * static_cast<double>(q), 1));
    rows.push_back(std::fmod(0.414214 * static_cast<double>(q), 1));
  }
  return rows;
}

TEST(EvaluatorTest, DerivativesAreThoseOfTheValues) {
  const Solution solution = trained(poisson);
  const Evaluator evaluator = solution.evaluator("u, u_x, laplacian(u), grad(u), sqrt(u^2)");
  EXPECT_EQ(evaluator.names(), (std::vector<std::string>{"u", "u_x", "laplacian(u)", "grad(u)[1]",
                                                         "grad(u)[2]", "sqrt(u^2)"}));
  const double h = 1e-3, x = 0.3, y = 0.6;
  const auto u = [&](double a, double b) { return evaluator(std::vector<double>{a, b})(0, 0); };
  const Matrix at = evaluator(std::vector<double>{x, y});
  EXPECT_NEAR(at(0, 1), (u(x + h, y) - u(x - h, y)) / (2 * h), 1e-4);
  EXPECT_NEAR(at(0, 2),
              (u(x + h, y) + u(x - h, y) + u(x, y + h) + u(x, y - h) - 4 * u(x, y)) / (h * h),
              1e-3);
  EXPECT_EQ(at(0, 3), at(0, 1));
  EXPECT_NEAR(at(0, 4), (u(x, y + h) - u(x, y - h)) / (2 * h), 1e-4);
  EXPECT_NEAR(at(0, 5), std::abs(at(0, 0)), 1e-15);
}

TEST(EvaluatorTest, FormulasHaveTheNamesOfTheProblem) {
  const Solution solution = trained(poisson);
  const Matrix values = solution.evaluator("c*x, f, max(x, y), [x, y], 7, u == u + 1")(
      std::vector<double>{0.25, 0.5, 0.5, 0.75});
  using std::numbers::pi;
  EXPECT_EQ(values(0, 0), 0.75);
  EXPECT_NEAR(values(0, 1), 2 * pi * pi * std::sin(0.25 * pi), 1e-13);
  EXPECT_EQ(values(1, 2), 0.75);
  EXPECT_EQ(values(1, 3), 0.5);
  EXPECT_EQ(values(1, 4), 0.75);
  EXPECT_EQ(values(1, 5), 7);
  EXPECT_NEAR(values(1, 6), -1, 1e-15) << "of an equation, what is left of it";
}

TEST(EvaluatorTest, AMistakeInAFormulaIsPointedAt) {
  const Solution solution = trained(poisson);
  const std::string message =
      input_error_of([&] { solution.evaluator(Formulas("u, max(x, uu), y", "--of")); });
  EXPECT_TRUE(contains(message, "--of: unknown name 'uu'")) << message;
  EXPECT_TRUE(contains(message, "\n    u, max(x, uu), y\n              ^~")) << message;
  EXPECT_TRUE(contains(input_error_of([&] { solution.evaluator("u,,x"); }), "is empty"));
}

TEST(EvaluatorTest, RoundingIsThatOfTheOutputLayer) {
  const Solution solution = trained(poisson);
  const solve::Piece& piece = solution.pieces().front();
  const network::FrozenNetwork network{*piece.level.trainable, piece.theta, {1.0}};
  const std::vector<double> rows = many_points(1000);
  geometry::PointSet points;
  points.dimension = 2;
  points.count = 1000;
  for (const std::size_t j : {0, 1})
    for (std::size_t q = 0; q < 1000; ++q) points.coordinates.push_back(rows[2 * q + j]);
  const expr::JetEntry u = expr::value_of(0);
  const std::vector<double> wide = network::evaluate(std::span(&network, 1), std::span(&u, 1),
                                                     solution.problem().scope.space, points);
  const network::OutputLayer layer = piece.level.trainable->network().output_layer();
  const double summands = piece.theta.segment(layer.weights, layer.size()).cwiseAbs().sum();
  const Matrix values = solution.evaluator("u")(rows);
  for (Index q = 0; q < 1000; ++q)
    EXPECT_LE(std::abs(values(q, 0) - wide[static_cast<std::size_t>(q)]), 1e-14 * summands);
}

TEST(EvaluatorTest, AValueDependsOnItsPointAlone) {
  const Solution solution = trained(poisson);
  const std::vector<double> rows = many_points(5000);
  const Evaluator one = solution.evaluator("u, u_xy"),
                  two = solution.evaluator("u, u_xy", {.threads = 3});
  const Matrix together = two(rows);
  for (std::size_t q = 0; q < 5000; q += 37) {
    const Matrix alone = one(std::span(rows).subspan(2 * q, 2));
    EXPECT_EQ(alone(0, 0), together(static_cast<Index>(q), 0));
    EXPECT_EQ(alone(0, 1), together(static_cast<Index>(q), 1));
  }
}

TEST(EvaluatorTest, PointsCostNoMemory) {
  const Solution solution = trained(poisson);
  const Evaluator evaluator = solution.evaluator("u, u_x + y");
  const std::vector<double> rows = many_points(3000);
  std::vector<double> values(rows.size());
  evaluator.evaluate(rows, values);
  testing::take_allocations();
  testing::count_allocations(true);
  evaluator.evaluate(rows, values);
  evaluator.evaluate(std::span(rows).first(2), std::span(values).first(2));
  testing::count_allocations(false);
  EXPECT_EQ(testing::take_allocations().calls, 0u);
}

TEST(EvaluatorTest, SizesMustFit) {
  const Solution solution = trained(poisson);
  const Evaluator evaluator = solution.evaluator("u, x");
  std::vector<double> points(6), values(5);
  EXPECT_THROW(evaluator.evaluate(points, values), std::invalid_argument);
  values.resize(6);
  EXPECT_NO_THROW(evaluator.evaluate(points, values));
  points.resize(5);
  EXPECT_THROW(evaluator.evaluate(points, values), std::invalid_argument);
}

TEST(EvaluatorTest, OutsideThereIsNothing) {
  const Solution solution = trained(disk);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // Inside, on the circle as rounding has it, outside of it, outside of the box, nowhere.
  const std::vector<double> rows{0.3, 0.1, std::cos(1.0), std::sin(1.0), 0.9, 0.9, 5, 0, nan, 0};
  std::vector<double> values(5);
  const Evaluator blank = solution.evaluator("u"),
                  computed = solution.evaluator("u", {.outside = Outside::compute});
  const Blanks blanks = blank.evaluate(rows, values);
  EXPECT_EQ(blanks.outside, 3);
  EXPECT_EQ(blanks.all(), 3);
  EXPECT_NEAR(values[0], 1 - 0.1, 1e-3);
  EXPECT_NEAR(values[1], 0, 1e-3);
  for (const std::size_t q : {2, 3, 4}) EXPECT_TRUE(std::isnan(values[q])) << q;
  EXPECT_EQ(computed.evaluate(rows, values).all(), 0);
  EXPECT_TRUE(std::isfinite(values[2]));
}

TEST(EvaluatorTest, NormalsAreThoseOfTheBoundary) {
  const Solution solution = trained(disk);
  const Evaluator evaluator = solution.evaluator("n_x, n_y, dn(u), dn(x^2)");
  EXPECT_TRUE(evaluator.needs_normals());
  std::vector<double> values(12);
  const std::vector<double> rows{std::cos(2.0), std::sin(2.0), 0.2, 0.1, 0, -1};
  const Blanks blanks = evaluator.evaluate(rows, values);
  EXPECT_EQ(blanks.off_boundary, 1);
  EXPECT_NEAR(values[0], std::cos(2.0), 1e-12);
  EXPECT_NEAR(values[1], std::sin(2.0), 1e-12);
  EXPECT_NEAR(values[2], -2, 1e-2) << "u = 1 - r^2";
  EXPECT_NEAR(values[3], 2 * std::cos(2.0) * std::cos(2.0), 1e-12);
  EXPECT_TRUE(std::isnan(values[4]));
  EXPECT_NEAR(values[9], -1, 1e-12);
  EXPECT_FALSE(solution.evaluator("u_x").needs_normals());
}

TEST(EvaluatorTest, WindowsThatAreNotSolvedAreBlank) {
  const Solution all = trained(testing::heat);
  std::vector<solve::Piece> one{all.pieces().front()};
  auto problem = std::make_shared<const problem::Problem>(all.problem());
  const Solution half(problem, one, 0);
  EXPECT_TRUE(all.is_complete());
  EXPECT_FALSE(half.is_complete());
  const std::vector<double> rows{0.5, 0.2, 0.5, 0.5, 0.5, 0.8, 0.5, 1};
  std::vector<double> first(4), both(4);
  const Evaluator evaluator = half.evaluator("u", {.outside = Outside::compute});
  EXPECT_EQ(evaluator.evaluate(rows, first).unsolved, 2);
  EXPECT_EQ(all.evaluator("u").evaluate(rows, both).all(), 0);
  EXPECT_EQ(first[0], both[0]);
  EXPECT_NEAR(first[1], both[1], 1e-12) << "the end of one window is the start of the next";
  EXPECT_TRUE(std::isnan(first[2]) && std::isnan(first[3]));
  // Before the start and after the end the nearest window is continued.
  const std::vector<double> beyond{0.5, -0.1, 0.5, 1.1};
  std::vector<double> values(2);
  EXPECT_EQ(all.evaluator("u").evaluate(beyond, values).outside, 2);
  EXPECT_EQ(all.evaluator("u", {.outside = Outside::compute}).evaluate(beyond, values).all(), 0);
  EXPECT_TRUE(std::isfinite(values[0]) && std::isfinite(values[1]));
}

}  // namespace
}  // namespace engd::solution
