// The command line: every option, right and wrong.
#include "app_test.h"
#include "common/contains.h"

namespace engd::testing {
namespace {

using ArgumentsTest = AppTest;

TEST_F(ArgumentsTest, HelpAndVersionFinish) {
  const Outcome help = engd({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* command : {"solve", "check", "list", "report", "reproduce"})
    EXPECT_TRUE(contains(help.out, command));
  const Outcome solve = engd({"solve", "--help"});
  EXPECT_EQ(solve.code, 0);
  for (const char* option : {"--seed", "--seeds", "--set", "--device", "--out", "--threads",
                             "--force", "--quiet", "--no-report"})
    EXPECT_TRUE(contains(solve.out, option)) << option;
  const Outcome version = engd({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("engd ")) << version.out;
}

TEST_F(ArgumentsTest, WrongUsageIsBadInput) {
  const std::vector<std::vector<std::string>> wrong{
      {},
      {"sovle", "tiny.toml"},
      {"solve"},
      {"solve", "tiny.toml", "another.toml"},
      {"solve", "tiny.toml", "--sed", "1"},
      {"solve", "tiny.toml", "--out"},
      {"solve", "tiny.toml", "--seed", "1", "--seeds", "0..1"},
      {"check"},
      {"list", "something"}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = engd(arguments);
    EXPECT_EQ(outcome.code, 2) << ::testing::PrintToString(arguments);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err, "");
    EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
  }
}

TEST_F(ArgumentsTest, SeedsAreRunOneAfterAnother) {
  const Outcome outcome = engd({"solve", "tiny.toml", "--seeds", "3..5", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto seeds = summary("out")["seeds"];
  ASSERT_EQ(seeds.size(), 3u);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(seeds[k]["seed"], 3 + k);
  EXPECT_NE(seeds[0]["loss"], seeds[1]["loss"]);
  EXPECT_TRUE(contains(outcome.out, "of 3 seeds")) << outcome.out;

  // A seed among others is the same as alone.
  ASSERT_EQ(engd({"solve", "tiny.toml", "--seed", "4", "--out", "alone"}).code, 0);
  EXPECT_EQ(summary("alone")["seeds"][0]["loss"], seeds[1]["loss"]);
  ASSERT_EQ(engd({"solve", "tiny.toml", "--seeds", "4", "--out", "single"}).code, 0);
  EXPECT_EQ(summary("single")["seeds"][0]["seed"], 4);
}

TEST_F(ArgumentsTest, TheGreatestSeedIsASeed) {
  const std::string greatest = "18446744073709551615";
  ASSERT_EQ(engd({"solve", "tiny.toml", "--seed", greatest, "--out", "a"}).code, 0);
  ASSERT_EQ(engd({"solve", "tiny.toml", "--seeds", greatest, "--out", "b"}).code, 0);
  EXPECT_EQ(summary("a")["seeds"][0]["seed"], 18446744073709551615u);
  EXPECT_EQ(summary("b")["seeds"][0]["seed"], 18446744073709551615u);
}

TEST_F(ArgumentsTest, BadSeedsAreRefused) {
  for (const std::string seeds : {"5..3", "a..b", "1..", "..1", "1...3", "-1..2", "1.5", "0..1e9",
                                  "0..100000", "18446744073709551616", ""}) {
    const Outcome outcome = engd({"solve", "tiny.toml", "--seeds=" + seeds});
    EXPECT_EQ(outcome.code, 2) << seeds;
    EXPECT_TRUE(contains(outcome.err, "--seeds")) << outcome.err;
  }
  for (const std::string seed : {"-1", "abc", "1.5", "18446744073709551616", ""}) {
    const Outcome outcome = engd({"solve", "tiny.toml", "--seed=" + seed});
    EXPECT_EQ(outcome.code, 2) << seed;
    EXPECT_TRUE(contains(outcome.err, "--seed")) << outcome.err;
  }
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
}

TEST_F(ArgumentsTest, SetChangesTheFile) {
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--set", "optimizer.iterations=2", "--set", "network.layers=[3]",
            "--set", "optimizer.method=bfgs", "--set", "term.ends.weight=10", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(summary("out")["iterations"], 2);
  EXPECT_EQ(summary("out")["parameters"], 10);
  EXPECT_EQ(summary("out")["optimizer"], "bfgs");
}

TEST_F(ArgumentsTest, BadSetIsReportedWithTheArgument) {
  for (const std::string set :
       {"optimizer.iteration=2", "optimizer.iterations=many", "optimizer.iterations=-1",
        "optimizer.method=newton", "term.9.weight=1", "term.middle.weight=1", "nonsense.key=1",
        "optimizer.iterations", "=1", "network.layers=[0]", "term.0.residual=u_xx + y"}) {
    for (const std::string command : {"solve", "check"}) {
      const Outcome outcome = engd({command, "tiny.toml", "--set", set});
      EXPECT_EQ(outcome.code, 2) << set;
      EXPECT_TRUE(contains(outcome.err, "--set " + set)) << outcome.err;
      EXPECT_EQ(outcome.out, "");
    }
  }
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
}

TEST_F(ArgumentsTest, QuietPrintsNothing) {
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--quiet", "--seeds", "0..1", "--out", "out"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(exists("out/summary.json"));
}

TEST_F(ArgumentsTest, QuietStillSaysWhyItFailed) {
  const Outcome outcome = engd({"solve", "tiny.toml", "--quiet", "--set", "network.layers=[0]"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err, "");
}

TEST_F(ArgumentsTest, ADeviceThatIsNotThereHasItsOwnCode) {
  const Outcome cuda = engd({"solve", "tiny.toml", "--device", "cuda"});
  EXPECT_EQ(cuda.code, 3);
  EXPECT_EQ(std::count(cuda.err.begin(), cuda.err.end(), '\n'), 1) << cuda.err;
  EXPECT_TRUE(contains(cuda.err, "--device cuda")) << cuda.err;
  const Outcome other = engd({"solve", "tiny.toml", "--device", "abacus"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "abacus")) << other.err;
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
  EXPECT_EQ(engd({"solve", "tiny.toml", "--device", "cpu"}).code, 0);
}

TEST_F(ArgumentsTest, ThreadsAreAPositiveNumber) {
  for (const std::string threads : {"0", "-1", "abc", "1.5", "1000000", ""}) {
    const Outcome outcome = engd({"solve", "tiny.toml", "--threads=" + threads});
    EXPECT_EQ(outcome.code, 2) << threads;
    EXPECT_TRUE(contains(outcome.err, "--threads")) << outcome.err;
  }
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
  ASSERT_EQ(engd({"solve", "tiny.toml", "--threads", "3", "--out", "out"}).code, 0);
  EXPECT_EQ(summary("out")["threads"], 3);
}

}  // namespace
}  // namespace engd::testing
