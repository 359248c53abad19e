// Version 2 has one tree of groups, version 1 one for the memory:
//
//     /proc/self/cgroup   0::/job/step                 4:memory:/job/step
//     folder of a group   /sys/fs/cgroup/job/step      /sys/fs/cgroup/memory/job/step
//     limit               memory.max ("max": none)     memory.limit_in_bytes
//     in use              memory.current               memory.usage_in_bytes
//     files read ahead    inactive_file of memory.stat total_inactive_file
//
// Inside a container the path may be that of the host, whose folder is not to be seen: then the top
// folder is the group.
#include "support/memory_limit.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace engd {

namespace {

namespace fs = std::filesystem;
constexpr double unlimited = std::numeric_limits<double>::infinity();

struct GroupFiles {
  const char *tree, *limit, *usage, *files;
};
constexpr GroupFiles version1{"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                              "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles version2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

/// The number in a file; `otherwise` where there is none.
double number_in(const fs::path& file, double otherwise) {
  double value = 0;
  return std::ifstream(file) >> value ? value : otherwise;
}

/// The number behind a name in memory.stat.
double statistic(const fs::path& file, const std::string& name) {
  std::ifstream lines(file);
  double value = 0;
  for (std::string key; lines >> key >> value;)
    if (key == name) return value;
  return 0;
}

double left_in(const fs::path& folder, const GroupFiles& files) {
  const double limit = number_in(folder / files.limit, unlimited);
  if (!(limit < unlimited)) return unlimited;
  const double usage = number_in(folder / files.usage, 0);
  const double given_back = statistic(folder / "memory.stat", files.files);
  return std::max(0.0, limit - std::max(0.0, usage - given_back));
}

/// Over the group at `path` and all above it, the top of the tree included.
double left_above(const fs::path& root, const std::string& path, const GroupFiles& files) {
  double left = unlimited;
  const fs::path top = root / files.tree;
  fs::path group = fs::path(path).relative_path();
  while (true) {
    left = std::min(left, left_in(group.empty() ? top : top / group, files));
    if (group.empty()) return left;
    group = group.parent_path();
  }
}

}  // namespace

double memory_left_by_groups(const fs::path& root) {
  double left = unlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string kind = line.substr(first + 1, second - first - 1),
                      path = line.substr(second + 1);
    if (kind.empty()) left = std::min(left, left_above(root, path, version2));
    if (kind == "memory") left = std::min(left, left_above(root, path, version1));
  }
  return left;
}

namespace {

double available_on_machine() {
  std::ifstream info("/proc/meminfo");
  for (std::string key, unit; info >> key;) {
    double kibibytes = 0;
    info >> kibibytes;
    std::getline(info, unit);
    if (key == "MemAvailable:") return 1024 * kibibytes;
  }
  struct sysinfo system {};  // without /proc: at least what the machine has
  if (::sysinfo(&system) != 0) return 1e300;
  return static_cast<double>(system.totalram) * system.mem_unit;
}

}  // namespace

double available_bytes() {
  return std::min(available_on_machine(), memory_left_by_groups());
}

}  // namespace engd
