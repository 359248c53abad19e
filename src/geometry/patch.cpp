#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "geometry/region.h"

namespace engd::geometry {
namespace {

/// A chart's coordinates: shapes have at most three.
using SpacePoint = std::array<double, 3>;

std::span<double> first(SpacePoint& point, std::size_t count) {
  return std::span(point).first(count);
}

/// Calls visit(coordinate, parameter) for every coordinate that the chart does not give.
template <class Visit>
void for_other_coordinates(const Patch& patch, Visit&& visit) {
  std::size_t parameter = patch.chart->axes.size();
  for (int j = 0; parameter < patch.lower.size(); ++j)
    if (std::ranges::find(patch.space, j) == patch.space.end())
      visit(static_cast<std::size_t>(j), parameter++);
}

}  // namespace

bool Patch::is_free(int parameter) const {
  const auto j = static_cast<std::size_t>(parameter);
  return lower[j] != upper[j];
}

int Patch::dimension() const {
  int free = 0;
  for (std::size_t j = 0; j < lower.size(); ++j) free += lower[j] != upper[j];
  return free;
}

int Patch::space_dimension() const {
  const int all = static_cast<int>(lower.size());
  return chart ? all - chart->parameters() + chart->space_dimension : all;
}

bool Patch::has_gauss_rule() const {
  return !chart || std::ranges::none_of(chart->axes, [](const Axis& axis) {
    return axis.kind == AxisKind::lattice;
  });
}

double Patch::measure() const {
  const std::size_t own = chart ? chart->axes.size() : 0;
  double product = chart ? measure_of(*chart, lower, upper) * chart->kept_fraction : 1;
  for (std::size_t j = own; j < lower.size(); ++j)
    if (lower[j] != upper[j]) product *= upper[j] - lower[j];
  return product;
}

double Patch::envelope() const {
  double product = chart ? chart->largest_density : 1;
  for (std::size_t j = 0; j < lower.size(); ++j)
    if (lower[j] != upper[j]) product *= upper[j] - lower[j];
  return product;
}

double Patch::map(std::span<const double> parameters, std::span<double> point,
                  std::span<double> normal) const {
  std::ranges::fill(normal, 0.0);
  if (!normal.empty() && normal_axis >= 0)
    normal[static_cast<std::size_t>(normal_axis)] = normal_sign;
  if (!chart) {
    std::ranges::copy(parameters, point.begin());
    return 1;
  }
  SpacePoint x{}, n{};
  const bool with_normal = !normal.empty() && normal_axis < 0 && chart->has_normal;
  const double density = chart->map(parameters.first(chart->axes.size()), first(x, space.size()),
                                    with_normal ? first(n, space.size()) : std::span<double>{});
  for (std::size_t k = 0; k < space.size(); ++k) {
    point[static_cast<std::size_t>(space[k])] = x[k];
    if (with_normal) normal[static_cast<std::size_t>(space[k])] = n[k];
  }
  for_other_coordinates(*this, [&](std::size_t coordinate, std::size_t parameter) {
    point[coordinate] = parameters[parameter];
  });
  return density;
}

std::vector<double> Patch::locate(std::span<const double> point) const {
  std::vector<double> s(lower.size());
  if (!chart) {
    std::ranges::copy(point, s.begin());
  } else {
    SpacePoint x{};
    for (std::size_t k = 0; k < space.size(); ++k) x[k] = point[static_cast<std::size_t>(space[k])];
    chart->locate(first(x, space.size()), std::span(s).first(chart->axes.size()));
    for_other_coordinates(*this, [&](std::size_t coordinate, std::size_t parameter) {
      s[parameter] = point[coordinate];
    });
  }
  for (std::size_t j = 0; j < s.size(); ++j) s[j] = std::clamp(s[j], lower[j], upper[j]);
  return s;
}

bool Patch::keeps(std::span<const double> point) const {
  if (!chart || !chart->keep) return true;
  SpacePoint x{};
  for (std::size_t k = 0; k < space.size(); ++k) x[k] = point[static_cast<std::size_t>(space[k])];
  return chart->keep(first(x, space.size()));
}

}  // namespace engd::geometry
