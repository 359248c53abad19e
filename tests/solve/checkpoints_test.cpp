#include "solve/checkpoints.h"

#include <gtest/gtest.h>

#include "common/temporary_folder.h"

namespace engd::solve {
namespace {

// Every seed counts its iterations from 0.
TEST(CheckpointsTest, TheSameIterationOfAnotherSeedIsDue) {
  const testing::TemporaryFolder folder;
  int saved = 0;
  Checkpoints checkpoints(folder.path(), {20, 0}, {"p.toml", "", "", {}, {0, 1}, 1, "cpu"},
                          [&](StateArchive&) { ++saved; }, {});
  const auto offer = [&](std::uint64_t seed) {
    const optim::Keeping keeping = checkpoints.keeping(seed);
    for (const int iteration : {0, 19, 20, 20, 21})
      keeping.offer(iteration, false, [](StateArchive&) {});
  };
  offer(0);
  EXPECT_EQ(saved, 1);
  offer(1);
  EXPECT_EQ(saved, 2);
}

}  // namespace
}  // namespace engd::solve
