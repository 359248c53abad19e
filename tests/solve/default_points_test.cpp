// What the default points are worth: a beam with nothing but its equation and its ends.
#include <gtest/gtest.h>

#include "read/problem_text.h"
#include "solve/training.h"

namespace engd::solve {
namespace {

double error_of_beam(const std::string& ends, const std::string& solution) {
  problem::Problem problem = testing::problem_from(
      "[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n"
      "[[term]]\non = \"interior\"\nresidual = \"u_xxxx - 24\"\n"
      "[[term]]\non = \"boundary\"\nresidual = " +
      ends + "\n[solution]\nu = \"" + solution + "\"\n");
  Training training(problem, 0, 1);
  const Trained trained = training.run({}, {});
  return trained.error->measure(trained.theta).rel_l2;
}

TEST(DefaultPointsTest, ABeamIsSolvedWithoutSettings) {
  EXPECT_LT(error_of_beam("[\"u\", \"u_x\"]", "x^2*(1-x)^2"), 1e-12);
  EXPECT_LT(error_of_beam("[\"u\", \"u_xx\"]", "x^4 - 2*x^3 + x"), 1e-12);
}

}  // namespace
}  // namespace engd::solve
