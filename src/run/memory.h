#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/problem.h"

namespace engd::run {

/// Sizes of a run, known before anything is allocated.
struct Sizes {
  double points = 0, rows = 0, parameters = 0;
  double bytes = 0;  ///< most memory of any stage, about
};

/// `density_rows[t]` is the number of rows of A that a point of term t gives.
Sizes estimate_sizes(const io::Problem& problem, const optim::Options& stage,
                     const std::vector<int>& density_rows);
double estimate_points(const geometry::PointRule& rule, const geometry::Region& region);

double available_bytes();

/// Throws InputError with the GiB needed and the GiB there are.
void require_memory(const io::Problem& problem, const std::vector<int>& density_rows);

}  // namespace engd::run
