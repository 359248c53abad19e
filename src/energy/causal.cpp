#include "energy/causal.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace engd::energy {

std::vector<double> causal_factors(const geometry::PointSet& points,
                                   std::span<const double> squares, int time_axis, double epsilon) {
  const auto time = [&](std::ptrdiff_t q) { return points.coordinate(q, time_axis); };
  std::vector<std::ptrdiff_t> order(static_cast<std::size_t>(points.count));
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::ptrdiff_t a, std::ptrdiff_t b) { return time(a) < time(b); });
  const double measure = points.measure();
  std::vector<double> factors(order.size());
  double sum = 0, pending = 0;  // pending: of points at the same time
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::ptrdiff_t q = order[k];
    if (k > 0 && time(q) > time(order[k - 1])) sum += std::exchange(pending, 0.0);
    const auto at = static_cast<std::size_t>(q);
    factors[at] = std::exp(-epsilon * sum);
    pending += points.weights[at] / measure * squares[at];
  }
  return factors;
}

}  // namespace engd::energy
