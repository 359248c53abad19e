#pragma once

#include <string>
#include <vector>

#include "geometry/points.h"
#include "geometry/region.h"

namespace engd::geometry {

/// A window of time, and the whole time that it is a part of.
struct TimeInterval {
  int axis;
  double lower, upper;
  bool first, last;
  double start, end;  ///< of the whole
};

/// The parameter of a patch that is the coordinate `axis`.
std::size_t parameter_of(const Patch& patch, int axis);

/// The parts of a region across the window and at its start.
struct CutRegion {
  Region across, start;
};

/// Cuts a region to the window. What is at the start of the whole time is moved to the start of the
/// window; slices at other times belong to the window of their time.
CutRegion cut_region(const Region& region, const TimeInterval& window);

/// Whether a piece of a region is at this time.
bool is_at(const Region& region, const TimeInterval& window, double time);

/// Whether points of a rule remain on a region; a file has points of all times, of which its slab
/// keeps those of a window.
bool has_points(const PointRule& rule, const Region& region,
                const std::vector<std::string>& coordinates);

}  // namespace engd::geometry
