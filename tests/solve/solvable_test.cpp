// What training would refuse in a later window, or for a later network, is refused before it.
#include "solve/solvable.h"

#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "read/read_problem.h"
#include "solve/heat_windows.h"
#include "solve/memory.h"
#include "solve/windows.h"
#include "support/error.h"

namespace engd::solve {
namespace {

std::string refusal(const std::string& text, const std::vector<std::string>& set = {}) {
  const testing::TemporaryFolder folder;
  folder.write("early.csv", "x,t\n0.5,0.1\n0.5,0.2\n");
  const problem::Problem problem = read::read_problem(folder.write("p.toml", text).string(), set);
  const expr::Node nodes = problem.graph.size();
  try {
    require_solvable(problem, 1);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find("p.toml") + 6);
  }
  EXPECT_EQ(problem.graph.size(), nodes) << "training would have other formulas";
  return "nothing";
}

const std::string soft = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
name = "equation"
on = "interior"
residual = "u_t - u_xx/4"
points = 6
[[term]]
name = "start"
on = "initial"
residual = "u - sin(pi*x)"
[network]
layers = [5]
[optimizer]
iterations = 3
)toml";

TEST(SolvableTest, WhatCannotBeWindowed) {
  EXPECT_EQ(refusal(soft), "nothing");
  EXPECT_EQ(refusal(soft + "[hard.u]\non = \"final\"\n"),
            ":18:1: a hard condition at the end of time cannot be used with windows of time");
  EXPECT_EQ(refusal(soft + "[[term]]\nname = \"e\"\non = \"initial\"\ndensity = \"u^2\"\n"),
            ":18:1: a density at the start of time (term 'e') cannot be used with windows of time");
  EXPECT_EQ(refusal(soft + "[[term]]\nname = \"p\"\non = \"x == 0\"\nresidual = \"jump(u)\"\n"
                           "shift = \"x\"\n"),
            ":18:1: a term that looks at partners of points ('p') cannot be used with windows of "
            "time");
}

TEST(SolvableTest, HilbertStepsInWindows) {
  EXPECT_EQ(refusal(soft, {"optimizer.method=hngd"}), "nothing");
  EXPECT_EQ(
      refusal(soft, {"optimizer.method=hngd", "term.equation.points={ file = \"early.csv\" }"}),
      " optimizer.method=hngd: method = \"hngd\" takes its inner product over the points inside "
      "the domain, and no term is there in the window t in [0.5, 1]");
  problem::Problem problem = testing::problem_from(soft, {"optimizer.method=hngd"});
  EXPECT_EQ(Windows(problem, 0, 1).run().pieces.size(), 2u);
}

TEST(SolvableTest, HilbertStepsWhereTheNetworkIsNotTheUnknown) {
  problem::Problem problem = testing::problem_from(
      "[problem]\nvariables = [\"t\", \"x\"]\ndomain = { t = [0, 2], x = [-1, 1] }\n[[term]]\n"
      "on = \"interior\"\nresidual = \"u_t - u_xx\"\n[hard.u]\n[optimizer]\nmethod = \"hngd\"\n");
  try {
    Windows(problem, 0, 1).run();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        problem.file +
            ":9:1: method = \"hngd\" takes the inner product of the network, which is not that of "
            "the unknowns with a [hard] condition, a scale or several networks: use another "
            "method");
  }
}

TEST(SolvableTest, DerivativesThatALaterWindowLacks) {
  EXPECT_EQ(refusal(soft + "[hard.u]\non = \"initial\"\ndistance = \"t^2\"\n",
                    {"term.equation.residual=u_tt + u_xxxx"}),
            ":5:1: term 'equation' in the windows of time after the first: derivatives of an "
            "unknown are known up to order 4; order 5 is needed here");
}

// The solution of a part that is only there at some times.
TEST(SolvableTest, SolutionsOnPartsOfTheTime) {
  for (const std::string on : {"t < 0.4", "t > 0.6", "x + t < 0.3"}) {
    const std::string text =
        soft + "[solution]\nu = { value = \"exp(-pi^2*t/4)*sin(pi*x)\", on = \"" + on + "\" }\n";
    EXPECT_EQ(refusal(text), "nothing") << on;
    problem::Problem problem = testing::problem_from(text);
    const Solved solved = Windows(problem, 0, 1).run();
    ASSERT_TRUE(solved.errors) << on;
    EXPECT_TRUE(std::isfinite(solved.errors->rel_l2)) << on;
  }
  const std::string nowhere = soft + "[solution]\nu = { value = \"x\", on = \"x + t < 1e-9\" }\n";
  EXPECT_EQ(refusal(nowhere).substr(0, 28), ":19:15: the condition keeps ");
}

const std::string eikonal = R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, 1] }
[[term]]
name = "eikonal"
on = "interior"
residual = "norm(grad(u)) - 1"
points = 4
[[network]]
layers = [3]
[[network]]
layers = [4]
)toml";

// Errors follow the points of the first term, which may live on a subdomain that has Gauss points
// where the domain has none.
TEST(SolvableTest, EvaluationPointsFitTheirRegion) {
  problem::Problem problem = testing::problem_from(R"toml([problem]
variables = ["x", "y"]
domain = { shape = "union", of = [{ shape = "box", box = [[0, 1], [0, 1]] }, { shape = "disk", center = [1, 0.5], radius = 0.4 }] }
[subdomains.core]
shape = "disk"
center = [0.5, 0.5]
radius = 0.2
[[term]]
on = "inside.core"
residual = "laplacian(u)"
points = { gauss = 5 }
[solution]
u = "x"
)toml");
  const auto interior = geometry::interior_of(problem.domain);
  EXPECT_EQ(problem.evaluation.kind, geometry::PointRule::Kind::gauss);
  EXPECT_EQ(evaluation_rule(problem, interior).kind, geometry::PointRule::Kind::grid);
  EXPECT_EQ(evaluation_rule(problem, problem.terms[0].region).kind,
            geometry::PointRule::Kind::gauss);
  EXPECT_NO_THROW(require_memory(problem, Level(problem).terms().terms, 1));
}

TEST(SolvableTest, FurtherNetworksHaveFormulasOfTheirOwn) {
  EXPECT_EQ(refusal(eikonal), "nothing");
}

}  // namespace
}  // namespace engd::solve
