// An inner product over the inside of the domain where no term has points: its Gram matrix is zero,
// whatever was computed before.
#include <gtest/gtest.h>

#include "backend/tested_device.h"
#include "common/problem_text.h"
#include "solve/level.h"

namespace engd {
namespace {

TEST(EmptyMetricTest, TheGramMatrixIsZero) {
  for (const char* layers : {"[4]", "[300]"}) {  // summed up in lanes, and by rows
    problem::Problem problem = testing::problem_from(std::string(R"toml([problem]
variables = ["x", "y"]
domain = { box = [0, 1] }
[[term]]
on = "boundary"
residual = "u - x"
points = 5
[network]
layers = )toml") + layers + "\n");
    solve::Level level(problem);
    const auto energy = solve::make_energy(level, 1, 2, testing::tested_device());
    const Vector theta = level.network->initial(0);
    energy::Linearisation now;
    energy->gram(theta, {}, now);
    EXPECT_GT(now.G.norm(), 0);
    for (const int order : {0, 1, 2}) {
      now.G.setOnes(theta.size(), theta.size());
      energy->gram(theta, energy::Metric{order}, now);
      ASSERT_EQ(now.G.rows(), theta.size());
      EXPECT_EQ(now.G.norm(), 0) << layers << ", order " << order;
      EXPECT_GT(now.g.norm(), 0);
      energy->rows(theta, energy::Metric{order}, now);
      EXPECT_EQ(now.A.rows(), 0);
    }
  }
}

}  // namespace
}  // namespace engd
