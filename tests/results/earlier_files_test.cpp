// Files of a run of an earlier version of the program (two windows of time, two networks in each)
// are read as they were written.
#include <gtest/gtest.h>

#include "results/history.h"
#include "results/model_file.h"
#include "results/summary.h"

namespace engd::results {
namespace {

const std::filesystem::path folder = ENGD_SOURCE_DIR "/tests/results/data/earlier";

TEST(EarlierFiles, Model) {
  const Model model = load_model(folder / "model.h5");
  EXPECT_EQ(model.network.layers, std::vector<int>{3});
  EXPECT_TRUE(model.network.kind.empty());
  ASSERT_EQ(model.corrections.size(), 1u);
  EXPECT_EQ(model.corrections[0].layers, std::vector<int>{2});
  EXPECT_EQ(model.variables, std::vector<std::string>{"t"});
  ASSERT_EQ(model.seeds.size(), 1u);
  const SeedModel& seed = model.seeds[0];
  EXPECT_EQ(seed.parameters.size(), 10u);
  ASSERT_EQ(seed.corrections.size(), 1u);
  EXPECT_EQ(seed.corrections[0].parameters.size(), 7u);
  ASSERT_EQ(seed.windows.size(), 1u);
  ASSERT_EQ(seed.windows[0].size(), 2u);
  EXPECT_EQ(seed.windows[0][1].parameters.size(), 7u);
}

TEST(EarlierFiles, Summary) {
  const Summary summary = read_summary(folder / "summary.json");
  EXPECT_EQ(summary.version, "0.1.0");
  EXPECT_EQ(summary.parameters, 34);
  ASSERT_EQ(summary.seeds.size(), 1u);
  EXPECT_EQ(summary.seeds[0].rel_l2, 0.1330160783069069);
  EXPECT_EQ(summary.seeds[0].termination, "iterations");
  EXPECT_FALSE(summary.seeds[0].estimated_rel_l2.has_value());
  EXPECT_TRUE(summary.race.empty());
  ASSERT_TRUE(summary.statement.has_value());
}

TEST(EarlierFiles, History) {
  const History history = read_history(folder / "history.csv");
  EXPECT_EQ(history.term_names, (std::vector<std::string>{"equation", "start"}));
  ASSERT_EQ(history.rows.size(), 25u);
  EXPECT_EQ(history.rows[0].loss, 2.9499740131729753);
  EXPECT_EQ(history.rows[24].iteration, 24);
}

}  // namespace
}  // namespace engd::results
