// Errors against what a problem file says: where they are measured, and against which values.
#include <gtest/gtest.h>

#include <cmath>

#include "read/problem_text.h"
#include "read/read_problem.h"
#include "solve/setup.h"

namespace engd::solve {
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
  return make_solution_error(problem, 2)->measure(theta);
}

// The error is tanh(s), s = 10 (x - 1/2) (and more), of the solution 1: with the primitive
// s - tanh(s) of tanh^2, and tanh - tanh^3/3 of its slope squared.
TEST(ErrorsOfFilesTest, FewPointsOfTrainingStillGiveIntegrals) {
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
TEST(ErrorsOfFilesTest, OnShapesToo) {
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
TEST(ErrorsOfFilesTest, AWrittenGridIsAGrid) {
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

/// Formulas for some, values at points for others: weights of points add up to the measure.
TEST(ErrorsOfFilesTest, FormulasBesideValuesAtPoints) {
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

// tanh(x) + tanh(2t) is tanh(x) up to a function of time, with all derivatives.
TEST(ErrorsOfFilesTest, UpToAFunctionOfTime) {
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
TEST(ErrorsOfFilesTest, ValuesAtPointsUpToAConstantOrTime) {
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

}  // namespace
}  // namespace engd::solve
