#include "geometry/scattered.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "geometry/halton.h"
#include "geometry/no_points.h"
#include "geometry/point_buffer.h"
#include "geometry/sobol.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

using Kind = PointRule::Kind;
/// Writes point `index` of a sequence in the open unit cube.
using Sequence = std::function<void(std::uint64_t index, std::span<double> out)>;

constexpr double least_acceptance = 1e-4;
/// With an acceptance of 1e-4 the number of points kept is then 20 +- 4.5.
constexpr std::uint64_t tries_before_judging = 200000;

/// Carries a point of the unit cube to the patches.
class PatchMap {
 public:
  explicit PatchMap(const Region& region) : region_(region) {
    double sum = 0;
    for (const Patch& patch : region.patches) {
      cumulative_.push_back(sum += patch.envelope());
      thins_ |= patch.chart && !patch.chart->is_uniform;
    }
  }

  /// Whether it can answer false.
  bool rejects() const {
    return thins_ || std::ranges::any_of(region_.patches, [](const Patch& patch) {
             return patch.chart && patch.chart->keep;
           });
  }
  bool chooses() const { return region_.patches.size() > 1; }
  int cube_dimension() const {
    return region_.patches.front().dimension() + (chooses() ? 1 : 0) + (thins_ ? 1 : 0);
  }

  /// Writes a point of the region, before its `keep`, and the normal there. False when the place is
  /// not one: where charts stretch the parameters unevenly or keep a part only, those points that
  /// are uniform remain.
  bool operator()(std::span<const double> cube, std::span<double> point,
                  std::span<double> normal) const {
    const Patch& patch = chooses() ? choose(cube[0]) : region_.patches.front();
    std::size_t next = chooses() ? 1 : 0;
    std::vector<double> s(patch.lower.size());
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double lower = patch.lower[j], upper = patch.upper[j];
      s[j] = lower == upper
                 ? lower
                 : std::clamp(std::fma(cube[next++], upper - lower, lower), lower, upper);
    }
    const double density = patch.map(s, point, normal);
    const bool stays =
        !thins_ || !patch.chart || density > cube[next] * patch.chart->largest_density;
    return stays && patch.keeps(point);
  }

 private:
  const Patch& choose(double u) const {
    const auto found = std::ranges::upper_bound(cumulative_, u * cumulative_.back());
    const auto last = static_cast<std::ptrdiff_t>(cumulative_.size()) - 1;
    return region_.patches[static_cast<std::size_t>(std::min(found - cumulative_.begin(), last))];
  }

  const Region& region_;
  bool thins_ = false;
  std::vector<double> cumulative_;
};

/// For indices below `points`.
Sequence sequence(Kind kind, int dimension, std::uint64_t points, const Draw& draw) {
  const RandomStream shift{draw.seed, Purpose::shift, draw.stream, draw.index};
  if (kind == Kind::sobol) {
    if (dimension > Sobol::max_dimension)
      throw InputError(
          fmt::format("sobol has at most {} dimensions and {} are needed; use halton "
                      "or random points",
                      Sobol::max_dimension, dimension));
    return [sobol = Sobol(dimension, shift)](std::uint64_t index, std::span<double> out) {
      sobol.point(index, out);
    };
  }
  if (kind == Kind::halton)
    return [halton = Halton(dimension, points, shift)](std::uint64_t index, std::span<double> out) {
      halton.point(index, out);
    };
  const RandomStream random{draw.seed, Purpose::points, draw.stream, draw.index};
  return [random](std::uint64_t index, std::span<double> out) {
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = random.uniform(index * out.size() + j);
  };
}

/// Where a patch that is one point lies.
std::vector<double> place_of(const Patch& patch, std::span<double> normal = {}) {
  std::vector<double> point(static_cast<std::size_t>(patch.space_dimension()));
  patch.map(patch.lower, point, normal);
  return point;
}

