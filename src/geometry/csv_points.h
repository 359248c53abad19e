#pragma once

#include <string>
#include <vector>

#include "geometry/points.h"

namespace engd::geometry {

/// Points from a CSV file. The first row names the columns: every coordinate, and if wanted
/// `weight` and the normal as n_<coordinate> for every coordinate, in any order. Blank lines and
/// lines that begin with # are skipped. Without weights all points have the same, and they add up
/// to the region's measure; without normals they are those of the patch that a point lies on.
/// `further` are the names of columns of measured values. Throws InputError as FILE:LINE: message.
PointSet read_points(const std::string& file, const Region& region,
                     const std::vector<std::string>& coordinate_names,
                     const std::vector<std::string>& further = {});

/// Whether the file has columns of normals; false for a file that read_points refuses.
bool has_normals(const std::string& file, const std::vector<std::string>& coordinate_names,
                 const std::vector<std::string>& further = {});

}  // namespace engd::geometry
