// Windows join what the order of the equation in time asks for, whatever the file has at the start.
#include "solve/window_join.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "read/problem_text.h"
#include "read/read_problem.h"
#include "solve/fresh_points.h"
#include "solve/heat_windows.h"
#include "solve/watching.h"
#include "solve/windows.h"
#include "support/error.h"

namespace engd::solve {
namespace {

using testing::problem_from;
using testing::solve_all;
using testing::TemporaryFolder;

Piece second_window(const problem::Problem& problem) {
  Piece first = make_window(problem, 0, nullptr, 1);
  first.theta = first.level.trainable->initial(0);
  return make_window(problem, 1, &first, 1);
}

/// "u (as before), u_t (as before); v (as before)": the residuals of the program's own terms.
std::string joins_of(const problem::Problem& problem) {
  const Piece second = second_window(problem);
  const auto& terms = second.problem->terms;
  std::string text;
  for (auto term = terms.end() - second.joins; term != terms.end(); ++term) {
    if (!text.empty()) text += "; ";
    for (const problem::Formula& residual : term->residuals)
      text += (&residual == &term->residuals.front() ? "" : ", ") + residual.text;
  }
  return text;
}

std::string refused_window(const std::string& text, const std::vector<std::string>& set = {}) {
  const TemporaryFolder folder;
  folder.write("late.csv", "t\n0.8\n0.9\n");
  folder.write("values.csv", "t,u\n0.8,0.5\n0.9,0.4\n");
  try {
    make_window(read::read_problem(folder.write("p.toml", text).string(), set), 0, nullptr, 1);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find("p.toml") + 6);
  }
  return "nothing";
}

const std::string decay_alone = R"toml([problem]
variables = ["t"]
domain = { interval = [0, 1] }
windows = 2
[[term]]
name = "equation"
on = "interior"
residual = "u_t + u"
[solution]
u = "exp(-t)"
[network]
layers = [10]
[optimizer]
iterations = 60
)toml";

std::string slice(const std::string& time, const std::string& residual) {
  return "[[term]]\nname = \"slice\"\non = \"t == " + time + "\"\nresidual = " + residual + "\n";
}

TEST(WindowJoinTest, ASliceInsideIsCarriedOn) {
  problem::Problem problem = problem_from(decay_alone + slice("0.25", "\"u - exp(-0.25)\""));
  EXPECT_EQ(joins_of(problem), "u (as before)");
  const Solved solved = solve_all(problem);
  EXPECT_LT(solved.errors->rel_l2, 1e-6);  // 0.58 where nothing joins the windows
  EXPECT_LT(solved.loss, 1e-18);
}

TEST(WindowJoinTest, MeasurementsAreCarriedOn) {
  const TemporaryFolder folder;
  folder.write("values.csv", "t,u\n0.1,0.904837418035959573\n0.2,0.818730753077981859\n");
  const auto path =
      folder.write("p.toml", decay_alone + "[[term]]\nname = \"data\"\ndata = \"values.csv\"\n");
  problem::Problem problem = read::read_problem(path.string());
  EXPECT_EQ(joins_of(problem), "u (as before)");
  EXPECT_LT(solve_all(problem).errors->rel_l2, 1e-5);
}

