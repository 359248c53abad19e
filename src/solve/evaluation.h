#pragma once

#include <memory>

#include "backend/cpu/solution_error.h"
#include "solve/level.h"

namespace engd::solve {

/// Where errors are measured on a region of the domain: they are integrals, so that by default they
/// are taken by Gauss points wherever the region has some, and on a grid elsewhere.
geometry::PointRule evaluation_rule(const problem::Problem& problem,
                                    const geometry::Region& region);
geometry::PointSet evaluation_points(const problem::Problem& problem,
                                     const geometry::Region& region);
/// Null when no solution is known.
std::unique_ptr<cpu::SolutionError> make_solution_error(Level& level, int threads);

}  // namespace engd::solve
