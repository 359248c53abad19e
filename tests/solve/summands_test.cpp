#include "solve/summands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "read/problem_text.h"
#include "solve/fresh_points.h"
#include "solve/heat_windows.h"
#include "solve/training.h"
#include "solve/windows.h"

namespace engd::solve {
namespace {

std::vector<std::string> parts_of(const std::string& residual) {
  problem::Problem problem = testing::problem_from(
      "[problem]\nvariables = [\"x\", \"y\", \"t\"]\ndomain = { box = [0, 1] }\n[[term]]\n"
      "on = \"interior\"\nresidual = \"" +
      residual + "\"\n");
  std::vector<std::string> parts;
  for (const expr::Node part :
       summands_of(problem.graph, problem.terms[0].residuals[0].node, problem.scope.space))
    parts.push_back(
        expr::to_string(problem.graph, part, problem.scope.coordinates, problem.scope.unknowns));
  std::sort(parts.begin(), parts.end());
  return parts;
}

TEST(SummandsTest, OfSumsProductsAndLaplacians) {
  EXPECT_EQ(parts_of("u_t - u").size(), 2u);
  EXPECT_EQ(parts_of("u_t - x*(u_xx + u_yy) - 1").size(), 4u);
  EXPECT_EQ(parts_of("(u_xx + u_yy + u)/(1 + x)").size(), 3u);
  EXPECT_EQ(parts_of("-(u + 1)").size(), 2u);
  EXPECT_EQ(parts_of("laplacian(u)"), (std::vector<std::string>{"u_xx", "u_yy"}));
  EXPECT_EQ(parts_of("laplacian(u) + 1").size(), 2u);
  EXPECT_EQ(parts_of("u").size(), 1u);
  EXPECT_EQ(parts_of("sin(u + x)").size(), 1u);
}

/// The warning about what training comes to.
std::string warning_of(const std::string& terms, const std::string& unknowns = "\"u\"") {
  problem::Problem problem = testing::problem_from(
      "[problem]\nvariables = [\"x\"]\ndomain = { interval = [0, 1] }\nunknowns = [" + unknowns +
      "]\n" + terms + "[network]\nlayers = [12]\n[optimizer]\niterations = 60\nstarts = 1\n");
  Training training(Level(problem), 1, 1);
  const Trained trained = training.run();
  return residual_warning(measure_residuals(trained.level, trained.theta, 1, 1));
}

const std::string ends = "[[term]]\nname = \"ends\"\non = \"boundary\"\nresidual = \"u\"\n";

std::string inside(const std::string& residual) {
  return "[[term]]\nname = \"inside\"\non = \"interior\"\nresidual = [\"" + residual + "\"]\n";
}

TEST(SummandsTest, SolvedEquationsGiveNoWarning) {
  EXPECT_EQ(warning_of(inside("u_xx + 1") + ends), "");
  EXPECT_EQ(warning_of(inside("u_xx - 100*u + x") + ends), "");
  // Zero: all that the residuals are made of vanishes with them.
  EXPECT_EQ(warning_of(inside("u_xx") + ends), "");
}

// All summands of these conditions vanish where they stand: their sizes are those inside.
TEST(SummandsTest, ConditionsOfZeroAreMeasuredByWhatIsInside) {
  const auto warning = [](const std::string& condition) {
    problem::Problem problem = testing::problem_from(
        "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n[[term]]\n"
        "on = \"interior\"\nresidual = \"laplacian(u) + sin(pi*x)*sin(pi*y)\"\npoints = "
        "15\n[[term]]\n"
        "on = \"boundary\"\nresidual = \"" +
        condition + "\"\npoints = 12\n[network]\nlayers = [16]\n[optimizer]\niterations = 150\n");
    Training training(Level(problem), 1, 1);
    const Trained trained = training.run();
    return residual_warning(measure_residuals(trained.level, trained.theta, 1, 1));
  };
  EXPECT_EQ(warning("u - 1e-20*sin(pi*x)"), "");
  EXPECT_EQ(warning("u + dn(u)"), "");
}

/// The warning about a run in windows of time.
std::string warning_in_windows(const std::string& equation) {
  const problem::Problem problem = testing::problem_from(
      "[problem]\nvariables = [\"t\"]\ndomain = { interval = [0, 4] }\nwindows = 8\n" +
      inside(equation) +
      "[[term]]\non = \"initial\"\nresidual = \"u - 1\"\n"
      "[network]\nlayers = [8]\n[optimizer]\niterations = 60\nstarts = 1\n");
  const Solved solved = Windows(problem, 1, 1).run();
  EXPECT_EQ(solved.pieces.size(), 8u);
  return residual_warning(measure_residuals(problem, solved.pieces, 1, 1));
}

// exp(-pi^2 t) is 1e-13 in the last window, and errors are of 1e-4: small next to what it was.
TEST(SummandsTest, SolutionsThatFadeAreMeasuredByEarlierWindows) {
  std::string text = testing::heat;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"t = [0, 1]", "t = [0, 3]"},
                                 {"windows = 2", "windows = 6"},
                                 {"u_xx/4", "u_xx"},
                                 {"t/4", "t"}})
    text.replace(text.find(from), from.size(), to);
  const problem::Problem problem = testing::problem_from(text);
  const Solved solved = testing::solve_all(problem);
  ASSERT_LT(solved.errors->rel_l2, 1e-3);
  EXPECT_EQ(residual_warning(measure_residuals(problem, solved.pieces, 0, 1)), "");
}

