#include "reproduce/collect.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/temporary_folder.h"

namespace engd::reproduce {
namespace {

CaseResult seed_with(std::vector<Point> history) {
  CaseResult result;
  result.history = std::move(history);
  return result;
}

TEST(CollectTest, ReadsASummaryAndItsHistory) {
  const testing::TemporaryFolder folder;
  folder.write(
      "summary.json",
      R"({"seeds": [{"rel_l2": 1e-7, "rel_h1": null, "loss": 2.0, "seconds": 3, "ms_per_iteration": 4, "iterations": 5, "termination": "iterations"}]})");
  folder.write("history.csv",
               "seed,iteration,seconds,loss,rel_l2,rel_h1,step,gradient_norm,rank\n"
               "0,0,0,1,0.5,0.6,,,\n0,1,0.1,1,,,,,\n0,2,0.2,1,0.25,0.3,,,\n");
  const auto result = collect({"p", "", "engd", 0, 5, folder.path()});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->l2, 1e-7);
  EXPECT_TRUE(std::isnan(result->h1));
  ASSERT_EQ(result->history.size(), 2u);  // rows without errors are passed over
  EXPECT_EQ(result->history[1].iteration, 2);
  EXPECT_EQ(result->history[1].h1, 0.3);
}

TEST(CollectTest, NothingFromInterruptedOrMissingRuns) {
  const testing::TemporaryFolder folder;
  EXPECT_FALSE(collect({"p", "", "engd", 0, 5, folder.path()}));
  folder.write("summary.json", R"({"seeds": [{"termination": "interrupted"}]})");
  EXPECT_FALSE(collect({"p", "", "engd", 0, 5, folder.path()}));
}

TEST(CollectTest, TimesAreTheMedianOfTheTimingsNotOfTheSeeds) {
  const testing::TemporaryFolder seeds, timed, slow;
  const auto summary = [](int ms) {
    return R"({"seeds": [{"ms_per_iteration": )" + std::to_string(ms) +
           R"(, "termination": "iterations"}]})";
  };
  seeds.write("summary.json", summary(9));
  timed.write("summary.json", summary(4));
  slow.write("summary.json", summary(40));
  const std::vector<Case> cases{{"heat", "", "adam", 0, 500, seeds.path()}};
  const auto timing = [](const testing::TemporaryFolder& folder) {
    return Case{"heat", "", "adam", 0, 100, folder.path(), 2};
  };
  const auto groups = collect_all(cases, {timing(timed), timing(slow), timing(timed)});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].seconds_per_iteration, 0.004);
  EXPECT_EQ(groups[0].seconds_in_all(), 2);
  EXPECT_TRUE(std::isnan(collect_all(cases, {})[0].seconds_in_all()));
}

TEST(CollectTest, ADamagedHistoryIsNone) {
  const testing::TemporaryFolder folder;
  folder.write("summary.json", R"({"seeds": [{"rel_l2": 1e-7, "termination": "iterations"}]})");
  folder.write("history.csv", "half a li");
  const auto result = collect({"p", "", "engd", 0, 5, folder.path()});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->history.empty());
}

TEST(CollectTest, TracesAreOfTheNormAskedFor) {
  Group group{"p", "engd", {}, std::nan("")};
  group.seeds.push_back(seed_with({{0, 0, 1, 10}, {10, 0.5, 2, 20}}));
  group.seeds.push_back(seed_with({}));
  const auto l2 = traces(group, false), h1 = traces(group, true);
  ASSERT_EQ(l2.size(), 2u);
  EXPECT_EQ(l2[0].iteration, (std::vector<double>{0, 10}));
  EXPECT_EQ(l2[0].seconds, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(l2[0].value, (std::vector<double>{1, 2}));
  EXPECT_EQ(h1[0].value, (std::vector<double>{10, 20}));
  EXPECT_TRUE(h1[1].value.empty());
  group.seconds_per_iteration = 0.25;
  EXPECT_EQ(traces(group, false)[0].seconds, (std::vector<double>{0, 2.5}));
}

}  // namespace
}  // namespace engd::reproduce
