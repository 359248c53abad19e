#include "backend/cpu/solution_error.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "common/problem_text.h"
#include "read/read_problem.h"
#include "solve/evaluation.h"

namespace engd {
namespace {

using testing::problem_from;

/// A problem with this domain and first term, a solution and one neuron (theta: its weights and
/// bias, then the weight and the bias of each output).
std::string text(const std::string& about, const std::string& points, const std::string& solution) {
  return "[problem]\n" + about +
         "\n[[term]]\non = \"interior\"\nresidual = \"u\"\npoints = " + points + "\n[solution]\n" +
         solution + "\n[network]\nlayers = [1]\nnormalize = false\n";
}

cpu::Errors errors_of(problem::Problem problem, const Vector& theta) {
  solve::Level level(problem);
  return solve::make_solution_error(level, 2)->measure(theta);
}

/// One hidden neuron is the solution itself: the error is zero, not merely small.
TEST(SolutionErrorTest, ZeroForASolutionTheNetworkRepresents) {
  Vector theta(5);
  theta << 1, -3, 0.5, 2, -1;
  const auto errors =
      errors_of(problem_from(text("variables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }", "30",
                                  "u = \"2*tanh(x - 3*y + 0.5) - 1\"")),
                theta);
  EXPECT_LT(errors.rel_l2, 1e-15);
  EXPECT_LT(errors.rel_h1.value(), 1e-15);
}

/// For the zero network the relative errors are 1; shifted by c they are c |1| / |u|.
TEST(SolutionErrorTest, NormsAreThoseOfTheIntegrals) {
  problem::Problem problem =
      problem_from(text("variables = [\"x\"]\ndomain = { interval = [0, 1] }", "30",
                        "u = \"sin(pi*x)\"\n[evaluation]\npoints = { gauss = 40 }"));
  solve::Level level(problem);
  const auto error = solve::make_solution_error(level, 1);
  Vector theta = Vector::Zero(4);
  EXPECT_NEAR(error->measure(theta).rel_l2, 1, 1e-14);
  EXPECT_NEAR(*error->measure(theta).rel_h1, 1, 1e-14);
  theta[3] = 1;  // |1 - sin|^2 = 1 - 4/pi + 1/2, |sin|^2 = 1/2, |sin'|^2 = pi^2/2
  const double square = 1.5 - 4 / M_PI, slope = M_PI * M_PI / 2;
  EXPECT_NEAR(error->measure(theta).rel_l2, std::sqrt(square / 0.5), 1e-13);
  EXPECT_NEAR(*error->measure(theta).rel_h1, std::sqrt((square + slope) / (0.5 + slope)), 1e-13);
}

// The error is tanh(s), s = 10 (x - 1/2) (and more), of the solution 1: with the primitive
// s - tanh(s) of tanh^2, and tanh - tanh^3/3 of its slope squared.
TEST(SolutionErrorTest, FewPointsOfTrainingStillGiveIntegrals) {
  const double a = 10, end = std::tanh(a / 2);
  const double square = 1 - 2 * end / a, slope = 2 * a * (end - end * end * end / 3);
  for (const std::string points : {"{ grid = 3 }", "{ trapezoid = 4 }", "{ gauss = 20 }",
                                   "{ grid = 30 }", "{ grid = 5000 }"}) {
    Vector theta(4);
    theta << a, -a / 2, 1, 1;
    const auto errors = errors_of(
        problem_from(text("variables = [\"x\"]\ndomain = { interval = [0, 1] }", points, "u = 1")),
        theta);
    EXPECT_NEAR(errors.rel_l2, std::sqrt(square), 1e-6) << points;
    EXPECT_NEAR(*errors.rel_h1, std::sqrt(square + slope), 1e-6) << points;
  }
  for (const std::string points : {"{ grid = 3 }", "{ grid = [2, 5] }", "{ trapezoid = 4 }"}) {
    Vector theta(5);
    theta << a, 0, -a / 2, 1, 1;
    const auto errors =
        errors_of(problem_from(text("variables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }", points,
                                    "u = 1")),
                  theta);
    EXPECT_NEAR(errors.rel_l2, std::sqrt(square), 1e-6) << points;
    EXPECT_NEAR(*errors.rel_h1, std::sqrt(square + slope), 1e-6) << points;
  }
}

// |1 - x|^2 over the unit disk is pi + pi/4, |x|^2 is pi/4.
TEST(SolutionErrorTest, OnShapesToo) {
  Vector theta = Vector::Zero(5);
  theta[4] = 1;
  const auto errors = errors_of(
      problem_from(text("variables = [\"x\", \"y\"]\ndomain = { shape = \"disk\", radius = 1 }",
                        "{ grid = 3 }", "u = \"x\"")),
      theta);
  EXPECT_NEAR(errors.rel_l2, std::sqrt(5), 1e-12);
  EXPECT_NEAR(*errors.rel_h1, std::sqrt((1.25 + 1) / (0.25 + 1)), 1e-12);
}

/// A written grid counts with the equal weights of its rule: nodes 1/3 and 2/3.
TEST(SolutionErrorTest, AWrittenGridIsAGrid) {
  Vector theta = Vector::Zero(4);
  theta[3] = 1;
  const auto errors =
      errors_of(problem_from(text("variables = [\"x\"]\ndomain = { interval = [0, 1] }", "3",
                                  "u = \"x\"\n[evaluation]\npoints = { grid = 2 }")),
                theta);
  EXPECT_NEAR(errors.rel_l2, 1, 1e-15);
  EXPECT_NEAR(*errors.rel_h1, std::sqrt((5. / 18 + 1) / (5. / 18 + 1)), 1e-15);
}

const std::string three =
    "variables = [\"x\"]\nunknowns = [\"u\", \"v\", \"p\"]\ndomain = { interval = [0, 1] }";
std::string three_text(const std::string& solution) {
  std::string all = text(three, "5", solution);
  const std::string residual = "residual = \"u\"";
  return all.replace(all.find(residual), residual.size(), "residual = [\"u\", \"v\", \"p\"]");
}

TEST(SolutionErrorTest, EachUnknownHasItsOwn) {
  // theta: w, b, then weights of the outputs, then their biases.
  Vector theta = Vector::Zero(8);
  theta.tail(3) << 1, 2, 3;
  const auto errors = errors_of(problem_from(three_text("u = 2\nv = \"x\"\np = 0")), theta);
  ASSERT_EQ(errors.by_unknown.size(), 3u);
  EXPECT_NEAR(*errors.by_unknown[0].rel_l2, 0.5, 1e-14);
  EXPECT_NEAR(*errors.by_unknown[0].rel_h1, 0.5, 1e-14);
  const double v = 4 - 2 + 1. / 3;  // |2 - x|^2
  EXPECT_NEAR(*errors.by_unknown[1].rel_l2, std::sqrt(v * 3), 1e-13);
  EXPECT_NEAR(*errors.by_unknown[1].rel_h1, std::sqrt((v + 1) / (4. / 3)), 1e-13);
  EXPECT_EQ(errors.by_unknown[2].unknown, 2);
  EXPECT_FALSE(errors.by_unknown[2].rel_l2) << "no error is relative to zero";
  EXPECT_NEAR(errors.rel_l2, std::sqrt((1 + v + 9) / (4 + 1. / 3)), 1e-13);
  EXPECT_NEAR(*errors.rel_h1, std::sqrt((1 + v + 9 + 1) / (4 + 1. / 3 + 1)), 1e-13);
}

TEST(SolutionErrorTest, OfTheUnknownsThatAreKnown) {
  Vector theta = Vector::Zero(8);
  theta.tail(3) << 1, 2, 3;
  const auto errors = errors_of(problem_from(three_text("v = \"x\"")), theta);
  ASSERT_EQ(errors.by_unknown.size(), 1u);
  EXPECT_EQ(errors.by_unknown[0].unknown, 1);
  EXPECT_EQ(errors.rel_l2, *errors.by_unknown[0].rel_l2);
  EXPECT_EQ(errors.rel_h1, errors.by_unknown[0].rel_h1);
}

/// Formulas for some, values at points for others: weights of points add up to the measure.
TEST(SolutionErrorTest, FormulasBesideValuesAtPoints) {
  const testing::TemporaryFolder folder;
  folder.write("p.csv", "x,p\n0.1,1\n0.2,5\n");
  const auto path =
      folder.write("problem.toml", three_text("u = 2\n[evaluation]\nreference = \"p.csv\""));
  Vector theta = Vector::Zero(8);
  theta.tail(3) << 1, 2, 3;
  const auto errors = errors_of(read::read_problem(path.string()), theta);
  ASSERT_EQ(errors.by_unknown.size(), 2u);
  EXPECT_NEAR(*errors.by_unknown[0].rel_h1, 0.5, 1e-14);
  EXPECT_NEAR(*errors.by_unknown[1].rel_l2, std::sqrt(4 / 13.), 1e-14);
  EXPECT_FALSE(errors.by_unknown[1].rel_h1);
  EXPECT_NEAR(errors.rel_l2, std::sqrt((1 + 4) / (4 + 13.)), 1e-14);
  EXPECT_FALSE(errors.rel_h1);
}

TEST(SolutionErrorTest, UpToAConstant) {
  const std::string line = "variables = [\"x\"]\ndomain = { interval = [0, 1] }";
  Vector theta(4);
  theta << 1, 0, 1, 0.7;  // tanh(x) + 0.7
  const auto same = errors_of(
      problem_from(text(line, "5", "u = { value = \"tanh(x)\", up_to = \"constant\" }")), theta);
  EXPECT_LT(same.rel_l2, 2e-15);
  EXPECT_LT(*same.rel_h1, 1e-15);
  // Which constant the formula has makes no difference: |x - 1/2|^2 = 1/12 and the slope 1.
  theta << 0, 0, 0, 0.3;
  for (const std::string value : {"x", "x + 100"}) {
    const auto errors = errors_of(
        problem_from(text(line, "5", "u = { value = \"" + value + "\", up_to = \"constant\" }")),
        theta);
    EXPECT_NEAR(errors.rel_l2, 1, 1e-12);
    EXPECT_NEAR(*errors.rel_h1, 1, 1e-12);
  }
  problem::Problem constant =
      problem_from(text(line, "5", "u = { value = 0.3, up_to = \"constant\" }"));
  solve::Level constant_level(constant);
  EXPECT_FALSE(solve::make_solution_error(constant_level, 1)->is_relative());
}

// tanh(x) + tanh(2t) is tanh(x) up to a function of time, with all derivatives.
TEST(SolutionErrorTest, UpToAFunctionOfTime) {
  for (const std::string about : {"variables = [\"x\", \"t\"]\ndomain = { box = [0, 1] }",
                                  "variables = [\"x\", \"y\", \"t\"]\ndomain = { shape = \"disk\", "
                                  "radius = 1, time = [0, 1] }",
                                  "variables = [\"x\", \"y\", \"t\"]\ndomain = { box = [0, 1] }"})
    for (const std::string points : {"{ grid = 4 }", "{ sobol = 50 }"}) {
      const auto problem = [&](const std::string& up_to) {
        return problem_from(text(about, points, "u = { value = \"tanh(x)\"" + up_to + " }"),
                            {"network.layers=[2]"});
      };
      const bool plane = about.find('y') == std::string::npos;
      Vector theta = Vector::Zero(plane ? 9 : 11);
      theta[0] = 1;              // x to the first neuron
      theta[plane ? 3 : 5] = 2;  // t to the second
      theta[plane ? 6 : 8] = 1;
      theta[plane ? 7 : 9] = 1;
      const auto errors = errors_of(problem(", up_to = \"time\""), theta);
      EXPECT_LT(errors.rel_l2, 1e-14) << about << points;
      EXPECT_LT(*errors.rel_h1, 1e-14) << about << points;
      EXPECT_GT(errors_of(problem(", up_to = \"constant\""), theta).rel_l2, 0.1);
      EXPECT_GT(errors_of(problem(""), theta).rel_l2, 0.3);
    }
}

// Against tanh(x), which is 0 and a at the two places.
TEST(SolutionErrorTest, ValuesAtPointsUpToAConstantOrTime) {
  const testing::TemporaryFolder folder;
  folder.write("r.csv", "x,t,u\n0,0,1\n1,0,3\n0,1,11\n1,1,15\n");
  Vector theta(5);
  theta << 1, 0, 0, 1, 0;
  const auto measured = [&](const std::string& up_to) {
    const std::string all = text("variables = [\"x\", \"t\"]\ndomain = { box = [0, 1] }", "5",
                                 "[evaluation]\nreference = \"r.csv\"\n" + up_to);
    return errors_of(read::read_problem(folder.write("problem.toml", all).string()), theta).rel_l2;
  };
  const double a = std::tanh(1), d[]{-1, a - 3, -11, a - 15}, u[]{1, 3, 11, 15};
  const auto squares = [](const double* f, int count) {
    double mean = 0, sum = 0;
    for (int k = 0; k < count; ++k) mean += f[k] / count;
    for (int k = 0; k < count; ++k) sum += (f[k] - mean) * (f[k] - mean);
    return sum;
  };
  EXPECT_NEAR(measured("up_to = { u = \"constant\" }\n"), std::sqrt(squares(d, 4) / squares(u, 4)),
              1e-14);
  EXPECT_NEAR(measured("up_to = { u = \"time\" }\n"),
              std::sqrt((squares(d, 2) + squares(d + 2, 2)) / (squares(u, 2) + squares(u + 2, 2))),
              1e-14);
}

// Joined in pieces as at once, also where the mean is a billion times the rest.
TEST(SolutionErrorTest, MeansOfPartsAreJoined) {
  const std::vector<std::vector<Index>> none;
  Vector f(7), w(7);
  f << 1, 3, 2, -5, 0.5, 4, 1;
  w << 1, 2, 3, 4, 5, 6, 7;
  f = 1e-9 * f.array() + 1;
  const auto sums = [&](Index first, Index count) {
    const Vector weights = w.segment(first, count);
    const cpu::WeightedSquares squares({weights.data(), static_cast<std::size_t>(count)}, none);
    const auto [centred, mean] =
        squares.of_error(f.segment(first, count), energy::Freedom::constant);
    cpu::ErrorSquares one;
    one.measured = true;
    one.error = centred;
    one.mean_error = mean;
    one.norm = one.mean = 1;
    one.weight = squares.weight();
    return one;
  };
  cpu::ErrorSquares joined;
  joined.add(sums(0, 2));
  joined.add(sums(2, 1));
  joined.add(sums(3, 4));
  const cpu::ErrorSquares whole = sums(0, 7);
  EXPECT_NEAR(joined.error, whole.error, 1e-6 * whole.error);
  EXPECT_NEAR(joined.mean_error, whole.mean_error, 1e-15);
  EXPECT_EQ(joined.weight, whole.weight);
}

}  // namespace
}  // namespace engd
