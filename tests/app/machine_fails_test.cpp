// The machine fails: the disk is full or slow, a folder cannot be written, memory runs out, files
// vanish. Each time a message, the documented exit code, and what was there before is still there.
#include <signal.h>

#include "app_test.h"
#include "common/contains.h"
#include "results/checkpoint_file.h"
#include "results/model_file.h"

namespace engd::testing {
namespace {

namespace fs = std::filesystem;

class MachineFailsTest : public AppTest {
 protected:
  Outcome engd_with(const std::string& fault, const std::vector<std::string>& arguments) const {
    Setting failing = setting;
    failing.environment["LD_PRELOAD"] = ENGD_BINARY_DIR "/lib/libfailing_machine.so";
    failing.environment["ENGD_FAULT"] = fault;
    return run(arguments, failing);
  }

  /// A run that was interrupted: its results and its checkpoint are in `out`.
  void leave_a_run() {
    ASSERT_EQ(leave({"solve", "tiny.toml", "--out", "out", "--no-report", "--threads", "1", "--set",
                     "optimizer.method=adam", "--set", "optimizer.iterations=3000"},
                    "adam 0/3000", SIGINT)
                  .code,
              130);
  }

  /// What can be read in `out`, whatever happened.
  void expect_whole_results() const {
    EXPECT_NO_THROW(summary("out"));
    EXPECT_NO_THROW(results::load_model(folder / "out/model.h5"));
    EXPECT_NO_THROW(results::load_checkpoint(folder / "out"));
    for (const std::string& name : listing("out"))
      EXPECT_FALSE(name.ends_with(".part")) << name << " is left behind";
  }
};

TEST_F(MachineFailsTest, AFullDiskEndsTheRunWithAMessageAndEarlierResultsStay) {
  leave_a_run();
  // Every file is the one that does not fit any more, at some of these sizes.
  for (const long bytes : {0, 1, 100, 5000, 20000, 30000, 45000, 60000}) {
    const Outcome outcome = engd_with("full:" + std::to_string(bytes),
                                      {"solve", "--resume", "out", "--no-report", "--quiet"});
    if (outcome.code == 0) break;  // it fits
    EXPECT_EQ(outcome.code, 1) << bytes << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "cannot write '")) << bytes << outcome.err;
    expect_whole_results();
  }
  EXPECT_EQ(engd({"solve", "--resume", "out", "--no-report"}).code, 0);
  EXPECT_EQ(summary("out")["seeds"][0]["iterations"], 3000);
}

TEST_F(MachineFailsTest, ADiskThatIsFullFromTheStartLeavesNothingBehind) {
  const Outcome outcome = engd_with("full:0", {"solve", "tiny.toml", "--out", "out"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "engd: cannot write 'out/")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "No space left on device")) << outcome.err;
  EXPECT_FALSE(exists("out/summary.json"));
}

TEST_F(MachineFailsTest, ShortWritesAreFinished) {
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "whole"}).code, 0);
  const Outcome outcome = engd_with("short:7", {"solve", "tiny.toml", "--out", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(text_of("out/solution.vti"), text_of("whole/solution.vti"));
  EXPECT_EQ(text_of("out/model.h5"), text_of("whole/model.h5"));
}

TEST_F(MachineFailsTest, ADiskThatDoesNotKeepWhatItIsToldIsAnError) {
  const Outcome outcome =
      engd_with("sync", {"solve", "tiny.toml", "--out", "out", "--checkpoint-iterations", "2"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "no checkpoint at iteration 2: cannot write ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "engd: cannot write 'out/")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "Input/output error")) << outcome.err;
  EXPECT_FALSE(exists("out/summary.json"));
}

TEST_F(MachineFailsTest, AFolderThatCannotBeWrittenIsRefusedBeforeTheRun) {
  leave_a_run();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"solve", "tiny.toml", "--out", "new"},
        std::vector<std::string>{"solve", "--resume", "out"}}) {
    const Outcome outcome = engd_with("readonly", arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "engd: cannot use the folder '")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "Read-only file system")) << outcome.err;
  }
  EXPECT_FALSE(exists("new"));
  expect_whole_results();
}

// The rows are 9.6 MB: the program's own memory, not that of libraries while they start.
TEST_F(MachineFailsTest, MemoryThatRunsOutIsAMessage) {
  const Outcome outcome = engd_with(
      "memory:4000000", {"solve", "tiny.toml", "--out", "out", "--threads", "1", "--set",
                         "network.layers=[200]", "--set", "term.0.points.grid=2000", "--set",
                         "optimizer.solver=qr_svd", "--set", "optimizer.iterations=2"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "engd: out of memory")) << outcome.err;
  EXPECT_FALSE(exists("out/summary.json"));
}

// Small pieces: libraries ask for them as well, HDF5 above all.
TEST_F(MachineFailsTest, SmallPiecesOfMemoryThatCannotBeHadAreAMessageToo) {
  for (const std::string bytes : {"100000", "300000", "1000000"}) {
    const Outcome outcome =
        engd_with("memory:" + bytes, {"solve", "tiny.toml", "--out", "out", "--threads", "1"});
    EXPECT_EQ(outcome.code, 1) << bytes << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "engd: out of memory")) << bytes << outcome.err;
    EXPECT_FALSE(exists("out/summary.json"));
    std::filesystem::remove_all(folder / "out");
  }
}

TEST_F(MachineFailsTest, AFileThatVanishesIsAMessage) {
  folder.write("data.csv", "x\n0.25\n0.5\n0.75\n");
  folder.write("data.toml", tiny_with("{ grid = 50 }", "{ file = \"data.csv\" }"));
  for (const int opening : {1, 2, 3}) {
    const Outcome outcome = engd_with("gone:data.csv:" + std::to_string(opening),
                                      {"solve", "data.toml", "--out", "out", "--force"});
    if (outcome.code == 0) break;
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "data.csv")) << outcome.err;
    EXPECT_FALSE(exists("out/summary.json"));
  }
  const Outcome outcome = engd_with("gone:tiny.toml:1", {"solve", "tiny.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "engd: tiny.toml: cannot read the problem file: No such file or directory\n");
}

TEST_F(MachineFailsTest, ARunFolderThatVanishesIsAMessage) {
  Program program({"solve", "tiny.toml", "--out", "out", "--set", "optimizer.method=adam", "--set",
                   "optimizer.iterations=2000000000"},
                  setting);
  ASSERT_TRUE(program.prints("adam 0/2000000000"));
  fs::remove_all(folder / "out");
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "engd: cannot write 'out/")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "No such file or directory")) << outcome.err;
}

}  // namespace
}  // namespace engd::testing
