#include "report/quartiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace engd::report {
namespace {

TEST(QuartilesTest, SeedsThatStoppedKeepTheirValue) {
  std::vector<Trace> seeds;
  for (double value : {1.0, 2.0, 3.0, 4.0})
    seeds.push_back({{0, 10}, {0, value}, {value, value / 10}});
  seeds.push_back({{0}, {0.5}, {5}});  // stopped at once
  seeds.push_back({});                 // has nothing to say
  const auto bands = quartiles(seeds);
  ASSERT_EQ(bands.size(), 2u);
  EXPECT_EQ(bands[0].low, 2);
  EXPECT_EQ(bands[0].median, 3);
  EXPECT_EQ(bands[0].high, 4);
  EXPECT_EQ(bands[1].iteration, 10);
  EXPECT_EQ(bands[1].seconds, 2);  // of 0.5, 1, 2, 3, 4
  EXPECT_NEAR(bands[1].median, 0.3, 1e-15);
}

TEST(QuartilesTest, BetweenTwoSeedsByInterpolation) {
  const std::vector<Trace> seeds{{{1}, {1}, {0}}, {{1}, {3}, {4}}};
  const auto bands = quartiles(seeds);
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_EQ(bands[0].low, 1);
  EXPECT_EQ(bands[0].median, 2);
  EXPECT_EQ(bands[0].high, 3);
  EXPECT_EQ(bands[0].seconds, 2);
}

TEST(QuartilesTest, WhatIsNotFiniteIsTheLargest) {
  const std::vector<Trace> seeds{{{1}, {1}, {NAN}}, {{1}, {1}, {1}}, {{1}, {1}, {2}}};
  EXPECT_EQ(quartiles(seeds)[0].median, 2);
  EXPECT_GT(quartiles(seeds)[0].high, 1e300);
  EXPECT_TRUE(quartiles({}).empty());
}

}  // namespace
}  // namespace engd::report
