#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "geometry/points.h"

namespace engd::report {

/// The points of one term.
struct PointGroup {
  std::string name;
  geometry::PointSet points;
};

/// Draws points in one to three dimensions, a colour for each group, with short arrows along the
/// normals where there are any; of many points a part. The file's ending, .svg or .png, says what
/// it is. False when gnuplot is not there or the file cannot be written.
bool draw_points(const std::filesystem::path& picture, std::span<const PointGroup> groups,
                 const std::vector<std::string>& coordinate_names, const std::string& title);

}  // namespace engd::report
