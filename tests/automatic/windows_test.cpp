#include "automatic/windows.h"

#include <gtest/gtest.h>

#include "automatic/stated.h"
#include "solve/level.h"

namespace engd::automatic {
namespace {

using testing::stated;

const std::string burgers = R"toml([problem]
variables = ["x", "t"]
domain = { x = [-1, 1], t = [0, 1] }
periodic = "x"

[[term]]
on = "interior"
residual = "u_t + u*u_x - 0.05*u_xx"

[[term]]
on = "initial"
residual = "u + sin(pi*x)"
)toml";

TEST(Windows, AreOfTime) {
  const auto all = entrants_in_windows(stated(burgers));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].kind, Kind::deep_sines);
  EXPECT_GT(all[0].windows, 1);
  EXPECT_TRUE(all[0].hard_start);
  EXPECT_GT(all[0].harmonics, 1);
  EXPECT_TRUE(entrants_in_windows(stated(testing::poisson)).empty());
  EXPECT_TRUE(entrants_in_windows(stated(burgers, {"problem.periodic=[\"x\", \"t\"]"})).empty());
  EXPECT_TRUE(entrants_in_windows(stated(burgers, {"network.layers=[7]"})).empty());
  EXPECT_FALSE(entrants_in_windows(stated(burgers, {"term.1.residual=u + abs(x)"}))[0].hard_start);
}

// Network, points, terms and start: a file with these settings begins with the same bits.
TEST(Windows, AreThoseOfTheirSettings) {
  const problem::Problem problem = stated(burgers);
  for (const Entrant& entrant : entrants_in_windows(problem)) {
    const Choice choice = choice_of(entrant, 100, 4, problem);
    const problem::Problem chosen = with_choice(problem, choice);
    const problem::Problem read = stated(burgers, settings_of(problem, choice));
    EXPECT_EQ(read.windows, entrant.windows);
    EXPECT_EQ(read.network.harmonics, entrant.harmonics);
    ASSERT_EQ(chosen.terms.size(), 1u);
    ASSERT_EQ(read.terms.size(), 1u);
    EXPECT_EQ(chosen.terms[0].points.kind, geometry::PointRule::Kind::sobol);
    EXPECT_EQ(chosen.terms[0].points.count, read.terms[0].points.count);
    Runner a(chosen, {3, 1}), b(read, {3, 1});
    const auto three = [asked = 0]() mutable { return asked++ >= 3; };
    a.run(three);
    b.run(three);
    EXPECT_EQ(a.loss(), b.loss());
    EXPECT_EQ(a.pieces()[0].theta, b.pieces()[0].theta);
  }
}

TEST(Windows, AreJudgedOneByOne) {
  const problem::Problem problem = stated(burgers);
  const Entrant entrant = entrants_in_windows(problem)[0];
  Runner runner(with_choice(problem, choice_of(entrant, 100, 4, problem)), {3, 1});
  WindowsSoFar windows;
  runner.run([&] { return runner.window() > 0; });
  EXPECT_EQ(runner.windows_done(), 1);
  windows.judge(runner, {3, 1}, 0.01);
  ASSERT_TRUE(windows.any());
  EXPECT_LT(windows.score(), 1e-1);
  EXPECT_EQ(windows.score(), windows.first_score());
  EXPECT_EQ(windows.first_cost(), 0.01);
  // The others cost as much each.
  EXPECT_EQ(windows.why_stop(runner, 0.01), "its windows do not fit into the budget");
  EXPECT_NE(windows.why_stop(runner, 1), "its windows do not fit into the budget");
}

TEST(Windows, AreMoreWhereThatGainsMoreForItsCost) {
  using Step = WindowSteps::Step;
  WindowSteps steps;
  EXPECT_EQ(steps.next(), Step::windows);
  steps.learn(Step::windows, 2, 1e-3, 1e-4);
  EXPECT_EQ(steps.next(), Step::size);     // not tried yet
  steps.learn(Step::size, 2, 1e-4, 1e-6);  // eight times the cost
  EXPECT_EQ(steps.next(), Step::windows);
  steps.learn(Step::windows, 2, 1e-6, 9e-7);
  EXPECT_EQ(steps.next(), Step::size);
}

}  // namespace
}  // namespace engd::automatic