TEST(WindowJoinTest, OrderByOrder) {
  const std::string wave = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
on = "interior"
residual = "u_tt - u_xx"
)toml";
  const auto start = [](const std::string& residual) {
    return "[[term]]\non = \"initial\"\nresidual = " + residual + "\n";
  };
  EXPECT_EQ(joins_of(problem_from(wave)), "u (as before), u_t (as before)");
  EXPECT_EQ(joins_of(problem_from(wave + start("\"u - x\""))), "u_t (as before)");
  EXPECT_EQ(joins_of(problem_from(wave + start("\"u_x - 1\""))), "u (as before), u_t (as before)");
  EXPECT_EQ(joins_of(problem_from(wave + start("[\"u - x\", \"u_t\"]"))), "");
  EXPECT_EQ(joins_of(problem_from(wave + "[hard.u]\non = \"initial\"\n")), "u_t (as before)");
  EXPECT_EQ(joins_of(problem_from(wave + "[hard.u]\non = \"initial\"\ndistance = \"t^2\"\n")), "");
  EXPECT_EQ(joins_of(problem_from(wave + "[hard.u]\non = \"lateral\"\n")),
            "u (as before), u_t (as before)");
  // A mixed derivative asks for as much as a pure one; an energy as well.
  EXPECT_EQ(joins_of(problem_from(wave, {"term.0.residual=u_xt - u"})), "u (as before)");
  EXPECT_EQ(joins_of(problem_from(testing::heat)), "");
}

TEST(WindowJoinTest, EachOfSeveralUnknowns) {
  const std::string system = R"toml([problem]
variables = ["x", "t"]
unknowns = ["u", "v", "p"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
on = "interior"
residual = ["u_t + v_t + p_x", "v_t - u", "p_xx - u_x"]
[[term]]
on = "initial"
residual = "u - x"
weight = 7
)toml";
  const problem::Problem problem = problem_from(system);
  EXPECT_EQ(joins_of(problem), "v (as before)");  // a pressure has no state
  const Piece second = second_window(problem);
  EXPECT_EQ(second.problem->terms.back().weight, 7);
  EXPECT_EQ(second.origin.back(), 1);
}

// A condition on a part of the start leaves the rest.
TEST(WindowJoinTest, APartOfTheStartIsNotAllOfIt) {
  const std::string parts = R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
on = "interior"
residual = "u_t - u_xx"
[[term]]
on = "t == 0 and x < 0.5"
residual = "u - x"
)toml";
  EXPECT_EQ(joins_of(problem_from(parts)), "u (as before)");
  EXPECT_EQ(joins_of(problem_from(parts + "[[term]]\non = \"t == 0 and x >= 0.5\"\n"
                                          "residual = \"u - x\"\n")),
            "");
  EXPECT_EQ(joins_of(problem_from(parts, {"term.1.on=boundary"})), "");
}

// Unknowns are joined where their equations hold, also on shapes.
TEST(WindowJoinTest, UnknownsThatLiveOnParts) {
  const std::string two = R"toml([problem]
variables = ["x", "y", "t"]
unknowns = ["u", "v"]
domain = { shape = "disk", radius = 2, time = [0, 1] }
windows = 2
[subdomains.core]
shape = "disk"
radius = 1
[[term]]
on = "inside.core"
residual = "u_t - laplacian(u)"
[[term]]
on = "outside.core"
residual = "v_t - laplacian(v)"
)toml";
  const problem::Problem problem = problem_from(two);
  EXPECT_EQ(joins_of(problem), "u (as before); v (as before)");
  const Piece second = second_window(problem);
  const auto radii = [&](std::size_t term) {
    const problem::Term& one = second.problem->terms[term];
    const auto points =
        geometry::place_points(one.points, one.region, {}, problem.scope.coordinates);
    double least = 4, most = 0;
    for (Index q = 0; q < points.count; ++q) {
      EXPECT_EQ(points.coordinate(q, 2), 0.5);
      const double r = std::hypot(points.coordinate(q, 0), points.coordinate(q, 1));
      least = std::min(least, r);
      most = std::max(most, r);
    }
    return std::pair(least, most);
  };
  EXPECT_LE(radii(2).second, 1);
  EXPECT_GE(radii(3).first, 1);
  EXPECT_LE(radii(3).second, 2);
  for (const std::string on : {"initial", "t == 0"})
    EXPECT_EQ(joins_of(problem_from(two + "[[term]]\non = \"" + on +
                                    "\"\nresidual = [\"u - x\", \"v - y\"]\n")),
              "")
        << on;
}