/// On single points there is nothing to draw: they take turns, and each keeps its weight of 1.
PointSet share_single_points(std::ptrdiff_t n, const Region& region) {
  std::vector<Patch> kept;
  for (const Patch& patch : region.patches)
    if (!region.keep || region.keep(place_of(patch))) kept.push_back(patch);
  const auto places = static_cast<std::ptrdiff_t>(kept.size());
  PointBuffer buffer(region.space_dimension, n, region.has_normals());
  for (std::ptrdiff_t q = 0; q < (places > 0 ? n : 0); ++q) {
    const std::ptrdiff_t place = q % places;
    const std::ptrdiff_t visits = n / places + (place < n % places ? 1 : 0);
    const double weight = n < places ? static_cast<double>(places) / static_cast<double>(n)
                                     : 1 / static_cast<double>(visits);
    const Patch& patch = kept[static_cast<std::size_t>(place)];
    std::vector<double> normal(static_cast<std::size_t>(region.space_dimension));
    const std::vector<double> point = place_of(patch, normal);
    buffer.add(point, weight, normal);
  }
  return std::move(buffer).finish();
}

}  // namespace

std::ptrdiff_t scattered_count(const PointRule& rule) {
  if (rule.count.size() != 1)
    throw InputError(fmt::format("{} has {} counts; give one number, the points in all",
                                 to_string(rule.kind), rule.count.size()));
  if (rule.count[0] < 1)
    throw InputError(
        fmt::format("{} = {}: at least 1 point is needed", to_string(rule.kind), rule.count[0]));
  return rule.count[0];
}

PointSet place_scattered(const PointRule& rule, const Region& region, const Draw& draw) {
  const std::ptrdiff_t n = scattered_count(rule);
  if (region.patches.front().dimension() == 0) return share_single_points(n, region);
  const PatchMap to_patch(region);
  const bool rejects = region.keep || to_patch.rejects();
  const std::uint64_t most_tries = rejects ? Sobol::max_points : static_cast<std::uint64_t>(n);
  const Sequence draw_cube = sequence(rule.kind, to_patch.cube_dimension(), most_tries, draw);
  PointBuffer buffer(region.space_dimension, n, region.has_normals());
  std::vector<double> cube(static_cast<std::size_t>(to_patch.cube_dimension()));
  std::vector<double> point(static_cast<std::size_t>(region.space_dimension)), normal(point);
  std::uint64_t tried = 0, on_region = 0;
  while (buffer.count() < n) {
    const auto kept = static_cast<double>(buffer.count());
    const bool hopeless =
        tried >= tries_before_judging && !(kept >= least_acceptance * static_cast<double>(tried));
    if (hopeless || tried == most_tries)
      throw NoPoints(
          fmt::format("{} {} of {} points; it must {} at least {} of the region that it restricts",
                      region.keep ? "the condition keeps" : "the shape holds", buffer.count(),
                      tried, region.keep ? "select" : "fill", least_acceptance));
    draw_cube(tried++, cube);
    if (!to_patch(cube, point, normal)) continue;
    ++on_region;
    if (!region.keep || region.keep(point)) buffer.add(point, 0, normal);
  }
  buffer.set_all_weights(region.measure() / static_cast<double>(on_region));
  return std::move(buffer).finish();
}

double kept_fraction(const Region& region) {
  if (!region.keep) return 1;
  if (region.patches.front().dimension() == 0) {
    const auto kept = std::ranges::count_if(
        region.patches, [&](const Patch& patch) { return region.keep(place_of(patch)); });
    return static_cast<double>(kept) / static_cast<double>(region.patches.size());
  }
  constexpr int tries = 1 << 16;
  const PatchMap to_patch(region);
  const Sequence draw_cube = sequence(Kind::halton, to_patch.cube_dimension(), tries, {});
  std::vector<double> cube(static_cast<std::size_t>(to_patch.cube_dimension()));
  std::vector<double> point(static_cast<std::size_t>(region.space_dimension)), normal(point);
  int kept = 0, on_region = 0;
  for (int i = 0; i < tries; ++i) {
    draw_cube(static_cast<std::uint64_t>(i), cube);
    if (!to_patch(cube, point, normal)) continue;
    ++on_region;
    kept += region.keep(point);
  }
  return static_cast<double>(kept) / std::max(on_region, 1);
}

}  // namespace engd::geometry
