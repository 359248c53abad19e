#include "report/quartiles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace engd::report {

namespace {

/// By linear interpolation between the two nearest.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::vector<Band> quartiles(std::span<const Trace> seeds) {
  std::set<double> moments;
  for (const Trace& seed : seeds) moments.insert(seed.iteration.begin(), seed.iteration.end());
  std::vector<Band> bands;
  std::vector<std::size_t> at(seeds.size(), 0);
  for (double moment : moments) {
    std::vector<double> values, seconds;
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      const Trace& seed = seeds[s];
      if (seed.iteration.empty()) continue;
      while (at[s] + 1 < seed.iteration.size() && seed.iteration[at[s] + 1] <= moment) ++at[s];
      const double value = seed.value[at[s]];
      values.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::max());
      seconds.push_back(seed.seconds[at[s]]);
    }
    std::sort(values.begin(), values.end());
    std::sort(seconds.begin(), seconds.end());
    bands.push_back({moment, quantile(seconds, 0.5), quantile(values, 0.25), quantile(values, 0.5),
                     quantile(values, 0.75)});
  }
  return bands;
}

}  // namespace engd::report
