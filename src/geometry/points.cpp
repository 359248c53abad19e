#include "geometry/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "geometry/csv_points.h"
#include "geometry/no_points.h"
#include "geometry/patches.h"
#include "geometry/scattered.h"
#include "geometry/tensor_rules.h"
#include "support/error.h"

namespace engd::geometry {

using Kind = PointRule::Kind;

std::vector<double> PointSet::point(std::ptrdiff_t q) const {
  std::vector<double> x;
  for (int j = 0; j < dimension; ++j) x.push_back(coordinate(q, j));
  return x;
}

PointSet PointSet::chosen(const std::vector<std::ptrdiff_t>& numbers) const {
  PointSet some;
  some.dimension = dimension;
  some.count = std::ssize(numbers);
  for (int j = 0; j < dimension; ++j)
    for (const std::ptrdiff_t q : numbers) some.coordinates.push_back(coordinate(q, j));
  for (const std::ptrdiff_t q : numbers)
    some.weights.push_back(weights[static_cast<std::size_t>(q)]);
  return some;
}

PointSet probe_points(int count, const Region& region,
                      const std::vector<std::string>& coordinate_names) {
  PointRule rule;
  rule.kind = PointRule::Kind::halton;
  rule.count = {count};
  return place_points(rule, region, {}, coordinate_names);
}

double PointSet::measure() const {
  // Kahan's summation: many equal weights would otherwise drift by their number in units of the
  // last place.
  double sum = 0, lost = 0;
  for (double weight : weights) {
    const double term = weight - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return sum;
}

const double* PointSet::values_of(const expr::Leaf& leaf) const {
  switch (leaf.kind) {
    case expr::Leaf::Kind::coordinate:
      return coordinates.data() + leaf.index * count;
    case expr::Leaf::Kind::normal:
      return normals.data() + leaf.index * count;
    case expr::Leaf::Kind::measured:
      return columns.data() + leaf.index * count;
    case expr::Leaf::Kind::data:
    case expr::Leaf::Kind::field:
    case expr::Leaf::Kind::coefficient:
    case expr::Leaf::Kind::jet:
    case expr::Leaf::Kind::increment:
      break;
  }
  throw std::logic_error(std::string("points have no values of the kind ") +
                         expr::kind_name(leaf.kind));
}

bool is_tensor_rule(PointRule::Kind kind) {
  switch (kind) {
    case PointRule::Kind::grid:
    case PointRule::Kind::trapezoid:
    case PointRule::Kind::gauss:
      return true;
    case PointRule::Kind::random:
    case PointRule::Kind::sobol:
    case PointRule::Kind::halton:
    case PointRule::Kind::file:
      return false;
  }
  return false;
}

const char* to_string(PointRule::Kind kind) {
  switch (kind) {
    case Kind::grid:
      return "grid";
    case Kind::trapezoid:
      return "trapezoid";
    case Kind::gauss:
      return "gauss";
    case Kind::random:
      return "random";
    case Kind::sobol:
      return "sobol";
    case Kind::halton:
      return "halton";
    case Kind::file:
      return "file";
  }
  return "";
}

namespace {

bool is_tensor(Kind kind) {
  return kind == Kind::grid || kind == Kind::trapezoid || kind == Kind::gauss;
}

void check_region(const Region& region) {
  if (region.patches.empty()) throw NoPoints("the region is empty: there is no place for points");
  check_one_dimension(region.patches);
  const double measure = region.measure();
  if (!(measure >= std::numeric_limits<double>::min() && std::isfinite(measure)))
    throw InputError(
        fmt::format("the region's measure, {}, is beyond the range of floating-point "
                    "numbers; scale the coordinates",
                    measure));
}

PointSet kept_in(const PointSet& all, const PointRule::Slab& slab) {
  if (slab.axis < 0) return all;
  std::vector<std::ptrdiff_t> kept;
  for (std::ptrdiff_t q = 0; q < all.count; ++q) {
    const double x = all.coordinate(q, slab.axis);
    if (x >= slab.lower && (x < slab.upper || (slab.closed && x <= slab.upper))) kept.push_back(q);
  }
  PointSet set;
  set.dimension = all.dimension;
  set.count = std::ssize(kept);
  const auto pick = [&](const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t first = 0; first < from.size(); first += static_cast<std::size_t>(all.count))
      for (const std::ptrdiff_t q : kept) to.push_back(from[first + static_cast<std::size_t>(q)]);
  };
  pick(all.coordinates, set.coordinates);
  pick(all.normals, set.normals);
  pick(all.weights, set.weights);
  pick(all.columns, set.columns);
  return set;
}

int multiplied(int n, double factor) {
  const double product = std::ceil(n * factor);
  constexpr int most = std::numeric_limits<int>::max();
  return product < most ? static_cast<int>(product) : most;
}

}  // namespace

std::optional<std::ptrdiff_t> point_count(const PointRule& rule, const Region& region) {
  if (rule.kind == Kind::file) return std::nullopt;
  return is_tensor(rule.kind) ? tensor_count(rule, region) : scattered_count(rule);
}

PointSet place_points(const PointRule& rule, const Region& region, const Draw& draw,
                      const std::vector<std::string>& coordinate_names) {
  check_region(region);
  if (rule.kind == Kind::file)
    return kept_in(read_points(rule.file, region, coordinate_names, rule.columns), rule.slab);
  PointSet set =
      is_tensor(rule.kind) ? place_tensor(rule, region) : place_scattered(rule, region, draw);
  if (set.count == 0)
    throw NoPoints(
        fmt::format("the condition keeps none of the {} points of {}; take more "
                    "points or a condition that selects more; x == 0.5 selects the slice itself, "
                    "and points = {{ file = ... }} takes any points",
                    *point_count(rule, region), to_string(rule.kind)));
  return set;
}

PointRule finer(const PointRule& rule, int dimension, double factor) {
  assert(dimension >= 0 && factor >= 1);
  PointRule fine = rule;
  if (rule.kind == Kind::file) return fine;
  // A small allowance, so that round-off in the root does not add a point to every axis.
  const double each =
      is_tensor(rule.kind) ? std::pow(factor, 1.0 / std::max(dimension, 1)) * (1 - 1e-14) : factor;
  for (int& n : fine.count) n = multiplied(n, each);
  return fine;
}

}  // namespace engd::geometry
