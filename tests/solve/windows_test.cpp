#include "solve/windows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "backend/cpu/unknowns.h"
#include "read/problem_text.h"
#include "read/read_problem.h"
#include "solve/fresh_points.h"
#include "solve/heat_windows.h"
#include "support/error.h"

namespace engd::solve {
namespace {

using testing::heat;
using testing::problem_from;
using testing::solve_all;
using testing::TemporaryFolder;

// u'' = -u with u(0) = 1, u'(0) = 0: windows must hand on the value and the slope.
const std::string oscillator = R"toml([problem]
variables = ["t"]
domain = { interval = [0, 6] }
windows = 3
[[term]]
name = "equation"
on = "interior"
residual = "u_tt + u"
points = { gauss = 20 }
[solution]
u = "cos(t)"
[network]
layers = [10]
[optimizer]
iterations = 60
)toml";
const std::string soft =
    "[[term]]\nname = \"start\"\non = \"initial\"\nresidual = [\"u - 1\", \"u_t\"]\n";
const std::string hard = "[hard.u]\nvalue = 1\non = \"initial\"\ndistance = \"t^2\"\n";

/// Derivatives of the unknown of a piece at one point.
std::vector<double> jet(const Piece& piece, const std::vector<expr::JetEntry>& entries,
                        std::vector<double> x) {
  geometry::PointSet points;
  points.dimension = static_cast<int>(x.size());
  points.count = 1;
  points.coordinates = std::move(x);
  points.weights = {1};
  problem::Problem& problem = *piece.problem;
  cpu::Unknowns unknowns(make_network(problem, piece.level), make_ansatz(problem, piece.level),
                         problem.graph, entries, problem.scope.space, points, 1);
  Matrix values;
  unknowns.evaluate(piece.theta, values);
  return {values.data(), values.data() + values.size()};
}

TEST(WindowsTest, SoftConditionsAreHandedOn) {
  problem::Problem problem = problem_from(oscillator + soft);
  const Solved solved = solve_all(problem);
  ASSERT_EQ(solved.pieces.size(), 3u);
  EXPECT_EQ(solved.parameters(), 3 * 31);
  EXPECT_LT(solved.errors->rel_l2, 1e-6);
  EXPECT_EQ(solved.pieces[2].problem->domain.lower[0], 4);
  EXPECT_EQ(solved.pieces[2].problem->domain.upper[0], 6);
}

// Continuity to round-off is what "hard" means: of u, and of u_t where the distance is t^2.
TEST(WindowsTest, HardConditionsHoldAtEveryStart) {
  problem::Problem problem = problem_from(oscillator + hard);
  const Solved solved = solve_all(problem);
  EXPECT_LT(solved.errors->rel_l2, 1e-7);
  const expr::JetEntry u = expr::value_of(0);
  for (std::size_t k = 1; k < 3; ++k) {
    const std::vector<double> time{solved.pieces[k].problem->domain.lower[0]};
    const auto before = jet(solved.pieces[k - 1], {u, u.differentiated(0)}, time),
               after = jet(solved.pieces[k], {u, u.differentiated(0)}, time);
    EXPECT_NEAR(before[0], after[0], 1e-13);
    EXPECT_NEAR(before[1], after[1], 1e-13);
  }
}

TEST(WindowsTest, DerivativesOfTheStateAreThoseOfTheWindowBefore) {
  problem::Problem problem = problem_from(heat);
  const Solved solved = solve_all(problem);
  EXPECT_LT(solved.errors->rel_l2, 1e-4);
  EXPECT_LT(*solved.errors->rel_h1, 1e-3);
  const expr::JetEntry u = expr::value_of(0);
  const std::vector<expr::JetEntry> entries{u, u.differentiated(0),
                                            u.differentiated(0).differentiated(0)};
  const auto before = jet(solved.pieces[0], entries, {0.3, 0.5}),
             after = jet(solved.pieces[1], entries, {0.3, 0.5});
  for (std::size_t k = 0; k < entries.size(); ++k) EXPECT_NEAR(before[k], after[k], 1e-12) << k;
  EXPECT_NEAR(jet(solved.pieces[1], {u}, {0, 0.8})[0], 0, 1e-14);
  EXPECT_NEAR(jet(solved.pieces[1], {u}, {1, 0.8})[0], 0, 1e-14);
}

// The whole error is that of the parts, by their squares; residuals likewise.
TEST(WindowsTest, ErrorsAndResidualsAreThoseOfAllWindows) {
  problem::Problem problem = problem_from(heat);
  const Solved solved = solve_all(problem);
  double error = 0, norm = 0;
  for (const Piece& piece : solved.pieces) {
    const auto squares = make_solution_error(*piece.problem, 1, piece.level)->squares(piece.theta);
    error += squares.by_unknown[0].error;
    norm += squares.by_unknown[0].norm;
  }
  EXPECT_NEAR(solved.errors->rel_l2, std::sqrt(error / norm), 1e-15);
  const auto residuals = measure_residuals(problem, solved.pieces, 0, 1);
  ASSERT_EQ(residuals.size(), 1u);
  EXPECT_EQ(residuals[0].term, "equation");
  double fresh = 0;
  for (const Piece& piece : solved.pieces) {
    const auto own = measure_residuals(*piece.problem, piece.theta, 0, 1, piece.level);
    fresh += own[0].fresh * own[0].fresh / 2;
  }
  EXPECT_NEAR(residuals[0].fresh, std::sqrt(fresh), 1e-14);
}

// A constant is free once, not once in every window: the mean is that over all of the time.
TEST(WindowsTest, AConstantIsFreeForAllWindowsTogether) {
  std::string text = heat;
  const std::string value = "\"exp(-pi^2*t/4)*sin(pi*x)\"";
  text.replace(text.find(value, text.find("[solution]")), value.size(),
               "{ value = " + value + ", up_to = \"constant\" }");
  problem::Problem problem = problem_from(text, {"optimizer.iterations=2"});
  const Solved solved = solve_all(problem);
  std::vector<double> weights, errors, exact;
  for (const Piece& piece : solved.pieces) {
    const auto points =
        evaluation_points(*piece.problem, geometry::interior_of(piece.problem->domain));
    for (Index q = 0; q < points.count; ++q) {
      const double x = points.coordinate(q, 0), t = points.coordinate(q, 1);
      weights.push_back(points.weights[static_cast<std::size_t>(q)]);
      exact.push_back(std::exp(-M_PI * M_PI * t / 4) * std::sin(M_PI * x));
    }
    cpu::Unknowns unknowns(make_network(*piece.problem, piece.level),
                           make_ansatz(*piece.problem, piece.level), piece.problem->graph,
                           std::vector{expr::value_of(0)}, piece.problem->scope.space, points, 1);
    Matrix u;
    unknowns.evaluate(piece.theta, u);
    for (Index q = 0; q < points.count; ++q) errors.push_back(u(q, 0) - exact[errors.size()]);
  }
  const auto squares = [&](const std::vector<double>& f) {
    double weight = 0, mean = 0, sum = 0;
    for (std::size_t q = 0; q < f.size(); ++q) {
      weight += weights[q];
      mean += weights[q] * f[q];
    }
    mean /= weight;
    for (std::size_t q = 0; q < f.size(); ++q) sum += weights[q] * (f[q] - mean) * (f[q] - mean);
    return sum;
  };
  EXPECT_NEAR(solved.errors->rel_l2, std::sqrt(squares(errors) / squares(exact)), 1e-13);
}

// A part that the time selects is not there in every window.
TEST(WindowsTest, ErrorsOnAPartOfTheTime) {
  for (const std::string on : {"t < 0.25", "t + x < 0.5"}) {
    std::string text = heat;
    const std::string value = "\"exp(-pi^2*t/4)*sin(pi*x)\"";
    text.replace(text.find(value, text.find("[solution]")), value.size(),
                 "{ value = " + value + ", on = \"" + on + "\" }");
    problem::Problem problem = problem_from(text, {"optimizer.iterations=2"});
    const Solved solved = solve_all(problem);
    ASSERT_EQ(solved.pieces.size(), 2u);
    const Piece& first = solved.pieces.front();
    const auto alone = make_solution_error(*first.problem, 1, first.level)->measure(first.theta);
    EXPECT_EQ(solved.errors->rel_l2, alone.rel_l2) << on;
  }
}

TEST(WindowsTest, ObserversCountIterationsThrough) {
  problem::Problem problem = problem_from(oscillator + soft, {"optimizer.iterations=5"});
  std::vector<int> seen;
  int finals = 0;
  const auto observe = [&](const Moment& moment) {
    seen.push_back(moment.iteration);
    finals += moment.final;
    ASSERT_EQ(moment.loss_by_term.size(), 2);
  };
  const Solved solved = Windows(problem, 0, 1).run(observe, {});
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), solved.ending.iterations);
  EXPECT_EQ(finals, 1);
}

