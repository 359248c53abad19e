#include "solution/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/number_rows.h"
#include "solution/point_source.h"
#include "support/error.h"

namespace engd::solution {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The formulas, and 1, which says where both solutions are.
Formulas with_presence(const Formulas& formulas) {
  Formulas all = formulas;
  all.add("1");
  return all;
}

/// Values of two solutions at points of the first; the last column is NaN where one of them has
/// none.
class Pair {
 public:
  Pair(const Solution& first, const Solution& second, const Formulas& formulas, int threads)
      : first_(first.evaluator(with_presence(formulas), {.threads = threads})),
        second_(second.evaluator(with_presence(formulas), {.threads = threads})) {
    const auto &names = first.variables(), &others = second.variables();
    for (const std::string& name : others) {
      const auto found = std::ranges::find(names, name);
      if (found == names.end() || names.size() != others.size())
        throw InputError(fmt::format("the solutions have other coordinates: {}, and {}",
                                     fmt::join(names, ", "), fmt::join(others, ", ")));
      order_.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    if (first_.columns() != second_.columns())
      throw InputError("a formula is a number in one solution and a vector in the other");
  }

  const std::vector<std::string>& names() const { return first_.names(); }
  Index columns() const { return first_.columns() - 1; }

  struct Values {
    Matrix first, second;
    std::vector<bool> common;
  };
  Values at(std::span<const double> rows) const {
    const std::size_t d = order_.size(), count = rows.size() / d;
    std::vector<double> permuted(rows.size());
    for (std::size_t q = 0; q < count; ++q)
      for (std::size_t j = 0; j < d; ++j) permuted[q * d + j] = rows[q * d + order_[j]];
    Values values{first_(rows), second_(permuted), {}};
    for (Index q = 0; q < values.first.rows(); ++q)
      values.common.push_back(
          !std::isnan(values.first(q, columns()) + values.second(q, columns())));
    return values;
  }

 private:
  Evaluator first_, second_;
  std::vector<std::size_t> order_;  ///< where the second's coordinates are among the first's
};

/// Square sums of differences, with weights.
class DifferenceSums {
 public:
  explicit DifferenceSums(std::size_t columns) : columns_(columns) {}

  void add(std::size_t column, double difference, double reference, double weight) {
    Sum& sum = columns_[column];
    sum.difference += weight * difference;
    sum.weight += weight;
    sum.squares += weight * difference * difference;
    sum.reference_squares += weight * reference * reference;
    sum.reference += weight * reference;
    see(column, difference, reference);
  }
  void see(std::size_t column, double difference, double reference) {
    Sum& sum = columns_[column];
    sum.least = std::min(sum.least, difference);
    sum.most = std::max(sum.most, difference);
    sum.reference_least = std::min(sum.reference_least, reference);
    sum.reference_most = std::max(sum.reference_most, reference);
  }

