// How a run ends: failure, interruption, and what is saved then.
#include <signal.h>

#include <chrono>
#include <thread>

#include "app_test.h"
#include "results/model_file.h"

namespace engd::testing {
namespace {

using nlohmann::json;

class EndingTest : public AppTest {
 protected:
  /// Starts a run that would take days, and waits until it iterates.
  std::unique_ptr<Program> start_long_run(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"solve", "tiny.toml",
                                       "--out", "out",
                                       "--set", "optimizer.method=adam",
                                       "--set", "optimizer.iterations=2000000000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto program = std::make_unique<Program>(arguments, setting);
    EXPECT_TRUE(program->prints("adam 0/2000000000"));
    return program;
  }

  /// In the first of long iterations: 30 step sizes for many points.
  void signal_twice(int points, std::chrono::milliseconds pause) {
    Program program(
        {"solve", "tiny.toml", "--out", "out", "--threads", "1", "--set",
         "term.0.points.grid=" + std::to_string(points), "--set", "evaluation.points={grid=10}",
         "--set", "network.layers=[64]", "--set", "optimizer.method=engd"},
        setting);
    ASSERT_TRUE(program.prints("engd 0/5"));
    program.send(SIGINT);
    std::this_thread::sleep_for(pause);
    program.send(SIGTERM);
    EXPECT_EQ(program.finish().code, 130);
  }

  void expect_saved_as_interrupted(std::size_t seeds = 1) {
    const json found = summary("out");
    ASSERT_EQ(found["seeds"].size(), seeds);
    EXPECT_EQ(found["seeds"].back()["termination"], "interrupted");
    const auto rows = history("out");
    ASSERT_GE(rows.size(), 2u);
    EXPECT_EQ(std::stoi(rows.back()[1]), found["seeds"].back()["iterations"].get<int>());
    EXPECT_EQ(results::load_model(folder / "out/model.h5").seeds.size(), seeds);
    EXPECT_TRUE(exists("out/solution.vti"));
  }
};

TEST_F(EndingTest, AnErrorAboveTheTargetIsAFailure) {
  const Outcome missed =
      engd({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.target_error=1e-30"});
  EXPECT_EQ(missed.code, 1);
  EXPECT_NE(missed.err.find("above the 1.00e-30"), std::string::npos) << missed.err;
  EXPECT_TRUE(exists("out/model.h5"));
  const Outcome reached =
      engd({"solve", "tiny.toml", "--out", "in", "--set", "optimizer.target_error=1e30"});
  EXPECT_EQ(reached.code, 0) << reached.err;
}

TEST_F(EndingTest, ATargetThatNothingIsMeasuredAgainstIsMissed) {
  const Outcome zero = engd(
      {"solve", "tiny.toml", "--set", "solution.u=0*x", "--set", "optimizer.target_error=1e30"});
  EXPECT_EQ(zero.code, 1);
  EXPECT_NE(zero.err.find("the solution is zero"), std::string::npos) << zero.err;
}

TEST_F(EndingTest, TheTargetOfAnyStageCounts) {
  folder.write("stages.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                        "[[optimizer]]\ntarget_error = 1e-30\niterations = 1\n"
                                        "[[optimizer]]\niterations = 1\n"));
  EXPECT_EQ(engd({"solve", "stages.toml"}).code, 1);
}

TEST_F(EndingTest, ADivergedRunIsAFailureWithASummary) {
  folder.write("tiny.toml", tiny_with("u_xx + pi^2*sin(pi*x)", "log(u - 100)"));
  for (const std::string method : {"gd", "adam", "bfgs", "lbfgs", "hngd", "engd"}) {
    const Outcome outcome = engd({"solve", "tiny.toml", "--out", method, "--seeds", "0..1", "--set",
                                  "optimizer.method=" + method});
    EXPECT_EQ(outcome.code, 1) << method;
    EXPECT_NE(outcome.err.find("diverged"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("log of a negative number"), std::string::npos) << outcome.err;
    EXPECT_EQ((outcome.out + outcome.err).find("-nan"), std::string::npos) << outcome.err;
    const json found = summary(method);  // parses: JSON knows no NaN
    ASSERT_EQ(found["seeds"].size(), 2u);
    EXPECT_EQ(found["seeds"][0]["termination"], "diverged");
    EXPECT_TRUE(found["seeds"][0]["loss"].is_null());
    EXPECT_TRUE(exists(method + "/history.csv"));
    EXPECT_NO_THROW(results::load_model(folder / method / "model.h5"));
  }
}

// The first points are all right; between them the root is of a negative number.
TEST_F(EndingTest, AResidualWithoutNumbersBetweenThePointsIsAFailureThatSaysWhere) {
  folder.write("tiny.toml", tiny_with("u_xx + pi^2*sin(pi*x)", "u_x - sqrt(x - 0.01)"));
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("is not finite at x = 0.00"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(": sqrt of a negative number, -0.00"), std::string::npos)
      << outcome.err;
  EXPECT_EQ((outcome.out + outcome.err).find("-nan"), std::string::npos) << outcome.err;
  EXPECT_EQ(summary("out")["seeds"][0]["termination"], "diverged");
}

TEST_F(EndingTest, AFunctionOfTheCoordinatesWithoutAValueIsNamedAsItIsWritten) {
  for (const auto& [formula, words] :
       {std::pair{"Y0(-x)", "Y0 of -"}, {"K1(-x)", "K1 of -"}, {"acosh(-x)", "acosh of -"}}) {
    folder.write("tiny.toml", tiny_with("u_xx + pi^2*sin(pi*x)", std::string("u - ") + formula));
    const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out", "--force"});
    EXPECT_EQ(outcome.code, 1) << formula;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(" is no number"), std::string::npos) << outcome.err;
  }
}

TEST_F(EndingTest, AnEnergyWithoutALeastValueIsAFailure) {
  folder.write("tiny.toml", tiny_with("residual = \"u_xx + pi^2*sin(pi*x)\"",
                                      "density = \"u_x^2/2 - 1000*u^4\""));
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out", "--set",
                                "optimizer.method=adaptive", "--set", "optimizer.iterations=200"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("the energy falls without bound: -"), std::string::npos)
      << outcome.err;
}

// Both step sizes of this grid are too long for gradient descent: each step goes uphill.
TEST_F(EndingTest, GoingUphillIsDivergence) {
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.method=gd", "--set",
            "optimizer.grid_count=1", "--set", "optimizer.iterations=100000"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(summary("out")["seeds"][0]["termination"], "diverged");
}

TEST_F(EndingTest, TimeIsLimited) {
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.method=adam", "--set",
            "optimizer.iterations=2000000000", "--set", "optimizer.time_limit=0.05"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(summary("out")["seeds"][0]["termination"], "time_limit");
}

TEST_F(EndingTest, TheHistoryCountsTimeForward) {
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.iterations=30"}).code,
            0);
  const auto rows = history("out");
  double before = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    EXPECT_GE(std::stod(rows[k][2]), before);
    before = std::stod(rows[k][2]);
  }
  EXPECT_LE(before, summary("out")["seeds"][0]["seconds"].get<double>());
}