TEST(WindowsTest, AnInterruptedRunSaysWhatIsNotSolved) {
  problem::Problem problem = problem_from(oscillator + soft);
  int asked = 0;
  const Solved solved = Windows(problem, 0, 1).run({}, [&] { return ++asked > 3; });
  EXPECT_EQ(solved.pieces.size(), 1u);
  EXPECT_NE(solved.ending.sentence.find("in window 1 of 3: the time after it is not solved"),
            std::string::npos)
      << solved.ending.sentence;
}

// Without the mapping of the box the biases carry the shift: the same function of t - a.
TEST(WindowsTest, ParametersStartWhereTheWindowBeforeEnded) {
  for (const std::vector<std::string>& network :
       std::vector<std::vector<std::string>>{{"network.normalize=true"},
                                             {"network.normalize=false"},
                                             {"network.normalize=false", "network.separable=2"},
                                             {"network.normalize=false", "network.layers=[]",
                                              "network.features={ kind = \"gabor\", count = 5, "
                                              "scale = 0.3, trainable = true }"}}) {
    std::vector<std::string> settings = network;
    settings.push_back("optimizer.iterations=0");
    problem::Problem problem = problem_from(oscillator + soft, settings);
    const Solved solved = solve_all(problem);
    const auto first = jet(solved.pieces[0], {expr::value_of(0)}, {0.7}),
               second = jet(solved.pieces[1], {expr::value_of(0)}, {2.7});
    EXPECT_NEAR(first[0], second[0], 1e-14) << network.back();
  }
}

