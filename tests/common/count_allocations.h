#pragma once

#include <cstddef>

/// Calls of malloc by all but OpenBLAS, which allocates lists of jobs and edges of tiles as it
/// pleases. new and Eigen come through malloc, too.
namespace engd::testing {

struct Allocations {
  std::size_t calls, bytes;
};

void count_allocations(bool on);
/// Counted since the last time that this was asked.
Allocations take_allocations();

}  // namespace engd::testing
