#include <algorithm>
#include <cmath>

#include "network/kinds.h"
#include "optim/options.h"
#include "read/reader.h"

namespace engd::read {
namespace {

using geometry::PointRule;

// A network is never asked for more by itself: memory ends long before.
constexpr double most_rows = 1e9;

int dimension_of(const geometry::Region& region) {
  int dimension = 0;
  for (const geometry::Patch& patch : region.patches)
    dimension = std::max(dimension, patch.dimension());
  return dimension;
}

/// The points that a rule lays on a region. How many a condition keeps is counted on the rule as it
/// stands, and scales with the rule.
class Counted {
 public:
  Counted(const Problem& problem, const Term& term) : region_(term.region) {
    if (!region_.keep || !geometry::is_tensor_rule(term.points.kind)) return;
    try {
      const auto all = static_cast<double>(*geometry::point_count(term.points, region_));
      const auto kept =
          geometry::place_points(term.points, region_, {}, problem.scope.coordinates).count;
      part_ = static_cast<double>(kept) / all;
    } catch (const InputError&) {  // told where points are placed
    }
  }
  double of(const PointRule& rule) const {
    return part_ * static_cast<double>(geometry::point_count(rule, region_).value_or(0));
  }

 private:
  const geometry::Region& region_;
  double part_ = 1;
};

/// Rows that a point gives. Rows of a density are curvatures: at least one.
double rows_of_a_point(const Term& term) {
  return term.density ? 1 : static_cast<double>(term.residuals.size());
}

/// The same rule with `times` as many points inside the domain, and as much denser on a boundary.
void enlarge(Term& term, double times, int dimension, const Counted& counted) {
  const double wanted = times * counted.of(term.points);
  const int own = dimension_of(term.region);
  if (own == 0) return;
  const double along = std::pow(times, 1.0 / dimension);
  int& count = term.points.count.front();
  const auto grown = [&](double factor) {
    return static_cast<int>(std::ceil(count * factor * (1 - 1e-14)));
  };
  if (!geometry::is_tensor_rule(term.points.kind)) {
    count = grown(std::pow(along, own));
    return;
  }
  count = grown(along);
  if (own < dimension) return;
  while (counted.of(term.points) < wanted) ++count;  // rules of shapes: n (n + 1) and the like
}

}  // namespace

void settle_points(Problem& problem, const Value& terms) {
  const int dimension = problem.domain.dimension();
  const auto parameters = [&](const network::Options& network) {
    return network::kind_of(network).parameters(network, dimension,
                                                static_cast<int>(problem.scope.unknowns.size()));
  };
  double most = parameters(problem.network);
  for (const Correction& correction : problem.corrections)
    most = std::max(most, parameters(correction.network));
  most += static_cast<double>(problem.coefficients.size());

  double written = 0, by_default = 0;  // rows inside the domain
  std::vector<Counted> counted;
  const auto is_default = [&](std::size_t t) {
    return !terms.items[t].find("points") && !problem.terms[t].is_data;
  };
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const Term& term = problem.terms[t];
    counted.emplace_back(problem, term);
    if (dimension_of(term.region) < dimension || term.is_data) continue;
    (is_default(t) ? by_default : written) += rows_of_a_point(term) * counted[t].of(term.points);
  }
  const double missing = std::min(optim::enough_rows * most, most_rows) - written;
  if (!(by_default > 0) || missing <= by_default) return;
  for (std::size_t t = 0; t < problem.terms.size(); ++t)
    if (is_default(t)) enlarge(problem.terms[t], missing / by_default, dimension, counted[t]);
}

}  // namespace engd::read