// Neurons that do not see the time have nothing to shift.
TEST(WindowsTest, FewConnectionsStartWhereTheWindowBeforeEnded) {
  problem::Problem problem =
      problem_from(heat, {"network.normalize=false", "network.connections=1",
                          "optimizer.iterations=0", "hard.u.value=0", "hard.u.on=\"lateral\""});
  const Solved solved = solve_all(problem);
  const auto first = jet(solved.pieces[0], {expr::value_of(0)}, {0.7, 0.3}),
             second = jet(solved.pieces[1], {expr::value_of(0)}, {0.7, 0.8});
  EXPECT_NE(first[0], 0);
  EXPECT_NEAR(first[0], second[0], 1e-14);
}

// Slices of time belong to one window; the boundary splits into its parts.
TEST(WindowsTest, EveryRegionIsCut) {
  problem::Problem problem = problem_from(heat, {"problem.windows=4"});
  problem = problem_from(heat +
                             "[[term]]\nname = \"middle\"\non = \"t == 0.5\"\nresidual = \"u\"\n"
                             "[[term]]\nname = \"end\"\non = \"final\"\nresidual = \"u\"\n"
                             "[[term]]\nname = \"all\"\non = \"boundary\"\nresidual = \"u\"\n",
                         {"problem.windows=4"});
  const auto names = [&](int number) {
    Piece before = make_window(problem, 0, nullptr, 1);
    const Piece piece = make_window(problem, number, number == 0 ? nullptr : &before, 1);
    std::string text;
    for (const problem::Term& term : piece.problem->terms) text += term.name + ";";
    return text;
  };
  EXPECT_EQ(names(0), "equation;all;");
  EXPECT_EQ(names(1), "equation;all;all (start);");
  EXPECT_EQ(names(2), "equation;middle;all;all (start);");
  EXPECT_EQ(names(3), "equation;end;all;all (start);");
}

TEST(WindowsTest, ShapesAndFilesAreCut) {
  const TemporaryFolder folder;
  folder.write("data.csv", "x,y,t\n0,0,0.1\n0,0.5,0.3\n0.5,0,0.5\n0,0,0.9\n0,0.1,1\n");
  const auto path = folder.write("p.toml", R"toml([problem]
variables = ["x", "y", "t"]
domain = { shape = "disk", radius = 1, time = [0, 1] }
windows = 2
[[term]]
name = "data"
on = "interior"
residual = "u"
points = { file = "data.csv" }
[[term]]
name = "equation"
on = "interior"
residual = "u_t - laplacian(u)"
points = { gauss = 4 }
[[term]]
name = "start"
on = "initial"
residual = "u - x"
points = { gauss = 4 }
)toml");
  problem::Problem problem = read::read_problem(path.string());
  const Piece first = make_window(problem, 0, nullptr, 1),
              second = make_window(problem, 1, &first, 1);
  const auto points = [](const Piece& piece, std::size_t t) {
    const problem::Term& term = piece.problem->terms[t];
    return geometry::place_points(term.points, term.region, {}, piece.problem->scope.coordinates);
  };
  EXPECT_EQ(points(first, 0).count, 2);
  EXPECT_EQ(points(second, 0).count, 3);
  for (const auto& [piece, lower] : {std::pair(&first, 0.0), std::pair(&second, 0.5)}) {
    const auto inside = points(*piece, 1), start = points(*piece, 2);
    for (Index q = 0; q < inside.count; ++q) {
      EXPECT_GT(inside.coordinate(q, 2), lower);
      EXPECT_LT(inside.coordinate(q, 2), lower + 0.5);
    }
    for (Index q = 0; q < start.count; ++q) EXPECT_EQ(start.coordinate(q, 2), lower);
    EXPECT_NEAR(inside.measure(), M_PI / 2, 1e-12);
  }
}

