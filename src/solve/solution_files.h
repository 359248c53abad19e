#pragma once

#include "formats/vtk.h"
#include "problem/problem.h"
#include "results/run_folder.h"
#include "solve/window.h"

namespace engd::solve {

/// The points of a uniform grid over the domain, the first coordinate fastest; one point an axis
/// means its middle.
geometry::PointSet grid_points(const geometry::Box& domain, const std::vector<int>& count);

/// The unknowns at points, of all pieces; NaN where the time is not solved.
Matrix values_of(const problem::Problem& problem, const std::vector<Piece>& pieces,
                 const geometry::PointSet& points, int threads);

/// The trained network on a uniform grid, with the exact solution and the error where it is known;
/// NaN outside the domain, and where the formula of the solution is.
struct SampledSolution {
  formats::ImageGrid grid;
  std::vector<formats::PointArray> arrays;  ///< for each unknown u: u, exact_u, error_u
  std::vector<bool> outside;                ///< of the domain, by point; empty for a box
  std::string not_finite = {};  ///< a sentence where an unknown is not finite inside; else empty
};

/// In more than three dimensions a picture of the whole is not possible: then on the slice through
/// the middle of the domain in the first two coordinates.
SampledSolution sample_solution(const problem::Problem& problem, const std::vector<Piece>& pieces,
                                int threads);

/// Writes solution.vti, in which points outside a shape are blanked, or solution.vtu for the slice.
void write_solution(results::RunFolder& folder, const problem::Problem& problem,
                    const SampledSolution& solution);

}  // namespace engd::solve
