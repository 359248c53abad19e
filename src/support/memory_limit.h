#pragma once

#include <filesystem>

namespace engd {

/// The bytes that the control groups of this process (containers, job schedulers) leave it: the
/// least over its group and those above it of the limit less what is in use and cannot be given
/// back. Infinity where there is no limit, or none can be read. `root` is where /proc and /sys are
/// found.
double memory_left_by_groups(const std::filesystem::path& root = "/");

/// The memory that this process can still take: of the machine, and by its groups.
double available_bytes();

}  // namespace engd