TEST(WindowsTest, WhatCannotBeContinuedIsRefused) {
  const auto message = [](const std::string& text, const std::vector<std::string>& set = {}) {
    const TemporaryFolder folder;
    folder.write("points.csv", "t\n0\n");
    problem::Problem problem = read::read_problem(folder.write("p.toml", text).string(), set);
    try {
      solve_all(problem);
    } catch (const InputError& error) {
      const std::string what = error.what();
      return what.substr(what.find("p.toml") + 6);
    }
    return std::string("nothing");
  };
  EXPECT_EQ(message(oscillator + "[hard.u]\non = \"final\"\n"),
            ":16:1: a hard condition at the end of time cannot be used with windows of time");
  EXPECT_EQ(message(oscillator + "[[term]]\nname = \"d\"\non = \"initial\"\nresidual = \"u\"\n"
                                 "points = { file = \"points.csv\" }\n"),
            ":16:1: points from a file at the start of time (term 'd') cannot be used with windows "
            "of time");
  EXPECT_EQ(message(oscillator + "[[term]]\nname = \"d\"\non = \"initial\"\ndensity = \"u^2\"\n",
                    {"optimizer.iterations=1"}),
            ":16:1: a density at the start of time (term 'd') cannot be used with windows of time");
  EXPECT_EQ(message(R"toml([problem]
variables = ["x", "t"]
domain = { box = [0, 1] }
windows = 2
[[term]]
name = "p"
on = "x == 0"
residual = "jump(u)"
shift = "x"
)toml"),
            ":5:1: a term that looks at partners of points ('p') cannot be used with windows of "
            "time");
  EXPECT_EQ(
      message(R"toml([problem]
variables = ["x", "t"]
domain = { box = [0, 1] }
windows = 2
[hard.u]
on = "initial"
distance = "t^2"
[[term]]
on = "interior"
residual = "u_tt + u_xxxx"
points = 4
[network]
layers = [2]
[optimizer]
iterations = 1
)toml"),
      ":8:1: term 'term1' in the windows of time after the first: derivatives of an unknown are "
      "known up to order 4; order 5 is needed here");
}

// A reference at points is cut as well, and the error is that at all of its points.
TEST(WindowsTest, ErrorsAgainstAReference) {
  const TemporaryFolder folder;
  std::string table = "t,u\n";
  for (double t : {0.0, 0.5, 1.5, 5.0, 6.0}) table += fmt::format("{},{:.17g}\n", t, std::cos(t));
  folder.write("values.csv", table);
  std::string text = oscillator + soft + "[evaluation]\nreference = \"values.csv\"\n";
  const std::string solution = "[solution]\nu = \"cos(t)\"\n";
  text.erase(text.find(solution), solution.size());
  problem::Problem problem = read::read_problem(folder.write("p.toml", text).string());
  const Solved solved = solve_all(problem);
  EXPECT_FALSE(solved.errors->rel_h1);
  double error = 0, norm = 0;
  for (const auto& [t, k] : {std::pair(0.0, 0), std::pair(0.5, 0), std::pair(1.5, 0),
                             std::pair(5.0, 2), std::pair(6.0, 2)}) {
    const double u = jet(solved.pieces[static_cast<std::size_t>(k)], {expr::value_of(0)}, {t})[0];
    error += std::pow(u - std::cos(t), 2);
    norm += std::pow(std::cos(t), 2);
  }
  EXPECT_NEAR(solved.errors->rel_l2, std::sqrt(error / norm), 1e-15);
}

}  // namespace
}  // namespace engd::solve
