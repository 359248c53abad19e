#include "geometry/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/error.h"

namespace engd::geometry {

Patch whole(Chart chart) {
  Patch patch;
  for (const Axis& axis : chart.axes) {
    patch.lower.push_back(axis.lower);
    patch.upper.push_back(axis.upper);
  }
  patch.space.resize(static_cast<std::size_t>(chart.space_dimension));
  std::iota(patch.space.begin(), patch.space.end(), 0);
  chart.whole_measure = measure_of(chart, patch.lower, patch.upper);
  patch.chart = std::make_shared<const Chart>(std::move(chart));
  return patch;
}

Chart filled_box(const Box& box, AxisKind kind) {
  Chart chart;
  chart.name = "interior";
  chart.space_dimension = box.dimension();
  for (std::size_t j = 0; j < box.lower.size(); ++j)
    chart.axes.push_back({box.lower[j], box.upper[j], kind});
  chart.map = [](std::span<const double> s, std::span<double> point, std::span<double>) {
    std::ranges::copy(s, point.begin());
    return 1.0;
  };
  chart.locate = [](std::span<const double> point, std::span<double> s) {
    std::ranges::copy(point, s.begin());
  };
  return chart;
}

void require_positive(const char* what, double value) {
  if (!(value > 0 && std::isfinite(value)))
    throw InputError(fmt::format("the {} is {}; it must be positive", what, value));
}

}  // namespace engd::geometry
