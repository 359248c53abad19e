#include "solve/checkpoints.h"

#include <gtest/gtest.h>

#include "common/temporary_folder.h"

namespace engd::solve {
namespace {

// Every seed counts its iterations from 0.
TEST(CheckpointsTest, TheSameIterationOfAnotherSeedIsDue) {
  const testing::TemporaryFolder folder;
  int saved = 0;
  Observer nobody;
  Checkpoints checkpoints(
      folder.path(),
      {"p.toml", "", "", {.seeds = {0, 1}, .checkpoint_iterations = 20, .checkpoint_minutes = 0}},
      nobody);
  const auto offer = [&](std::uint64_t seed) {
    for (const int iteration : {0, 19, 20, 20, 21})
      checkpoints.offer(seed, iteration, false, [&](StateArchive&) { ++saved; });
  };
  offer(0);
  EXPECT_EQ(saved, 1);
  offer(1);
  EXPECT_EQ(saved, 2);
}

}  // namespace
}  // namespace engd::solve
