#include "solution/integral.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "support/error.h"

namespace engd::solution {

namespace {

using geometry::PointRule;

constexpr std::ptrdiff_t most_points = 2'000'000;
/// In higher dimension products of rules have too few points along an axis.
constexpr int most_axes = 5;
constexpr double rounding = std::numeric_limits<double>::epsilon();

int dimension_of(const geometry::Region& region) {
  int dimension = 0;
  for (const geometry::Patch& patch : region.patches)
    dimension = std::max(dimension, patch.dimension());
  return dimension;
}

PointRule first_rule(const geometry::Region& region) {
  const int dimension = dimension_of(region);
  const bool has_gauss = std::ranges::all_of(
      region.patches, [](const geometry::Patch& patch) { return patch.has_gauss_rule(); });
  PointRule rule;
  rule.kind = dimension > most_axes ? PointRule::Kind::sobol
              : has_gauss           ? PointRule::Kind::gauss
                                    : PointRule::Kind::grid;
  rule.count = {dimension > most_axes ? 1 << 14 : dimension <= 2 ? 8 : 4};
  return rule;
}

bool is_small_enough(const PointRule& rule, const geometry::Region& region) {
  constexpr int most_along = 2048;  // Gauss points take seconds to compute then
  if (geometry::is_tensor_rule(rule.kind) && rule.count.front() > most_along) return false;
  const auto count = geometry::point_count(rule, region);
  return count && *count <= most_points;
}

struct Sums {
  Vector values, sizes;  ///< of the formulas, and of their absolute values
  double measure = 0;
  Index points = 0;
};

[[noreturn]] void refuse_value(const Solution& solution, const std::string& formula,
                               const std::string& part, const geometry::PointSet& points, Index q,
                               const Blanks& blanks) {
  std::string place;
  for (int j = 0; j < points.dimension; ++j)
    place +=
        fmt::format("{}{} = {:g}", j == 0 ? "" : ", ",
                    solution.variables()[static_cast<std::size_t>(j)], points.coordinate(q, j));
  throw InputError(fmt::format(
      "the integral of {} over {}: {} at {}", formula, part,
      blanks.unsolved > 0 ? "the run has not come to the time" : "the formula is not finite",
      place));
}

Sums sum_up(const Solution& solution, const Evaluator& evaluator, const geometry::Region& region,
            const std::string& part, const PointRule& rule) {
  const geometry::PointSet points =
      geometry::place_points(rule, region, {0, 0xfffffffeu, 0}, solution.variables());
  Blanks blanks;
  const Matrix values = evaluator(points, &blanks);
  const Eigen::Map<const Vector> weights(points.weights.data(), points.count);
  for (Index k = 0; k < values.cols(); ++k)
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isfinite(values(q, k)))
        refuse_value(solution, evaluator.names()[static_cast<std::size_t>(k)], part, points, q,
                     blanks);
  return {values.transpose() * weights, values.cwiseAbs().transpose() * weights, weights.sum(),
          points.count};
}

}  // namespace

std::vector<Integral> integrate(const Solution& solution, const Evaluator& evaluator,
                                const geometry::Region& region, const std::string& part) {
  if (evaluator.needs_normals() && !region.has_normals())
    throw InputError(
        fmt::format("the part '{}' has no normal, which dn(...) and n_... need", part));
  PointRule rule = first_rule(region);
  std::optional<Sums> before;
  Sums last;
  Vector error;
  for (; !before || is_small_enough(rule, region); rule.count.front() *= 2) {
    last = sum_up(solution, evaluator, region, part, rule);
    if (before) {
      error = (last.values - before->values).cwiseAbs() + rounding * last.sizes;
      if ((error.array() <= 4 * rounding * last.sizes.array()).all()) break;
    }
    before = last;
  }
  std::vector<Integral> integrals;
  for (Index k = 0; k < last.values.size(); ++k)
    integrals.push_back({last.values[k], error[k], last.measure, last.points});
  return integrals;
}

}  // namespace engd::solution
