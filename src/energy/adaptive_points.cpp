#include "energy/adaptive_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace engd::energy {

namespace {

using geometry::PointSet;

/// Points by number: of `first`, then of `second`, with the measure of `first` in equal parts.
PointSet picked(const PointSet& first, std::span<const std::ptrdiff_t> of_first,
                const PointSet& second = {}, std::ptrdiff_t of_second = 0) {
  PointSet set;
  set.dimension = first.dimension;
  set.count = std::ssize(of_first) + of_second;
  const auto pick = [&](const std::vector<double>& a, const std::vector<double>& b,
                        std::vector<double>& to) {
    for (int j = 0; j < first.dimension && !a.empty(); ++j) {
      for (const std::ptrdiff_t q : of_first)
        to.push_back(a[static_cast<std::size_t>(j * first.count + q)]);
      for (std::ptrdiff_t q = 0; q < of_second; ++q)
        to.push_back(b[static_cast<std::size_t>(j * second.count + q)]);
    }
  };
  pick(first.coordinates, second.coordinates, set.coordinates);
  pick(first.normals, second.normals, set.normals);
  set.weights.assign(static_cast<std::size_t>(set.count),
                     first.measure() / static_cast<double>(set.count));
  return set;
}

/// A residual that is not finite counts as the largest that is.
std::vector<double> magnitudes(std::span<const double> squares) {
  std::vector<double> sizes;
  double largest = 0;
  for (const double s : squares)
    if (std::isfinite(s)) largest = std::max(largest, std::sqrt(s));
  for (const double s : squares) sizes.push_back(std::isfinite(s) ? std::sqrt(s) : largest);
  return sizes;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

PointSet rad_points(const PointSet& candidates, std::span<const double> squares,
                    std::ptrdiff_t count, double power, double floor, const RandomStream& random) {
  std::vector<double> density = magnitudes(squares);
  // In units of the largest, so that no power overflows.
  const double largest = *std::max_element(density.begin(), density.end());
  for (double& r : density) r = largest > 0 ? std::pow(r / largest, power) : 1;
  const double average = mean(density);
  for (double& p : density) p = p / average + floor;
  // The largest of u^(1/p), u uniform: a draw without replacement (Efraimidis and Spirakis).
  std::vector<double> key;
  for (std::size_t q = 0; q < density.size(); ++q)
    key.push_back(std::log(random.uniform(q)) / density[q]);
  std::vector<std::ptrdiff_t> order(density.size());
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  const auto kept = order.begin() + std::min<std::ptrdiff_t>(count, std::ssize(order));
  std::nth_element(order.begin(), kept - 1, order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
    const double of_a = key[static_cast<std::size_t>(a)], of_b = key[static_cast<std::size_t>(b)];
    return of_a > of_b || (of_a == of_b && a < b);
  });
  std::sort(order.begin(), kept);
  return picked(candidates, std::span(order.begin(), kept));
}

PointSet r3_points(const PointSet& current, std::span<const double> squares,
                   const PointSet& fresh) {
  const std::vector<double> sizes = magnitudes(squares);
  const double threshold = mean(sizes);
  std::vector<std::ptrdiff_t> retained;
  for (std::ptrdiff_t q = 0; q < current.count && std::ssize(retained) < fresh.count; ++q)
    if (sizes[static_cast<std::size_t>(q)] > threshold) retained.push_back(q);
  return picked(current, retained, fresh, fresh.count - std::ssize(retained));
}

}  // namespace engd::energy
