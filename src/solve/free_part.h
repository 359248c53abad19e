#pragma once

#include <functional>

#include "problem/problem.h"

namespace engd::solve {

/// Takes out of the error of an unknown at points what errors leave out: its mean, or its means
/// over space at each time. Means are those over the points where errors are measured, to which
/// `error_at` gives the error.
void remove_free_part(const problem::Problem& problem, int unknown,
                      const geometry::PointSet& points,
                      const std::function<Vector(const geometry::PointSet&)>& error_at,
                      Eigen::Ref<Vector> error);

}  // namespace engd::solve
