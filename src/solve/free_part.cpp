#include "solve/free_part.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solve/evaluation.h"

namespace engd::solve {

namespace {

/// Points of one moment at other times, one time after another.
geometry::PointSet at_times(const geometry::PointSet& points, const std::vector<Index>& moment,
                            int axis, const std::vector<double>& times) {
  geometry::PointSet set;
  set.dimension = points.dimension;
  set.count = std::ssize(moment) * std::ssize(times);
  for (int j = 0; j < points.dimension; ++j)
    for (const double time : times)
      for (const Index q : moment)
        set.coordinates.push_back(j == axis ? time : points.coordinate(q, j));
  for (std::size_t k = 0; k < times.size(); ++k)
    for (const Index q : moment) set.weights.push_back(points.weights[static_cast<std::size_t>(q)]);
  return set;
}

/// Of values at points from `first` on, `count` of them; those that are not known do not count.
double mean_of(const Vector& values, const std::vector<double>& weights, Index first, Index count) {
  double sum = 0, weight = 0;
  for (Index q = first; q < first + count; ++q) {
    if (!std::isfinite(values[q])) continue;
    sum += weights[static_cast<std::size_t>(q)] * values[q];
    weight += weights[static_cast<std::size_t>(q)];
  }
  return weight > 0 ? sum / weight : 0;
}

}  // namespace

void remove_free_part(const problem::Problem& problem, int unknown,
                      const geometry::PointSet& points,
                      const std::function<Vector(const geometry::PointSet&)>& error_at,
                      Eigen::Ref<Vector> error) {
  const energy::Freedom freedom = problem.up_to[static_cast<std::size_t>(unknown)];
  if (freedom == energy::Freedom::none) return;
  const auto& on = problem.solution_on[static_cast<std::size_t>(unknown)];
  geometry::PointSet measured =
      evaluation_points(problem, on ? *on : geometry::interior_of(problem.domain));
  std::vector<std::vector<Index>> shown(1);
  if (freedom == energy::Freedom::constant) {
    shown[0].resize(static_cast<std::size_t>(points.count));
    std::iota(shown[0].begin(), shown[0].end(), Index{0});
  } else {
    const int axis = time_axis(problem);
    const auto moments = cpu::time_slices(measured, axis);
    // That of most points: the part of an unknown may not be there at all times.
    const auto& most =
        *std::ranges::max_element(moments, {}, [](const auto& m) { return m.size(); });
    shown = cpu::time_slices(points, axis);
    std::vector<double> times;
    for (const auto& then : shown) times.push_back(points.coordinate(then.front(), axis));
    measured = at_times(measured, most, axis, times);
  }
  const Vector there = error_at(measured);
  const Index each = measured.count / std::ssize(shown);
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const double mean = mean_of(there, measured.weights, each * static_cast<Index>(k), each);
    for (const Index q : shown[k]) error[q] -= mean;
  }
}

}  // namespace engd::solve
