// `engd solve --accuracy`: what the file leaves open is chosen, and said.
#include "app_test.h"
#include "common/contains.h"
#include "common/files.h"

namespace engd::testing {
namespace {

using nlohmann::json;

class AutomaticTest : public AppTest {
 protected:
  AutomaticTest() { folder.write("bare.toml", bare); }

  const std::string bare = R"toml([problem]
variables = "t"
domain = { t = [0, 2] }

[[term]]
on = "interior"
residual = "u_tt + u"

[[term]]
on = "initial"
residual = ["u", "u_t - 1"]
)toml";
};

TEST_F(AutomaticTest, ReachesAnAccuracyAndSaysSo) {
  const Outcome outcome = engd({"solve", "bare.toml", "--accuracy", "1e-6", "--out", "run"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "estimated rel L2"));
  EXPECT_TRUE(contains(outcome.out, "1.0e-06 asked for"));
  const json seed = summary("run")["seeds"][0];
  EXPECT_LE(seed["estimated_rel_l2"], 1e-6);
  EXPECT_EQ(seed["estimated_rel_l2_by_unknown"][0]["name"], "u");
  EXPECT_EQ(seed["fell_short"], false);
  EXPECT_FALSE(summary("run")["race"].empty());
  EXPECT_TRUE(exists("run/report.html"));
}

// The folder has a file that gives the same last run without a race.
TEST_F(AutomaticTest, KeepsTheCompleteProblem) {
  ASSERT_EQ(engd({"solve", "bare.toml", "--accuracy", "1e-6", "--seed", "3", "--out", "run"}).code,
            0);
  ASSERT_EQ(engd({"solve", "run/chosen.toml", "--seed", "3", "--out", "again"}).code, 0);
  EXPECT_FALSE(contains(text_of("run/chosen.toml"), "automatic"));
  const json chosen = summary("run"), again = summary("again");
  EXPECT_FALSE(again.contains("race"));
  for (const char* same : {"loss", "iterations", "residuals"})
    EXPECT_EQ(chosen["seeds"][0][same], again["seeds"][0][same]) << same;
  EXPECT_EQ(chosen["parameters"], again["parameters"]);
  EXPECT_EQ(chosen["points"], again["points"]);
}

// Weights and sizes that are found stand in that file, and the same equation in other units is
// solved as well.
TEST_F(AutomaticTest, FindsWeightsAndSizes) {
  std::string text = bare;
  testing::replace(text, "u_tt + u", "1e-6*(u_tt + u)");
  testing::replace(text, "u_t - 1", "u_t - 1e5");
  folder.write("units.toml", text + "[solution]\nu = \"1e5*sin(t)\"\n");
  ASSERT_EQ(engd({"solve", "units.toml", "--accuracy", "1e-6", "--out", "run"}).code, 0);
  ASSERT_EQ(engd({"solve", "run/chosen.toml", "--out", "again"}).code, 0);
  EXPECT_TRUE(contains(text_of("run/chosen.toml"), "weight = "));
  EXPECT_TRUE(contains(text_of("run/chosen.toml"), "scale = "));
  const json chosen = summary("run")["seeds"][0], again = summary("again")["seeds"][0];
  EXPECT_LE(chosen["rel_l2"], 1e-5);
  for (const char* same : {"loss", "rel_l2", "residuals"}) EXPECT_EQ(chosen[same], again[same]);
}

TEST_F(AutomaticTest, FailsWhereTheAccuracyIsNotReached) {
  // Two neurons do not make a sine.
  const Outcome outcome = engd(
      {"solve", "bare.toml", "--accuracy", "1e-9", "--set", "network.layers=[2]", "--out", "run"});
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "asked for"));
  EXPECT_EQ(summary("run")["seeds"][0]["fell_short"], true);
  EXPECT_TRUE(contains(text_of("run/chosen.toml"), "layers = [2]"));
}

TEST_F(AutomaticTest, IsAskedForByTheFile) {
  std::string text = bare;
  text.insert(text.find("variables"), "automatic = { accuracy = 1e-4 }\n");
  folder.write("asks.toml", text);
  const Outcome outcome = engd({"solve", "asks.toml", "--out", "run"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1.0e-04 asked for"));
  // And is not, where nobody asks.
  const Outcome plain =
      engd({"solve", "bare.toml", "--set", "optimizer.iterations=2", "--out", "plain"});
  EXPECT_FALSE(contains(plain.out, "asked for"));
  EXPECT_TRUE(summary("plain")["seeds"][0]["estimated_rel_l2"].is_null());
  EXPECT_FALSE(exists("plain/chosen.toml"));
}

TEST_F(AutomaticTest, RacesOnceForAllSeeds) {
  const Outcome outcome =
      engd({"solve", "bare.toml", "--accuracy", "1e-4", "--seeds", "0..2", "--out", "run"});
  const json seeds = summary("run")["seeds"];
  ASSERT_EQ(seeds.size(), 3u);
  for (const json& seed : seeds) EXPECT_TRUE(seed["estimated_rel_l2"].is_number()) << outcome.err;
}

TEST_F(AutomaticTest, SaysWhatIsNotRaced) {
  folder.write("energy.toml", R"toml([problem]
variables = "x"
domain = { x = [0, 1] }
[[term]]
on = "interior"
density = "u_x^2/2 - u"
[[term]]
on = "x < 0.5"
density = "u^2"
)toml");
  const Outcome outcome =
      engd({"solve", "energy.toml", "--accuracy", "1e-4", "--time", "0.5", "--out", "run"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "the problem has an energy"));
  EXPECT_TRUE(summary("run")["seeds"][0]["estimated_rel_l2"].is_null());
  EXPECT_TRUE(contains(text_of("run/chosen.toml"), "time_limit = 0.5"));
  for (const char* further : {"problem.windows=2", "network=[{},{}]"})
    EXPECT_TRUE(contains(engd({"solve", "bare.toml", "--accuracy", "0", "--out", "run", "--force",
                               "--set", further, "--set", "optimizer.iterations=2"})
                             .err,
                         "settings of the file"))
        << further;
}

TEST_F(AutomaticTest, RefusesBeforeTheRace) {
  std::filesystem::create_directories(folder / "full");
  folder.write("full/summary.json", "{}");
  const Outcome outcome = engd({"solve", "bare.toml", "--accuracy", "0", "--out", "full"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_FALSE(contains(outcome.err, "parameters"));
  EXPECT_EQ(engd({"solve", "bare.toml", "--accuracy", "-1"}).code, 2);
  EXPECT_EQ(engd({"solve", "bare.toml", "--time", "0"}).code, 2);
}

TEST_F(AutomaticTest, IsLeftWithWhatItHas) {
  Program program({"solve", "bare.toml", "--accuracy", "0", "--out", "run"}, setting);
  ASSERT_TRUE(program.prints("parameters, residuals"));
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_TRUE(contains(summary("run")["seeds"][0]["verdict"].get<std::string>(), "interrupted"));
  ASSERT_TRUE(exists("run/checkpoint.h5"));
  const Outcome both = engd({"solve", "--resume", "run", "--time", "3"});
  EXPECT_EQ(both.code, 2);
  EXPECT_TRUE(contains(both.err, "leave out"));
  // It goes on with the network that was ahead.
  EXPECT_EQ(engd({"solve", "--resume", "run"}).code, 0);
}

}  // namespace
}  // namespace engd::testing
