#include "results/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace engd::results {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Summary example() {
  Summary summary;
  summary.problem = "poisson2d";
  summary.title = "Poisson \"equation\"";
  summary.file = "problems/poisson2d.toml";
  summary.optimizer = "engd";
  summary.device = "cpu";
  summary.parameters = 257;
  summary.points = 1020;
  summary.iterations = 500;
  summary.version = "0.1.0";
  summary.machine = "a machine";
  summary.threads = 2;
  summary.seeds = {{0, 3e-7, 1e-5, 1e-12, 500, 4.0, 8.0, "iterations", "All done."},
                   {1, 1e-7, 3e-5, 2e-12, 400, 4.0, 10.0, "target", "Reached."},
                   {2, 2e-7, 2e-5, 3e-12, 500, 4.5, 9.0, "iterations", "All done."}};
  return summary;
}

TEST(Summary, HasErrorsByUnknown) {
  Summary summary = example();
  EXPECT_TRUE(nlohmann::json::parse(to_json(summary))["errors_of"].empty());
  summary.errors_of = {"u", "p"};
  summary.seeds[1].errors_by_unknown = {{"u", 1e-3, 1e-2}, {"p", nan, std::nullopt}};
  const auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_EQ(json["errors_of"], (std::vector<std::string>{"u", "p"}));
  EXPECT_FALSE(json["seeds"][0].contains("errors_by_unknown"));
  const auto& errors = json["seeds"][1]["errors_by_unknown"];
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0]["name"], "u");
  EXPECT_EQ(errors[0]["rel_l2"], 1e-3);
  EXPECT_EQ(errors[0]["rel_h1"], 1e-2);
  EXPECT_EQ(errors[1]["name"], "p");
  EXPECT_TRUE(errors[1]["rel_l2"].is_null());
  EXPECT_TRUE(errors[1]["rel_h1"].is_null());
}

TEST(Summary, SaysWhatItsEstimatesAre) {
  Summary summary = example();
  EXPECT_TRUE(nlohmann::json::parse(to_json(summary))["seeds"][0].at("estimated_rel_l2").is_null());
  EXPECT_FALSE(nlohmann::json::parse(to_json(summary)).contains("race"));
  summary.seeds[0].estimated_rel_l2 = 1e-7;
  summary.seeds[0].estimated_by_unknown = {{"u", 1e-7}, {"p", std::nullopt}};
  summary.seeds[0].verdict = "enough";
  summary.race = {Racer{"waves", "2-20-1", 60, 200, 30, 0.5, 1.0, 1e-6, 1e-3, "chosen"}};
  const auto json = nlohmann::json::parse(to_json(summary));
  const auto& seed = json["seeds"][0];
  EXPECT_EQ(seed["estimated_rel_l2"], 1e-7);
  EXPECT_EQ(seed["estimated_rel_l2_by_unknown"][0]["name"], "u");
  EXPECT_EQ(seed["estimated_rel_l2_by_unknown"][0]["rel_l2"], 1e-7);
  EXPECT_TRUE(seed["estimated_rel_l2_by_unknown"][1]["rel_l2"].is_null());
  EXPECT_EQ(seed["verdict"], "enough");
  EXPECT_EQ(seed["fell_short"], false);
  EXPECT_EQ(json["race"][0]["kind"], "waves");
  EXPECT_EQ(json["race"][0]["parameters"], 60);
  EXPECT_EQ(json["race"][0]["score"], 1e-6);
  EXPECT_EQ(json["race"][0]["distance"], 1e-3);
  EXPECT_EQ(json["race"][0]["why_left"], "chosen");
}

