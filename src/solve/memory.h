#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "energy/term.h"
#include "problem/problem.h"

namespace engd::solve {

/// Sizes of a run, known before anything is allocated.
struct Sizes {
  double points = 0, rows = 0, parameters = 0;  ///< of the first network
  double bytes = 0;                             ///< most memory of any network, about
};

/// `terms` are those of the problem.
Sizes estimate_sizes(const problem::Problem& problem, const std::vector<energy::Term>& terms,
                     const optim::Options& stage, int threads);
double estimate_points(const geometry::PointRule& rule, const geometry::Region& region);

/// Throws InputError with the GiB needed and the GiB there are.
void require_memory(const problem::Problem& problem, const std::vector<energy::Term>& terms,
                    int threads);

}  // namespace engd::solve
