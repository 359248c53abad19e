#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/vtk.h"
#include "results/run_folder.h"

namespace engd::report {

/// solution.png: every array of a solution sampled on a grid in one or two dimensions, a panel
/// each.
bool draw_solution(results::RunFolder& folder, const formats::ImageGrid& grid,
                   std::span<const formats::PointArray> arrays,
                   const std::vector<std::string>& coordinate_names, const std::string& title);

/// history.png: loss and, where known, errors over the iterations, from history.csv.
bool draw_history(results::RunFolder& folder, const std::string& title);

}  // namespace engd::report
