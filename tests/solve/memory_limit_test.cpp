#include "solve/memory_limit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/temporary_folder.h"
#include "solve/memory.h"

namespace engd::solve {
namespace {

/// A machine's /proc and /sys, made up.
class MemoryLimitTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  double left() const { return memory_left_by_groups(folder.path()); }

  testing::TemporaryFolder folder;
};

TEST_F(MemoryLimitTest, NoGroupsNoLimit) {
  EXPECT_EQ(left(), INFINITY);
  write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(left(), INFINITY);
  write("sys/fs/cgroup/memory.max", "max\n");
  write("sys/fs/cgroup/memory.current", "1000\n");
  EXPECT_EQ(left(), INFINITY);
}

TEST_F(MemoryLimitTest, VersionTwoLessWhatIsInUseAndStays) {
  write("proc/self/cgroup", "0::/job/step\n");
  write("sys/fs/cgroup/job/step/memory.max", "1000000\n");
  write("sys/fs/cgroup/job/step/memory.current", "300000\n");
  EXPECT_EQ(left(), 700000);
  write("sys/fs/cgroup/job/step/memory.stat", "anon 200000\nactive_file 5\ninactive_file 100000\n");
  EXPECT_EQ(left(), 800000);
}

TEST_F(MemoryLimitTest, TheTightestGroupAboveCounts) {
  write("proc/self/cgroup", "0::/job/step\n");
  write("sys/fs/cgroup/job/step/memory.max", "1000000\n");
  write("sys/fs/cgroup/job/memory.max", "500000\n");
  write("sys/fs/cgroup/job/memory.current", "400000\n");
  EXPECT_EQ(left(), 100000);
  write("sys/fs/cgroup/job/memory.current", "600000\n");
  EXPECT_EQ(left(), 0);
}

TEST_F(MemoryLimitTest, VersionOne) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/batch/7\n1:cpu:/\n0::/\nno colons\n");
  write("sys/fs/cgroup/memory/batch/7/memory.limit_in_bytes", "2000000\n");
  write("sys/fs/cgroup/memory/batch/7/memory.usage_in_bytes", "500000\n");
  write("sys/fs/cgroup/memory/batch/7/memory.stat",
        "inactive_file 7\ntotal_inactive_file 100000\n");
  EXPECT_EQ(left(), 1600000);
  // Without a limit the kernel writes a number that no machine has.
  write("sys/fs/cgroup/memory/batch/7/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_GT(left(), 1e18);
}

// A path of the host that a container does not show: its own group is the top one.
TEST_F(MemoryLimitTest, GroupsThatCannotBeSeenAreLeftOut) {
  write("proc/self/cgroup", "0::/../../kubepods/pod3\n");
  write("sys/fs/cgroup/memory.max", "4096\n");
  EXPECT_EQ(left(), 4096);
}

TEST_F(MemoryLimitTest, TheRunSeesTheSmallerOfMachineAndGroups) {
  EXPECT_GT(available_bytes(), 0);
  EXPECT_LE(available_bytes(), memory_left_by_groups() * 1.5);  // others work at the same time
}

}  // namespace
}  // namespace engd::solve
