// Checkpoints as files: what is damaged is refused with a message and nothing else happens.
#include "results/checkpoint_file.h"

#include <gtest/gtest.h>

#include <limits>

#include "common/files.h"
#include "formats/text_file.h"
#include "results/run_folder.h"
#include "support/error.h"

namespace engd::results {
namespace {

using testing::TemporaryFolder;

StateArchive example(double loss = 0.25) {
  StateArchive archive;
  Vector theta(3);
  theta << 1, -0.0, std::numeric_limits<double>::denorm_min();
  std::string text = "line\nwith \0 zero";
  int iteration = 7;
  archive("loss", loss);
  archive("theta", theta);
  archive("text", text);
  archive("iteration", iteration);
  return archive;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CheckpointFile, ValuesComeBackToTheBit) {
  StateArchive archive = example(std::numeric_limits<double>::infinity());
  EXPECT_EQ(read_checkpoint_image(checkpoint_image(archive), "c"), archive.values());
  double nan = std::numeric_limits<double>::quiet_NaN();
  archive("nan", nan);
  StateArchive read(read_checkpoint_image(checkpoint_image(archive), "c"));
  read("nan", nan = 0);
  EXPECT_TRUE(std::isnan(nan));
}

TEST(CheckpointFile, EveryTruncationIsRefused) {
  const std::string whole = checkpoint_image(example());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string message =
        refusal([&] { read_checkpoint_image(std::string_view(whole).substr(0, length), "c"); });
    ASSERT_EQ(message, length < 512 ? "'c' is not a checkpoint file of engd"
                                    : "the checkpoint file 'c' is damaged: its checksum does not "
                                      "match")
        << length;
  }
  EXPECT_NE(refusal([&] { read_checkpoint_image(whole + '\0', "c"); }), "accepted");
}

TEST(CheckpointFile, EveryFlippedBitIsRefused) {
  std::string bytes = checkpoint_image(example());
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      const std::string message = refusal([&] { read_checkpoint_image(bytes, "c"); });
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      const bool told = message.starts_with("'c' is not a checkpoint file") ||
                        message.starts_with("the checkpoint file 'c' is damaged") ||
                        message.starts_with("'c' has format");
      ASSERT_TRUE(told) << at << ", bit " << bit << ": " << message;
    }
  EXPECT_NO_THROW(read_checkpoint_image(bytes, "c"));
}

TEST(CheckpointFile, OtherFormatsAreRefusedByTheirNumber) {
  std::string bytes = checkpoint_image(example());
  const std::size_t at = bytes.find("format 2") + 7;
  ASSERT_LT(at, 512u);
  bytes[at] = '1';
  EXPECT_EQ(refusal([&] { read_checkpoint_image(bytes, "c"); }),
            "'c' has format 1, which an earlier version of the program has written; this one reads "
            "format 2");
  bytes[at] = '3';
  EXPECT_EQ(refusal([&] { read_checkpoint_image(bytes, "c"); }),
            "'c' has format 3; this program reads up to format 2");
}

TEST(CheckpointFile, TheLastTwoAreKept) {
  const TemporaryFolder base;
  CheckpointFiles files(base.path());
  for (double loss : {1.0, 2.0, 3.0}) files.save(example(loss));
  const auto loss_of = [&](const char* name) {
    StateArchive archive(load_checkpoint(base.path() / name).values);
    double loss = 0;
    archive("loss", loss);
    return loss;
  };
  EXPECT_EQ(loss_of(checkpoint_file), 3);
  EXPECT_EQ(loss_of(previous_checkpoint_file), 2);
  EXPECT_EQ(loss_of("."), 3);
  // A crash between the two renamings: the previous one is all there is.
  std::filesystem::remove(base.path() / checkpoint_file);
  EXPECT_EQ(load_checkpoint(base.path()).file, base.path() / previous_checkpoint_file);
  files.remove();
  EXPECT_TRUE(std::filesystem::is_empty(base.path()));
}

TEST(CheckpointFile, ADamagedOneOffersThePreviousAndNeverReplacesIt) {
  const TemporaryFolder base;
  CheckpointFiles files(base.path());
  files.save(example(1));
  files.save(example(2));
  std::string damaged = checkpoint_image(example(2));
  damaged[1000] ^= 1;
  base.write(checkpoint_file, damaged);
  const std::string previous = (base.path() / previous_checkpoint_file).string();
  EXPECT_EQ(refusal([&] { load_checkpoint(base.path()); }),
            "the checkpoint file '" + (base.path() / checkpoint_file).string() +
                "' is damaged: its checksum does not match; the one before it is whole: go on from "
                "there with --resume " +
                previous);
  const LoadedCheckpoint loaded = load_checkpoint(previous);
  EXPECT_EQ(loaded.folder, base.path());
  // A run that goes on from there replaces the damaged one and keeps the one it began with.
  CheckpointFiles(base.path()).save(example(5));
  EXPECT_EQ(load_checkpoint(previous).values, example(1).values());
  EXPECT_EQ(load_checkpoint(base.path()).values, example(5).values());
  // Both damaged: nothing is offered.
  base.write(checkpoint_file, damaged);
  base.write(previous_checkpoint_file, damaged);
  const std::string both = refusal([&] { load_checkpoint(base.path()); });
  EXPECT_TRUE(both.ends_with("its checksum does not match")) << both;
}

TEST(CheckpointFile, WhatIsNoCheckpointIsRefused) {
  const TemporaryFolder base;
  const std::string folder = base.path().string();
  EXPECT_EQ(refusal([&] { load_checkpoint(folder); }),
            "--resume " + folder + ": the folder '" + folder + "' holds no checkpoint");
  EXPECT_EQ(refusal([&] { load_checkpoint(folder + "/no"); }),
            "--resume " + folder + "/no: there is no folder or checkpoint '" + folder + "/no'");
  base.write("text", std::string(1000, 'x'));
  EXPECT_EQ(refusal([&] { load_checkpoint(folder + "/text"); }),
            "'" + folder + "/text' is not a checkpoint file of engd");
}

}  // namespace
}  // namespace engd::results
