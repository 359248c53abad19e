#pragma once

#include "io/problem.h"
#include "io/run_folder.h"
#include "io/vtk.h"
#include "run/window.h"

namespace engd::run {

/// The points of a uniform grid over the domain, the first coordinate fastest; one point an axis
/// means its middle.
geometry::PointSet grid_points(const geometry::Box& domain, const std::vector<int>& count);

/// The trained network on a uniform grid, with the exact solution and the error where it is known;
/// NaN outside the domain.
struct SampledSolution {
  io::ImageGrid grid;
  std::vector<io::PointArray> arrays;  ///< for each unknown u: u, exact_u, error_u
};

/// Writes solution.vti, in which points outside a shape are blanked, for up to three dimensions. In
/// more, a picture of the whole is not possible: solution.vtu then holds the slice through the
/// middle of the domain in the first two coordinates. Returns what was written.
SampledSolution write_solution(io::RunFolder& folder, io::Problem& problem,
                               const std::vector<Piece>& pieces, int threads);

}  // namespace engd::run