// An equation of higher order in time on the boundary asks for more there.
TEST(WindowJoinTest, DynamicBoundaryConditions) {
  const problem::Problem problem = problem_from(R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
on = "interior"
residual = "u_t - u_xx"
[[term]]
on = "boundary.right"
residual = "u_tt + dn(u)"
[[term]]
on = "initial"
residual = "u"
)toml");
  EXPECT_EQ(joins_of(problem), "u_t (as before)");
  const Piece second = second_window(problem);
  const problem::Term& join = second.problem->terms.back();
  const auto points =
      geometry::place_points(join.points, join.region, {}, problem.scope.coordinates);
  ASSERT_EQ(points.count, 1);
  EXPECT_EQ(points.coordinate(0, 0), 1);
  EXPECT_EQ(points.coordinate(0, 1), 0.5);
}

// Windows are solved forward: what is said later does not reach those before.
TEST(WindowJoinTest, ConditionsThatComeTooLateAreRefused) {
  const std::string late =
      " says what 'u' is at t = 0.8, in window 2 of 2, and the windows before are solved without "
      "knowing that; say in the first window what the equation needs at its start, or take "
      "windows = 1, all of the time at once";
  EXPECT_EQ(refused_window(decay_alone + slice("0.8", "\"u - exp(-0.8)\"")),
            ":15:1: term 'slice'" + late);
  EXPECT_EQ(refused_window(decay_alone + "[[term]]\nname = \"data\"\ndata = \"values.csv\"\n"),
            ":15:1: term 'data'" + late);
  const std::vector<std::string> second{"term.equation.residual=u_tt + u"};
  EXPECT_EQ(refused_window(decay_alone + slice("0", "\"u - 1\"") +
                               "[[term]]\nname = \"end\"\non = \"final\"\nresidual = \"u\"\n",
                           second)
                .substr(0, 40),
            ":19:1: term 'end' says what 'u' is at t ");
  EXPECT_EQ(refused_window(decay_alone + slice("0", "[\"u - 1\", \"u_t + 1\"]") +
                               "[[term]]\non = \"final\"\nresidual = \"u\"\n",
                           second),
            "nothing");
  EXPECT_EQ(refused_window(decay_alone), "nothing");  // nothing is said at any time
}

TEST(WindowJoinTest, AFirstWindowWithoutTermsIsRefused) {
  EXPECT_EQ(refused_window(decay_alone, {"term.equation.points={ file = \"late.csv\" }"}),
            ":5:1: windows = 2: no term has points in the first window, t in [0, 0.5]; take fewer "
            "windows, or a domain that begins where the points do");
}

// All points of a file in the first window: the second goes on from there.
TEST(WindowJoinTest, WindowsWithoutPointsGoOn) {
  const TemporaryFolder folder;
  folder.write("early.csv", "t\n0.1\n0.2\n0.3\n0.4\n");
  for (const std::string residual : {"u_t + u", "u - exp(-t)"})
    for (const std::string method : {"adaptive", "multistep", "engd", "adam", "bfgs"}) {
      const auto path = folder.write("p.toml", decay_alone);
      problem::Problem problem = read::read_problem(
          path.string(),
          {"term.equation.points={ file = \"early.csv\" }", "term.equation.residual=" + residual,
           "optimizer.method=" + method, "optimizer.iterations=5"});
      EXPECT_EQ(joins_of(problem), "u (as before)");
      const Solved solved = solve_all(problem);
      EXPECT_EQ(solved.pieces.size(), 2u) << residual << " " << method << solved.ending.sentence;
      EXPECT_FALSE(optim::failed(solved.ending.termination)) << solved.ending.sentence;
    }
}