TEST_F(EndingTest, ASignalSavesAndEnds) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto program = start_long_run({"--force", "--seeds", "0..3"});
    program->send(signal);
    const Outcome outcome = program->finish();
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    expect_saved_as_interrupted();
  }
}

TEST_F(EndingTest, ASignalInTheFirstStageEndsTheRun) {
  folder.write("tiny.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                      "[[optimizer]]\nmethod = \"adam\"\niterations = 1999999999\n"
                                      "[[optimizer]]\nmethod = \"engd\"\niterations = 1\n"));
  Program program({"solve", "tiny.toml", "--out", "out"}, setting);
  ASSERT_TRUE(program.prints("adam 0/2000000000"));
  program.send(SIGINT);
  EXPECT_EQ(program.finish().code, 130);
  expect_saved_as_interrupted();
}

TEST_F(EndingTest, ASecondSignalEndsAtOnce) {
  signal_twice(200000, std::chrono::milliseconds(300));
  EXPECT_FALSE(exists("out/summary.json"));
}

// timeout(1) signals the program, then its group.
TEST_F(EndingTest, TwoSignalsAtOnceAreOne) {
  signal_twice(30000, std::chrono::milliseconds(20));
  expect_saved_as_interrupted();
}

TEST_F(EndingTest, AClosedPipeDoesNotEndTheRun) {
  // The shell's pipe: its reader ends before the first line comes.
  const std::string command = "cd '" + folder.path().string() + "' && { PATH=/nonexistent " +
                              ENGD_BINARY_DIR "/bin/engd solve tiny.toml --out out --seeds 0..5 " +
                              "2>&1; echo $? > code; } | true";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(text_of("code"), "0\n");
  EXPECT_EQ(summary("out")["seeds"].size(), 6u);
}

}  // namespace
}  // namespace engd::testing
