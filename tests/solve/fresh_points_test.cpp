#include "solve/fresh_points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/temporary_folder.h"
#include "read/read_problem.h"
#include "solve/setup.h"

namespace engd::solve {
namespace {

/// A problem on [0, 1] with these terms, and the parameters of u = 0.
struct Zero {
  testing::TemporaryFolder folder;
  problem::Problem problem;
  Vector theta;

  explicit Zero(const std::string& terms)
      : problem(read::read_problem(folder
                                       .write("p.toml",
                                              "[problem]\nvariables = [\"x\"]\n"
                                              "domain = { interval = [0, 1] }\n" +
                                                  terms)
                                       .string())),
        theta(Vector::Zero(make_network(problem).parameters())) {}

  auto residuals() { return measure_residuals(problem, theta, 0, 1); }
};

// The mean of x^2 is 1/3, by the trapezoidal rule and at random points; weight and measure of the
// term do not matter.
TEST(FreshPointsTest, RootMeanSquaresOfTheResidual) {
  Zero zero(
      "[[term]]\nname = \"a\"\non = \"interior\"\nresidual = \"u - x\"\nweight = 100\n"
      "measure = \"integral\"\npoints = { trapezoid = 101 }\n");
  const auto residuals = zero.residuals();
  ASSERT_EQ(residuals.size(), 1u);
  EXPECT_EQ(residuals[0].term, "a");
  EXPECT_EQ(residuals[0].points, 1000);
  EXPECT_NEAR(residuals[0].trained, std::sqrt(1 / 3.), 1e-4);
  EXPECT_NEAR(residuals[0].fresh, std::sqrt(1 / 3.), 0.03);
  EXPECT_NE(residuals[0].fresh, residuals[0].trained);
  EXPECT_EQ(residuals[0].relative, 1);  // of the summands u and -x
  EXPECT_NE(residual_warning(residuals).find("the equation is not solved"), std::string::npos);
}

// sin(30 pi x) is zero on the points of training and nowhere else.
TEST(FreshPointsTest, WarnsOfWhatHappensBetweenThePointsOfTraining) {
  Zero zero(
      "[[term]]\nname = \"good\"\non = \"interior\"\nresidual = \"u - 1\"\n"
      "[[term]]\nname = \"bad\"\non = \"interior\"\nresidual = \"u - sin(30*pi*x)\"\n"
      "points = { trapezoid = 31 }\n");
  const auto residuals = zero.residuals();
  ASSERT_EQ(residuals.size(), 2u);
  EXPECT_NEAR(residuals[0].trained, 1, 1e-12);
  EXPECT_NEAR(residuals[0].fresh, 1, 1e-12);
  EXPECT_LE(residuals[1].trained, 1e-12);
  EXPECT_NEAR(residuals[1].fresh, std::sqrt(0.5), 0.05);
  const std::string warning = residual_warning(residuals);
  EXPECT_NE(warning.find("term 'bad': the residual on 1000 fresh points"), std::string::npos)
      << warning;
}

TEST(FreshPointsTest, LeavesOutWhatHasNoFreshPoints) {
  Zero zero(
      "[[term]]\non = \"interior\"\ndensity = \"0.5*u_x^2 - u\"\n"
      "[[term]]\nname = \"ends\"\non = \"boundary\"\nresidual = \"u\"\n");
  EXPECT_TRUE(zero.residuals().empty());
}

TEST(FreshPointsTest, WarnsOfTheWorstAndOfWhatIsNotFinite) {
  EXPECT_EQ(residual_warning({{"a", 1, 99, 5}}), "");
  EXPECT_EQ(residual_warning({{"a", 0, 0, 5}}), "");
  EXPECT_EQ(residual_warning({{"a", 1, 400, 5}, {"b", 1, std::nan(""), 5}}),
            "term 'b': the residual is not finite on some of 5 fresh points");
  const std::string warning = residual_warning({{"a", 1, 200, 5}, {"b", 1, 400, 5}});
  EXPECT_EQ(warning.substr(0, 8), "term 'b'");
  EXPECT_NE(warning.find("is 400 times"), std::string::npos);
}

TEST(FreshPointsTest, NothingTrainedIsNoInfinity) {
  const std::string warning = residual_warning({{"a", 0, 0.5, 5}});
  EXPECT_NE(warning.find("5.0e-01, is not zero, as it is on the points of training"),
            std::string::npos)
      << warning;
  EXPECT_NE(warning.find("take more points for the term, or fewer neurons"), std::string::npos);
}

// What differs by rounding alone, and what is zero with the solution, is no reason to worry.
TEST(FreshPointsTest, RoundingIsNoReasonToWarn) {
  EXPECT_EQ(residual_warning({{"a", 1e-14, 1e-11, 5, 1e-12, 1e-12}}), "");
  EXPECT_NE(residual_warning({{"a", 1e-8, 1e-5, 5, 1e-6, 1e-6}}), "");
  EXPECT_EQ(residual_warning({{"a", 1e-14, 1e-14, 5, 1, 1e-14}}), "");
  EXPECT_NE(residual_warning({{"a", 1, 1, 5, 0.5, 0.5}}), "");
}

}  // namespace
}  // namespace engd::solve
