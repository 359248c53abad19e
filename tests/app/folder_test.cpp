// Where results go, and what happens when they cannot go there.
#include <sys/mount.h>

#include <cstring>

#include "app_test.h"

namespace engd::testing {
namespace {

namespace fs = std::filesystem;
using FolderTest = AppTest;

TEST_F(FolderTest, DefaultFoldersAreNumbered) {
  for (const char* expected : {"runs/tiny", "runs/tiny-2", "runs/tiny-3"}) {
    const Outcome outcome = engd({"solve", "tiny.toml"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(exists(std::string(expected) + "/summary.json"));
    EXPECT_NE(outcome.out.find(std::string("results in ") + expected + "\n"), std::string::npos)
        << outcome.out;
  }
  EXPECT_EQ(listing("runs").size(), 3u);
}

TEST_F(FolderTest, RunsStartedTogetherDoNotShareAFolder) {
  {
    std::vector<std::unique_ptr<Program>> programs;
    for (int k = 0; k < 4; ++k)
      programs.push_back(std::make_unique<Program>(
          std::vector<std::string>{"solve", "tiny.toml", "--threads", "1"}, setting));
    for (auto& program : programs) EXPECT_EQ(program->finish().code, 0);
  }
  EXPECT_EQ(listing("runs"), (std::vector<std::string>{"tiny", "tiny-2", "tiny-3", "tiny-4"}));
  for (const std::string& run : listing("runs")) EXPECT_TRUE(exists("runs/" + run + "/model.h5"));
}

TEST_F(FolderTest, ResultsAreReplacedOnlyByForce) {
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "a/b"}).code, 0);
  const std::string before = text_of("a/b/summary.json"), history = text_of("a/b/history.csv");
  const auto files = listing("a/b");

  const Outcome refused = engd({"solve", "tiny.toml", "--out", "a/b", "--seed", "1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("a/b"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--force"), std::string::npos) << refused.err;
  EXPECT_EQ(text_of("a/b/summary.json"), before);
  EXPECT_EQ(text_of("a/b/history.csv"), history);
  EXPECT_EQ(listing("a/b"), files);

  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "a/b", "--seed", "1", "--force"}).code, 0);
  EXPECT_EQ(summary("a/b")["seeds"][0]["seed"], 1);
  EXPECT_EQ(listing("a/b"), files);
}

TEST_F(FolderTest, ForceKeepsTheResultsWhenTheInputIsBad) {
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out"}).code, 0);
  const std::string before = text_of("out/summary.json");
  EXPECT_EQ(
      engd({"solve", "tiny.toml", "--out", "out", "--force", "--set", "network.layers=[0]"}).code,
      2);
  EXPECT_EQ(text_of("out/summary.json"), before);
}

TEST_F(FolderTest, ForeignFilesStay) {
  fs::create_directory(folder / "out");
  folder.write("out/notes.txt", "mine");
  ASSERT_EQ(engd({"solve", "tiny.toml", "--out", "out", "--force"}).code, 0);
  EXPECT_EQ(text_of("out/notes.txt"), "mine");
}

TEST_F(FolderTest, AFolderThatCannotBeMadeIsBadInput) {
  folder.write("file", "");
  for (const std::string out : {"file", "file/run", "/dev/full/run", ""}) {
    const Outcome outcome = engd({"solve", "tiny.toml", "--out=" + out});
    EXPECT_EQ(outcome.code, 2) << out;
    EXPECT_NE(outcome.err.find(out), std::string::npos) << outcome.err;
    EXPECT_EQ(listing(), (std::vector<std::string>{"file", "tiny.toml"})) << out;
  }
  folder.write("runs", "");  // the default folder's parent
  EXPECT_EQ(engd({"solve", "tiny.toml"}).code, 2);
}

TEST_F(FolderTest, AFullDiskIsAFailure) {
  fs::create_directory(folder / "small");
  if (mount("none", (folder / "small").c_str(), "tmpfs", 0, "size=4k,nr_inodes=20") != 0)
    GTEST_SKIP() << "a small file system cannot be mounted here: " << std::strerror(errno);
  const Outcome outcome = engd({"solve", "tiny.toml", "--out", "small/run"});
  umount((folder / "small").c_str());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("No space left"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace engd::testing
