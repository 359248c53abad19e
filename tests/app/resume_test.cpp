// Runs that are killed, interrupted and gone on with.
#include <signal.h>

#include <thread>

#include "app_test.h"
#include "results/model_file.h"
#include "results/run_folder.h"

namespace engd::testing {
namespace {

class ResumeAppTest : public AppTest {
 protected:
  ResumeAppTest() {
    folder.write("long.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                        "[[optimizer]]\nmethod = \"adam\"\niterations = 2000\n"
                                        "[[optimizer]]\nmethod = \"lbfgs\"\niterations = 300\n"));
  }

  static std::vector<std::string> beginning(const std::string& out) {
    return {"solve", "long.toml", "--seeds", "0..1",        "--threads",
            "1",     "--out",     out,       "--no-report", "--checkpoint-iterations",
            "50"};
  }

  /// The history but for the seconds, which are never the same.
  std::vector<std::vector<std::string>> timeless_history(const std::string& run) const {
    auto rows = history(run);
    for (auto& row : rows) row.erase(row.begin() + 2);
    return rows;
  }

  void expect_same_results(const std::string& a, const std::string& b) const {
    const results::Model first = results::load_model(folder / (a + "/model.h5")),
                         second = results::load_model(folder / (b + "/model.h5"));
    ASSERT_EQ(first.seeds.size(), second.seeds.size());
    for (std::size_t k = 0; k < first.seeds.size(); ++k)
      EXPECT_EQ(first.seeds[k].parameters, second.seeds[k].parameters) << "seed " << k;
    EXPECT_EQ(timeless_history(a), timeless_history(b));
    auto s = summary(a), t = summary(b);
    for (auto* one : {&s, &t})
      for (auto& seed : (*one)["seeds"])
        for (const char* key : {"seconds", "ms_per_iteration"}) seed.erase(key);
    EXPECT_EQ(s["seeds"], t["seeds"]);
  }

