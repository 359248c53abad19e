// An inner product over the inside of the domain where no term has points: its Gram matrix is zero,
// whatever was computed before.
#include <gtest/gtest.h>

#include "backend/tested_device.h"
#include "common/discretisation.h"

namespace engd {
namespace {

TEST(EmptyMetricTest, TheGramMatrixIsZero) {
  for (const int neurons : {4, 300}) {  // summed up in lanes, and by rows
    testing::Discretisation made(testing::Statement("x y", {{0, 1}}).with_layers({neurons}) +
                                 testing::residual("boundary", "u - x", testing::points::grid(5)));
    const auto energy = made.make_energy(1, 2, testing::tested_device());
    const Vector theta = made.network.initial(0);
    energy::Linearisation now;
    energy->gram(theta, {}, now);
    EXPECT_GT(now.G.norm(), 0);
    for (const int order : {0, 1, 2}) {
      now.G.setOnes(theta.size(), theta.size());
      energy->gram(theta, energy::Metric{order}, now);
      ASSERT_EQ(now.G.rows(), theta.size());
      EXPECT_EQ(now.G.norm(), 0) << neurons << ", order " << order;
      EXPECT_GT(now.g.norm(), 0);
      energy->rows(theta, energy::Metric{order}, now);
      EXPECT_EQ(now.A.rows(), 0);
    }
  }
}

}  // namespace
}  // namespace engd
