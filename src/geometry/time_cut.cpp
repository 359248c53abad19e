#include "geometry/time_cut.h"

#include <algorithm>

#include "geometry/no_points.h"

namespace engd::geometry {

std::size_t parameter_of(const Patch& patch, int axis) {
  if (!patch.chart) return static_cast<std::size_t>(axis);
  std::size_t parameter = patch.chart->axes.size();
  for (int j = 0; j < axis; ++j)
    parameter += std::find(patch.space.begin(), patch.space.end(), j) == patch.space.end();
  return parameter;
}

namespace {

/// Where a patch lies: across the window, at the start of time, or at another single time.
enum class Place { across, start, outside };

/// Cuts a patch to the window.
Place cut_patch(Patch& patch, const TimeInterval& window) {
  const std::size_t j = parameter_of(patch, window.axis);
  double &lower = patch.lower[j], &upper = patch.upper[j];
  if (lower == upper) {
    if (lower == window.start) {
      lower = upper = window.lower;
      return Place::start;
    }
    const bool inside = lower >= window.lower && (lower < window.upper || window.last);
    return inside ? Place::across : Place::outside;
  }
  lower = std::max(lower, window.lower);
  upper = std::min(upper, window.upper);
  return lower < upper ? Place::across : Place::outside;
}

}  // namespace

CutRegion cut_region(const Region& region, const TimeInterval& window) {
  CutRegion cut{region, region};
  cut.across.patches.clear();
  cut.start.patches.clear();
  for (Patch patch : region.patches) {
    const Place place = cut_patch(patch, window);
    if (place == Place::across)
      cut.across.patches.push_back(std::move(patch));
    else if (place == Place::start)
      cut.start.patches.push_back(std::move(patch));
  }
  if (region.keep)  // what is kept at the start of time is kept at that of the window
    cut.start.keep = [keep = region.keep, window](std::span<const double> point) {
      std::vector<double> moved(point.begin(), point.end());
      moved[static_cast<std::size_t>(window.axis)] = window.start;
      return keep(moved);
    };
  return cut;
}

bool is_at(const Region& region, const TimeInterval& window, double time) {
  return std::any_of(region.patches.begin(), region.patches.end(), [&](const auto& patch) {
    const std::size_t j = parameter_of(patch, window.axis);
    return patch.lower[j] == patch.upper[j] && patch.lower[j] == time;
  });
}

bool has_points(const PointRule& rule, const Region& region,
                const std::vector<std::string>& coordinates) {
  if (region.patches.empty()) return false;
  const bool all_stay = !region.keep && rule.kind != PointRule::Kind::file;
  if (all_stay) return true;
  try {
    return place_points(rule, region, {}, coordinates).count > 0;
  } catch (const NoPoints&) {
    return false;
  }
}

}  // namespace engd::geometry
