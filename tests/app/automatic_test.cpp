// `engd solve`: what the file leaves open is chosen, and said.
#include <signal.h>

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
  EXPECT_TRUE(contains(text_of("run/chosen.toml"), "automatic = false"));
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
  // And is not, where the file says how.
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

// The race is the default where network or method is open.
TEST_F(AutomaticTest, IsTheDefault) {
  const Outcome outcome = engd({"solve", "bare.toml", "--out", "run"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1.0e-08 is the aim"));
  EXPECT_FALSE(summary("run")["race"].empty());
  for (const char* fixed : {"problem.automatic=false", "optimizer.iterations=2"}) {
    const Outcome plain = engd({"solve", "bare.toml", "--out", "plain", "--force", "--set", fixed,
                                "--set", "network.layers=[4]"});
    EXPECT_EQ(plain.code, 0) << fixed << plain.err;
    EXPECT_FALSE(summary("plain").contains("race")) << fixed;
  }
}

TEST_F(AutomaticTest, ExplainsTheChoice) {
  const Outcome outcome =
      engd({"solve", "bare.toml", "--accuracy", "1e-4", "--explain", "--quiet", "--out", "run"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, 4), "kind");
  EXPECT_TRUE(contains(outcome.out, "chosen\n"));
  EXPECT_TRUE(contains(outcome.out, text_of("run/chosen.toml")));
  EXPECT_TRUE(contains(engd({"solve", "tiny.toml", "--explain", "--out", "tiny"}).out,
                       "nothing was chosen"));
}

TEST_F(AutomaticTest, IsAnnounced) {
  const std::string open = engd({"check", "bare.toml"}).out;
  for (const char* part :
       {"network     chosen by a race of tanh, waves", ", fixed waves, from about 60",
        "optimizer   chosen by the race of multistep, adaptive",
        "points      chosen with the network", "accuracy    1e-08"})
    EXPECT_TRUE(contains(open, part)) << part << "\n" << open;
  const std::string half = engd({"check", "bare.toml", "--set", "network.layers=[5]"}).out;
  EXPECT_TRUE(contains(half, "network     1-5-1"));
  EXPECT_TRUE(contains(half, "optimizer   chosen"));
  const std::string fixed = engd({"check", "bare.toml", "--set", "problem.automatic=false"}).out;
  EXPECT_FALSE(contains(fixed, "chosen"));
}

// Whatever ends a run in its race, --resume comes to what it would have come to, also with lanes
// side by side.
TEST_F(AutomaticTest, BeginsTheRaceAgain) {
  std::vector<std::string> command{"solve",
                                   "bare.toml",
                                   "--set",
                                   "problem.automatic={accuracy=0,work=3e9}",
                                   "--no-report",
                                   "--out",
                                   "run",
                                   "--threads",
                                   "1"};
  for (const auto& [signal, threads] : {std::pair(SIGINT, "3"), std::pair(SIGKILL, "1")}) {
    command.back() = threads;
    std::vector<std::string> whole = command;
    whole[6] = "whole";
    whole.emplace_back("--force");
    ASSERT_EQ(engd(whole).code, 0);
    const Outcome left = leave(command, "race ", signal);
    EXPECT_EQ(left.code, signal == SIGINT ? 130 : -1) << left.err;
    ASSERT_TRUE(exists("run/checkpoint.h5")) << signal;
    if (signal == SIGINT) {
      EXPECT_TRUE(contains(left.out, "the race begins again then"));
      EXPECT_TRUE(
          contains(summary("run")["seeds"][0]["verdict"].get<std::string>(), "interrupted"));
    }
    const Outcome both = engd({"solve", "--resume", "run", "--time", "3"});
    EXPECT_EQ(both.code, 2);
    EXPECT_TRUE(contains(both.err, "leave out"));
    const Outcome resumed = engd({"solve", "--resume", "run"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_TRUE(contains(resumed.out, "comes to the same"));
    const json expected = summary("whole")["seeds"][0], seed = summary("run")["seeds"][0];
    for (const char* same : {"loss", "iterations", "residuals", "estimated_rel_l2", "verdict"})
      EXPECT_EQ(seed[same], expected[same]) << same;
    EXPECT_FALSE(exists("run/checkpoint.h5"));
    EXPECT_EQ(text_of("run/chosen.toml"), text_of("whole/chosen.toml"));
  }
}

// After the race training goes on where it was, and has its estimate all the same.
TEST_F(AutomaticTest, GoesOnAfterTheRace) {
  const std::vector<std::string> command{
      "solve", "bare.toml", "--accuracy",  "1e-4",      "--seeds", "0..7",
      "--out", "run",       "--no-report", "--threads", "1",       "--checkpoint-iterations",
      "5"};
  std::vector<std::string> whole = command;
  whole[7] = "whole";
  ASSERT_EQ(engd(whole).code, 0);
  EXPECT_EQ(leave(command, "seed 2 ", SIGKILL).code, -1);
  const Outcome resumed = engd({"solve", "--resume", "run", "--no-report"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  const json expected = summary("whole"), found = summary("run");
  ASSERT_EQ(found["seeds"].size(), 8u);
  for (std::size_t k = 0; k < 8; ++k)
    for (const char* same : {"loss", "iterations", "estimated_rel_l2", "verdict", "fell_short"})
      EXPECT_EQ(found["seeds"][k][same], expected["seeds"][k][same]) << k << same;
  EXPECT_EQ(found["race"].size(), expected["race"].size());
  EXPECT_EQ(text_of("run/chosen.toml"), text_of("whole/chosen.toml"));
}

// A mistake that no network can do anything about is told as without a race, and nothing is left.
TEST_F(AutomaticTest, LeavesNothingWhereNoNetworkCanRun) {
  const Outcome outcome = engd({"solve", "bare.toml", "--set", "optimizer.method=\"hngd\"", "--set",
                                "term=[{on=\"boundary\",residual=\"u\"}]", "--set",
                                "problem.silence=undetermined", "--out", "run"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(outcome.err.starts_with("engd: --set optimizer.method")) << outcome.err;
  EXPECT_FALSE(exists("run"));
}

// Nor is a run without a race a success where nothing was solved.
TEST_F(AutomaticTest, FailsWhereNothingIsSolved) {
  std::string text = bare;
  text.replace(text.find("u_tt + u"), 8, "u_tt + u - sin(400*t)*1e4");
  folder.write("hard.toml", text);
  const std::vector<std::string> few{"--set", "network.layers=[2]", "--out", "run", "--force"};
  const auto solve = [&](const std::string& setting) {
    std::vector<std::string> words{"solve", "hard.toml", "--set", setting};
    words.insert(words.end(), few.begin(), few.end());
    return engd(words);
  };
  for (const char* setting : {"problem.automatic=false", "problem.automatic={work=1e8}"}) {
    const Outcome outcome = solve(setting);
    EXPECT_EQ(outcome.code, 1) << setting;
    EXPECT_TRUE(contains(outcome.err, "the equations are not solved")) << outcome.err;
  }
  EXPECT_EQ(solve("optimizer.iterations=20").code, 0);  // the file's own wish
}

}  // namespace
}  // namespace engd::testing