// Behind a hard start there may be nothing to train: the unknown stays as it was.
TEST(WindowJoinTest, AWindowWithoutTermsStaysAtItsStart) {
  problem::Problem problem =
      problem_from(decay_alone + "[hard.u]\nvalue = 1\non = \"initial\"\n",
                   {"term.equation.on=interior and t < 0.4", "problem.windows=4"});
  std::vector<std::string> seen;
  testing::Watching watching;
  watching.seen = [&](const Moment& moment) {
    if (moment.final) seen.push_back(std::to_string(moment.loss_by_term.size()));
  };
  const Solved solved = Windows(problem, 0, 1).run(watching);
  ASSERT_EQ(solved.pieces.size(), 4u);
  EXPECT_TRUE(solved.pieces[3].problem->terms.empty());
  EXPECT_EQ(solved.ending.sentence, "no term has points in this window of time");
  EXPECT_EQ(seen, std::vector<std::string>{"1"});
  geometry::PointSet times;
  times.dimension = 1;
  times.count = 2;
  times.coordinates = {0.75, 0.9};
  times.weights = {1, 1};
  const auto& last = *solved.pieces[3].level.before;
  const double before = last.evaluate(std::array{expr::value_of(0)}, times)[0];
  EXPECT_NEAR(before, std::exp(-0.4), 0.1);
  Matrix values;
  Level(solved.pieces[3].level)
      .unknowns_at(std::array{expr::value_of(0)}, times, 1)
      .evaluate(solved.pieces[3].theta, values);
  EXPECT_EQ(values(0, 0), before);
  EXPECT_EQ(values(1, 0), before);
}

// A condition whose points all lie in other windows is no mistake.
TEST(WindowJoinTest, ATermWithoutPointsIsLeftOut) {
  problem::Problem problem = problem_from(testing::heat +
                                          "[[term]]\nname = \"early\"\non = \"x + t < 0.4\"\n"
                                          "residual = \"u\"\npoints = { grid = 10 }\n");
  const Piece second = second_window(problem);
  ASSERT_EQ(second.problem->terms.size(), 1u);
  EXPECT_EQ(second.problem->terms[0].name, "equation");
}

// The default of three dimensions is 4096 points, which is too much for 31 parameters.
TEST(WindowJoinTest, SmallProblemsStaySmall) {
  const problem::Problem problem = problem_from(R"toml([problem]
variables = ["x", "y", "z", "t"]
domain = { x = [0, 1], y = [0, 1], z = [0, 1], t = [0, 1] }
windows = 2
[[term]]
on = "interior"
residual = "u_t - laplacian(u)"
points = { sobol = 50 }
[[term]]
on = "t == 0.25"
residual = "u - x"
points = { sobol = 20 }
[network]
layers = [5]
)toml");
  const auto points = [](const problem::Problem& whole) {
    const Piece second = second_window(whole);
    return second.problem->terms.back().points.count.front();
  };
  EXPECT_EQ(points(problem), 4 * 31);
  problem::Problem dense = problem;
  dense.terms[0].points.count = {2000};
  EXPECT_EQ(points(dense), 2000);
  dense.terms[0].points.count = {20000};
  EXPECT_EQ(points(dense), 4096);
}

// Joins are no terms of the file: their losses count with one, their residuals have a name.
TEST(WindowJoinTest, ResidualsOfJoinsHaveANameOfTheirOwn) {
  problem::Problem problem = problem_from(R"toml([problem]
variables = ["x", "t"]
domain = { x = [0, 1], t = [0, 1] }
windows = 2
[[term]]
name = "equation"
on = "interior"
residual = "u_t - u_xx/4"
points = 6
[[term]]
name = "sides"
on = "lateral"
residual = "u"
[[term]]
name = "slice"
on = "t == 0.1"
residual = "u - sin(pi*x)"
[network]
layers = [5]
[optimizer]
iterations = 3
)toml");
  const Solved solved = solve_all(problem);
  std::string names;
  for (const auto& residual : measure_residuals(problem, solved.pieces, 0, 1))
    names += residual.term + ";";
  EXPECT_EQ(names, "equation;sides;slice;join: u;");
}

}  // namespace
}  // namespace engd::solve