  /// Waits until the program has written a checkpoint; false when it ended before.
  bool has_checkpoint(const std::string& run) const {
    for (int k = 0; k < 4000; ++k) {
      if (exists(run + "/checkpoint.h5")) return true;
      if (exists(run + "/summary.json")) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
};

TEST_F(ResumeAppTest, AKilledRunGoesOnToTheBit) {
  ASSERT_EQ(engd(beginning("whole")).code, 0);
  EXPECT_FALSE(exists("whole/checkpoint.h5")) << "a run that has ended needs none";
  {
    Program program(beginning("killed"), setting);
    has_checkpoint("killed");  // or it was quicker, and there is less to see
    program.send(SIGKILL);
    program.finish();
  }
  // Three more times, each a little later than the last checkpoint.
  for (int k = 0; k < 3 && !exists("killed/summary.json"); ++k) {
    Program program({"solve", "--resume", "killed", "--no-report", "--checkpoint-iterations", "50"},
                    setting);
    if (program.prints("going on from"))
      std::this_thread::sleep_for(std::chrono::milliseconds(20 * k));
    program.send(SIGKILL);
    program.finish();
  }
  const Outcome last = engd({"solve", "--resume", "killed", "--no-report"});
  EXPECT_EQ(last.code, 0) << last.err;
  expect_same_results("whole", "killed");
  EXPECT_FALSE(exists("killed/checkpoint.h5"));
  EXPECT_FALSE(exists("killed/checkpoint-previous.h5"));
  const Outcome over = engd({"solve", "--resume", "killed"});
  EXPECT_EQ(over.code, 0);
  EXPECT_NE(over.out.find("the run in killed has ended: there is nothing to go on with"),
            std::string::npos)
      << over.out;
}

TEST_F(ResumeAppTest, AnInterruptedRunGoesOnToTheBit) {
  ASSERT_EQ(engd(beginning("whole")).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const Outcome left = leave(beginning("left"), "adam 0/2300", signal);
    ASSERT_EQ(left.code, 130) << left.err;
    EXPECT_NE(left.out.find("go on with engd solve --resume left"), std::string::npos) << left.out;
    EXPECT_EQ(summary("left")["seeds"].back()["termination"], "interrupted");
    ASSERT_TRUE(exists("left/checkpoint.h5"));
    const Outcome on = engd({"solve", "long.toml", "--resume", "left", "--no-report"});
    EXPECT_EQ(on.code, 0) << on.err;
    expect_same_results("whole", "left");
  }
}

// The first checkpoint is taken where the second network, a larger one, begins.
TEST_F(ResumeAppTest, ARunGoesOnWhereANetworkOfAnotherSizeBegins) {
  folder.write("networks.toml", tiny_with("[optimizer]\nmethod = \"engd\"\niterations = 5\n",
                                          "[optimizer]\nmethod = \"adam\"\niterations = 2000\n") +
                                    "[[network]]\nlayers = [6]\n[[network]]\nlayers = [9]\n");
  std::string text = text_of("networks.toml");
  const std::size_t single = text.find("[network]");
  text.erase(single, text.find("[optimizer]") - single);
  folder.write("networks.toml", text);
  const auto begin = [](const std::string& out) {
    return std::vector<std::string>{
        "solve",   "networks.toml",           "--threads", "1", "--out", out, "--no-report",
        "--force", "--checkpoint-iterations", "2000"};
  };
  const Outcome whole = engd(begin("whole"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  for (const int signal : {SIGKILL, SIGINT}) {
    {
      Program program(begin("left"), setting);
      has_checkpoint("left");
      program.send(signal);
      program.finish();
    }
    const Outcome on = engd({"solve", "--resume", "left", "--no-report"});
    EXPECT_EQ(on.code, 0) << on.err;
    expect_same_results("whole", "left");
  }
}

TEST_F(ResumeAppTest, AFolderWithACheckpointIsNotReplaced) {
  std::filesystem::create_directory(folder / "out");
  folder.write("out/checkpoint.h5", "anything");
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "out"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "engd: the folder 'out' holds a run that has not ended: go on with it with --resume "
            "out, replace it with --force, or choose another folder with --out\n");
  EXPECT_EQ(engd({"solve", "tiny.toml", "--out", "out", "--force"}).code, 0);
  EXPECT_FALSE(exists("out/checkpoint.h5"));
}

TEST_F(ResumeAppTest, WhatCannotGoOnIsRefusedAndNothingChanges) {
  const auto refusal = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = engd(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.err;
  };
  folder.write("data.csv", "x\n0.25\n0.5\n0.75\n");
  folder.write("data.toml", tiny_with("{ grid = 50 }", "{ file = \"data.csv\" }"));
  {
    Program program({"solve", "data.toml", "--out", "out", "--set", "optimizer.method=adam",
                     "--set", "optimizer.iterations=2000000000"},
                    setting);
    ASSERT_TRUE(program.prints("adam 0/2000000000"));
    program.send(SIGINT);
    ASSERT_EQ(program.finish().code, 130);
  }
  const std::string before = text_of("out/checkpoint.h5");
  EXPECT_EQ(refusal({"solve", "--resume", "out", "--seed", "1"}),
            "engd: --resume out: goes on with a run as it was begun, in its folder: leave out "
            "--seed, --seeds, --set, --accuracy, --time, --out and --force\n");
  EXPECT_EQ(refusal({"solve", "--resume", "nowhere"}),
            "engd: --resume nowhere: there is no folder or checkpoint 'nowhere'\n");
  EXPECT_EQ(refusal({"solve"}),
            "engd: engd solve needs a problem FILE, or --resume with the folder of a run\n");
  EXPECT_EQ(refusal({"solve", "tiny.toml", "--resume", "out"}),
            "engd: --resume out: 'tiny.toml' is not the problem that this run began with: its text "
            "has changed\n");
  folder.write("data.csv", "x\n0.25\n0.5\n0.7500001\n");
  const std::string changed = refusal({"solve", "--resume", "out"});
  EXPECT_NE(changed.find("names are not those that this run began with"), std::string::npos)
      << changed;
  std::string damaged = before;
  damaged[damaged.size() / 2] ^= 4;
  folder.write("out/checkpoint.h5", damaged);
  EXPECT_NE(refusal({"solve", "--resume", "out"}).find("is damaged"), std::string::npos);
  EXPECT_EQ(text_of("out/checkpoint.h5"), damaged) << "a refused checkpoint stays as it is";
}

TEST_F(ResumeAppTest, ACheckpointThatCannotBeWrittenIsNoReasonToStop) {
  // A folder stands where the temporary file would be.
  std::filesystem::create_directories(folder / "out/.checkpoint.h5.part/in the way");
  const Outcome outcome =
      engd({"solve", "tiny.toml", "--out", "out", "--checkpoint-iterations", "2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("engd: no checkpoint at iteration 2: cannot write "),
            std::string::npos)
      << outcome.err;
  EXPECT_TRUE(exists("out/summary.json"));
}

}  // namespace
}  // namespace engd::testing