// Up to t = 3 both summands are zero with the solution, behind it u_t^2 = -1 has none.
TEST(SummandsTest, OneUnsolvedWindowIsTold) {
  const std::string warning = warning_in_windows("u_t^2 + heaviside(t - 3)");
  EXPECT_NE(warning.find("the equation is not solved"), std::string::npos) << warning;
}

// The first two of these fall to zero with their summands, the others contradict each other.
TEST(SummandsTest, OneUnsolvedResidualOfAListIsTold) {
  const std::string warning =
      warning_of(inside("v - v_x\", \"v + v_x\", \"u - 1\", \"u - 2"), "\"u\", \"v\"");
  EXPECT_NE(warning.find("the equation is not solved"), std::string::npos) << warning;
}

// No network solves these: the optimiser finds the least squares, and says so.
TEST(SummandsTest, ContradictionsAreToldThoughTheOptimiserIsContent) {
  EXPECT_NE(warning_of(inside("u^2 + 1")).find("term 'inside'"), std::string::npos);
  const std::string warning =
      warning_of(inside("u_xx") + ends +
                 "[[term]]\nname = \"too\"\non = \"boundary\"\nresidual = \"u - 1\"\n");
  EXPECT_NE(warning.find("the equation is not solved"), std::string::npos) << warning;
  EXPECT_NE(warning.find("on 2 points, 5.0e-01"), std::string::npos) << warning;
}

/// Relative residuals where all unknowns are zero.
std::vector<RelativeResidual> of_zero(const std::string& toml) {
  problem::Problem problem = testing::problem_from(toml);
  Level level(problem);
  const Vector theta = level.trainable->silent(level.trainable->initial(1));
  return measure_relative_residuals(level, theta, 1, 1);
}

// What a condition is given with may be anything elsewhere.
TEST(SummandsTest, KnownOnesHaveTheSizeThatTheyHaveOnTheBoundary) {
  const auto found =
      of_zero("[problem]\nvariables = [\"x\"]\ndomain = { interval = [0, 1] }\n" +
              inside("u_xx + u") + "[[term]]\non = \"x == 1\"\nresidual = \"u - 1/x^9\"\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[1].relative, 1, 1e-12);
}

/// The worst relative residual of what training comes to.
double worst_after_training(const std::string& toml) {
  const problem::Problem problem = testing::problem_from(toml);
  const Trained trained = Training(Level(problem), 1, 1).run();
  double worst = 0;
  for (const RelativeResidual& one : measure_relative_residuals(trained.level, trained.theta, 1, 1))
    worst = std::max(worst, one.relative);
  return worst;
}

// All summands of the equation are rounding: a steady state that is linear.
TEST(SummandsTest, EquationsWhoseSummandsVanishAreMeasuredBySlowFunctions) {
  EXPECT_LT(worst_after_training(R"toml([problem]
variables = ["x", "t"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = "u_t - u_xx"
[[term]]
on = ["initial", "lateral"]
residual = "u - x"
[network]
layers = [12]
[optimizer]
iterations = 100
)toml"),
            1e-4);
}

// Flow through a channel: u_x and v_y are zero each, and so is v.
TEST(SummandsTest, UnknownsThatAreZeroAreMeasuredByWhatWouldBalanceTheOthers) {
  EXPECT_LT(worst_after_training(R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v", "p"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
residual = ["p_x - laplacian(u)", "p_y - laplacian(v)", "u_x + v_y"]
[[term]]
on = "boundary"
residual = ["u - y*(1 - y)", "v"]
[[term]]
on = "boundary.x.max"
residual = "p"
[network]
layers = [16]
[optimizer]
iterations = 150
)toml"),
            1e-3);
}

// An unknown is measured where its equation holds, not where it is anything.
TEST(SummandsTest, UnknownsAreMeasuredWhereTheirEquationsHold) {
  const std::string text = R"toml([problem]
variables = ["x"]
unknowns = ["left", "right"]
domain = { interval = [0, 1] }
[[term]]
on = "interior and x > 0.5"
residual = "right_x - right"
[[term]]
on = "interior and x < 0.5"
residual = "left_x - left"
[[term]]
on = "x == 1"
residual = "right"
[[term]]
on = "x == 0"
residual = "left"
[hard.right]
value = "1/x"
on = "x == 1"
)toml";
  problem::Problem problem = testing::problem_from(text);
  Level level(problem);
  const Vector theta = level.trainable->silent(level.trainable->initial(1));
  const auto sizes = measure_summands(level, theta, {7, 5}, 1);
  ASSERT_EQ(sizes.size(), 4u);
  EXPECT_NEAR(sizes[2].now, std::sqrt(2.0), 0.05);  // of 1/x between 0.5 and 1
  EXPECT_NEAR(sizes[2].slow, 5, 1e-12);
  EXPECT_EQ(sizes[2].known, 0);
  EXPECT_NEAR(sizes[1].slow, 7 * std::sqrt(4.0 + 1), 1e-9);
}

}  // namespace
}  // namespace engd::solve