TEST(Summary, HasTheStableNames) {
  const auto json = nlohmann::json::parse(to_json(example()));
  EXPECT_EQ(json["problem"], "poisson2d");
  EXPECT_EQ(json["title"], "Poisson \"equation\"");
  EXPECT_EQ(json["optimizer"], "engd");
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_EQ(json["parameters"], 257);
  EXPECT_EQ(json["points"], 1020);
  EXPECT_EQ(json["iterations"], 500);
  EXPECT_EQ(json["rel_l2"]["median"], 2e-7);
  EXPECT_EQ(json["rel_l2"]["min"], 1e-7);
  EXPECT_EQ(json["rel_l2"]["max"], 3e-7);
  EXPECT_EQ(json["rel_h1"]["median"], 2e-5);
  EXPECT_EQ(json["ms_per_iteration"], 9.0);
  ASSERT_EQ(json["seeds"].size(), 3u);
  const auto& seed = json["seeds"][1];
  EXPECT_EQ(seed["seed"], 1);
  EXPECT_EQ(seed["rel_l2"], 1e-7);
  EXPECT_EQ(seed["rel_h1"], 3e-5);
  EXPECT_EQ(seed["loss"], 2e-12);
  EXPECT_EQ(seed["iterations"], 400);
  EXPECT_EQ(seed["seconds"], 4.0);
  EXPECT_EQ(seed["ms_per_iteration"], 10.0);
  EXPECT_EQ(seed["termination"], "target");
  EXPECT_EQ(seed["message"], "Reached.");
  EXPECT_EQ(json["version"], "0.1.0");
  EXPECT_EQ(json["machine"], "a machine");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["file"], "problems/poisson2d.toml");
}

TEST(Summary, ErrorsAreNullWithoutASolution) {
  Summary summary = example();
  for (SeedSummary& seed : summary.seeds) seed.rel_l2 = seed.rel_h1 = std::nullopt;
  const auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_TRUE(json["rel_l2"].is_null());
  EXPECT_TRUE(json["rel_h1"].is_null());
  EXPECT_TRUE(json["seeds"][0]["rel_l2"].is_null());
}

TEST(Summary, ADivergedSeedIsNotHidden) {
  Summary summary = example();
  summary.seeds[0].rel_l2 = nan;
  summary.seeds[0].loss = inf;
  const auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_TRUE(json["seeds"][0]["rel_l2"].is_null());
  EXPECT_TRUE(json["seeds"][0]["loss"].is_null());
  EXPECT_EQ(json["rel_l2"]["min"], 1e-7);
  EXPECT_EQ(json["rel_l2"]["median"], 2e-7);
  EXPECT_TRUE(json["rel_l2"]["max"].is_null());
}

TEST(Summary, NoSeedsAtAll) {
  const auto json = nlohmann::json::parse(to_json(Summary{}));
  EXPECT_TRUE(json["seeds"].is_array() && json["seeds"].empty());
  EXPECT_TRUE(json["rel_l2"].is_null());
  EXPECT_TRUE(json["ms_per_iteration"].is_null());
}

TEST(Summary, BytesThatAreNoTextDoNotStopIt) {
  Summary summary = example();
  summary.file = "\xFF\xFE.toml";
  EXPECT_EQ(nlohmann::json::parse(to_json(summary))["file"], "\xEF\xBF\xBD\xEF\xBF\xBD.toml");
}

TEST(Summary, NumbersComeBackExactly) {
  Summary summary = example();
  summary.seeds[0].loss = 0.1 + 0.2;
  const auto json = nlohmann::json::parse(to_json(summary));
  EXPECT_EQ(json["seeds"][0]["loss"].get<double>(), 0.1 + 0.2);
}

TEST(Spread, MedianOfEvenAndOddNumbers) {
  EXPECT_EQ(spread_of({4, 1, 3, 2}).median, 2.5);
  EXPECT_EQ(spread_of({5, 1, 3}).median, 3);
  EXPECT_EQ(spread_of({7}).min, 7);
  EXPECT_EQ(spread_of({nan, nan}).min, std::nullopt);
  EXPECT_EQ(spread_of({nan, 1}).median, std::nullopt);  // half of the runs diverged
  EXPECT_EQ(spread_of({}).median, std::nullopt);
}

}  // namespace
}  // namespace engd::results