  Difference result(std::size_t column, const std::string& name, bool up_to_constant) const {
    const Sum& sum = columns_[column];
    const double mean = up_to_constant ? sum.difference / sum.weight : 0;
    const double reference_mean = up_to_constant ? sum.reference / sum.weight : 0;
    const auto norm = [&](double squares, double m) {
      return std::sqrt(std::max(0.0, squares - sum.weight * m * m));
    };
    const auto farthest = [](double least, double most, double m) {
      return std::max(std::abs(least - m), std::abs(most - m));
    };
    return {name, norm(sum.squares, mean), farthest(sum.least, sum.most, mean),
            norm(sum.reference_squares, reference_mean),
            farthest(sum.reference_least, sum.reference_most, reference_mean)};
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  struct Sum {
    double difference = 0, reference = 0, weight = 0, squares = 0, reference_squares = 0;
    double least = infinity, most = -infinity;
    double reference_least = infinity, reference_most = -infinity;
  };
  std::vector<Sum> columns_;
};

geometry::PointSet quadrature(const Solution& solution) {
  constexpr double about = 40'000;
  constexpr int most_axes = 5;
  const geometry::Region region = geometry::interior_of(solution.problem().domain);
  const int d = solution.problem().domain.dimension();
  const bool has_gauss =
      std::ranges::all_of(region.patches, [](const auto& patch) { return patch.has_gauss_rule(); });
  geometry::PointRule rule;
  using Kind = geometry::PointRule::Kind;
  rule.kind = d > most_axes ? Kind::sobol : has_gauss ? Kind::gauss : Kind::grid;
  rule.count = {d > most_axes ? static_cast<int>(about)
                              : std::clamp(static_cast<int>(std::pow(about, 1.0 / d)), 4, 1000)};
  return geometry::place_points(rule, region, {0, 0xfffffffeu, 0}, solution.variables());
}

std::vector<double> rows_of(const geometry::PointSet& points) {
  std::vector<double> rows;
  rows.reserve(points.coordinates.size());
  for (Index q = 0; q < points.count; ++q)
    for (int j = 0; j < points.dimension; ++j) rows.push_back(points.coordinate(q, j));
  return rows;
}

void require_finite(double difference, const std::string& name) {
  if (!std::isfinite(difference))
    throw InputError(fmt::format("{} is not finite at some point that is compared", name));
}

bool is_up_to_constant(const Solution& solution, const std::string& name) {
  const auto& problem = solution.problem();
  const auto found = std::ranges::find(problem.scope.unknowns, name);
  if (found == problem.scope.unknowns.end()) return false;
  const auto k = static_cast<std::size_t>(found - problem.scope.unknowns.begin());
  return k < problem.up_to.size() && problem.up_to[k] == energy::Freedom::constant;
}

/// The box that both have.
geometry::Box common_box(const Solution& solution, const Solution& reference) {
  geometry::Box box = solution.box();
  for (std::size_t j = 0; j < box.lower.size(); ++j) {
    const auto& names = reference.variables();
    const auto at =
        static_cast<std::size_t>(std::ranges::find(names, solution.variables()[j]) - names.begin());
    if (at == names.size()) continue;
    box.lower[j] = std::max(box.lower[j], reference.box().lower[at]);
    box.upper[j] = std::min(box.upper[j], reference.box().upper[at]);
    if (!(box.lower[j] <= box.upper[j]))
      throw InputError(
          fmt::format("the solutions have no point in common: their {} lie apart", names[at]));
  }
  return box;
}

/// Points on the faces, too: there errors are often largest.
void see_grid(const Pair& pair, const geometry::Box& box, const Solution& solution,
              DifferenceSums& sums) {
  const int d = box.dimension();
  const int n = std::max(2, static_cast<int>(std::pow(20'000, 1.0 / d)));
  if (std::pow(n, d) > 1e6) return;
  const auto grid = points_of_grid(box, std::vector<int>(static_cast<std::size_t>(d), n),
                                   Coordinates(solution.variables()));
  std::vector<double> rows(static_cast<std::size_t>(grid->count() * d));
  grid->read(rows);
  const Pair::Values values = pair.at(rows);
  for (Index q = 0; q < values.first.rows(); ++q)
    for (Index k = 0; values.common[static_cast<std::size_t>(q)] && k < pair.columns(); ++k) {
      const double difference = values.first(q, k) - values.second(q, k);
      if (std::isfinite(difference))  // formulas may be infinite on a face
        sums.see(static_cast<std::size_t>(k), difference, values.second(q, k));
    }
}

}  // namespace

Formulas common_unknowns(const Solution& solution, const std::vector<std::string>& names,
                         const std::string& of_what) {
  std::vector<std::string> common;
  for (const std::string& name : solution.unknowns())
    if (std::ranges::find(names, name) != names.end()) common.push_back(name);
  if (common.empty())
    throw InputError(fmt::format("the solution has the unknowns {}, and {} has none of them: {}",
                                 fmt::join(solution.unknowns(), ", "), of_what,
                                 fmt::join(names, ", ")));
  return Formulas(common);
}

Comparison compare(const Solution& solution, const Solution& reference, const Formulas& formulas,
                   int threads) {
  const Pair pair(solution, reference, formulas, threads);
  const geometry::Box box = common_box(solution, reference);
  const geometry::PointSet points = quadrature(solution);
  const Pair::Values values = pair.at(rows_of(points));
  DifferenceSums sums(static_cast<std::size_t>(pair.columns()));
  Comparison comparison;
  double all = 0, common = 0;
  for (Index q = 0; q < points.count; ++q) {
    const double weight = points.weights[static_cast<std::size_t>(q)];
    all += weight;
    if (!values.common[static_cast<std::size_t>(q)]) continue;
    common += weight;
    ++comparison.points;
    for (Index k = 0; k < pair.columns(); ++k) {
      const double difference = values.first(q, k) - values.second(q, k);
      require_finite(difference, pair.names()[static_cast<std::size_t>(k)]);
      sums.add(static_cast<std::size_t>(k), difference, values.second(q, k), weight);
    }
  }
  if (comparison.points == 0) throw InputError("the solutions have no point in common");
  comparison.common = common / all;
  see_grid(pair, box, solution, sums);
  for (std::size_t k = 0; k < static_cast<std::size_t>(pair.columns()); ++k) {
    const std::string& name = pair.names()[k];
    comparison.differences.push_back(sums.result(
        k, name, is_up_to_constant(solution, name) || is_up_to_constant(reference, name)));
  }
  return comparison;
}

Comparison compare_with_table(const Solution& solution, const std::filesystem::path& file,
                              const Formulas& formulas, int threads) {
  const Evaluator evaluator = solution.evaluator(with_presence(formulas), {.threads = threads});
  formats::NumberRows table(file);
  const auto& header = table.header();
  if (header.empty()) table.refuse("the first row must name the columns");
  const auto column_of = [&](const std::string& name) {
    const auto found = std::ranges::find(header, name);
    if (found == header.end())
      table.refuse(
          fmt::format("missing column '{}'; the columns are {}", name, fmt::join(header, ", ")));
    return static_cast<std::size_t>(found - header.begin());
  };
  const auto m = static_cast<std::size_t>(evaluator.columns()) - 1;
  std::vector<std::size_t> places, known;
  for (const std::string& name : solution.variables()) places.push_back(column_of(name));
  for (std::size_t k = 0; k < m; ++k) known.push_back(column_of(evaluator.names()[k]));

  constexpr std::size_t most = 1 << 15;  // rows at a time
  const std::size_t width = header.size(), d = places.size();
  std::vector<double> rows(most * width), points(most * d), values(most * (m + 1));
  DifferenceSums sums(m);
  Comparison comparison;
  Index all = 0;
  while (const Index n = table.read(rows)) {
    const auto count = static_cast<std::size_t>(n);
    for (std::size_t q = 0; q < count; ++q)
      for (std::size_t j = 0; j < d; ++j) points[q * d + j] = rows[q * width + places[j]];
    evaluator.evaluate(std::span(points).first(count * d),
                       std::span(values).first(count * (m + 1)));
    for (std::size_t q = 0; q < count; ++q) {
      if (std::isnan(values[q * (m + 1) + m])) continue;
      ++comparison.points;
      for (std::size_t k = 0; k < m; ++k) {
        const double reference = rows[q * width + known[k]];
        const double difference = values[q * (m + 1) + k] - reference;
        require_finite(difference, evaluator.names()[k]);
        sums.add(k, difference, reference, 1);
      }
    }
    all += n;
  }
  if (comparison.points == 0) table.refuse("no row is a point of the domain");
  comparison.common = static_cast<double>(comparison.points) / static_cast<double>(all);
  const double root = std::sqrt(static_cast<double>(comparison.points));
  for (std::size_t k = 0; k < m; ++k) {
    Difference one =
        sums.result(k, evaluator.names()[k], is_up_to_constant(solution, evaluator.names()[k]));
    one.l2 /= root;
    one.reference_l2 /= root;
    comparison.differences.push_back(one);
  }
  return comparison;
}

formats::SampledField difference_on_grid(const Solution& solution, const Solution& reference,
                                         const Formulas& formulas, int threads) {
  const Pair pair(solution, reference, formulas, threads);
  const geometry::Box box = common_box(solution, reference);
  const std::size_t d = box.lower.size(), shown = std::min<std::size_t>(d, 2);
  std::vector<int> counts(d, 1);
  std::fill_n(counts.begin(), shown, shown == 1 ? 1001 : 201);
  const auto grid = points_of_grid(box, counts, Coordinates(solution.variables()));
  std::vector<double> rows(static_cast<std::size_t>(grid->count()) * d);
  grid->read(rows);
  const Pair::Values values = pair.at(rows);
  formats::SampledField field;
  field.grid.count.assign(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(shown));
  for (std::size_t j = 0; j < shown; ++j) {
    field.grid.lower.push_back(box.lower[j]);
    field.grid.upper.push_back(box.upper[j]);
  }
  for (Index k = 0; k < pair.columns(); ++k) {
    formats::PointArray array{pair.names()[static_cast<std::size_t>(k)], {}, 1};
    for (Index q = 0; q < values.first.rows(); ++q)
      array.values.push_back(values.common[static_cast<std::size_t>(q)]
                                 ? values.first(q, k) - values.second(q, k)
                                 : nan);
    field.arrays.push_back(std::move(array));
  }
  return field;
}

}  // namespace engd::solution
