// Whether values that were measured or computed elsewhere satisfy what the file asks for:
// conditions on values where they have points on them, equations where the points are a grid.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "check/grid.h"
#include "check/kinds.h"
#include "check/misfit.h"
#include "check/names_in.h"

namespace engd::check {

namespace {

constexpr double tolerance = 1e-3;           // of data that were computed by another method
constexpr double equation_tolerance = 0.05;  // of their differences
constexpr std::ptrdiff_t most_points = 20000;

/// Values of some unknowns at points.
class Known {
 public:
  Known(const std::string& name, const geometry::PointSet& points) : name(name), points_(points) {}
  explicit Known(const problem::Reference& reference)
      : Known("the reference solution in " + reference.file, reference.points) {
    for (std::size_t k = 0; k < reference.unknowns.size(); ++k) {
      const auto column = reference.values.col(static_cast<std::ptrdiff_t>(k));
      add(reference.unknowns[k], {column.begin(), column.end()});
    }
  }
  void add(int unknown, std::vector<double> values) {
    for (const double u : values) scale_ = std::max(scale_, std::fabs(u));
    values_[unknown] = std::move(values);
  }

  std::string name;
  const geometry::PointSet& points() const { return points_; }
  std::ptrdiff_t step() const { return 1 + points_.count / most_points; }
  bool has(int unknown) const { return values_.contains(unknown); }
  const std::vector<double>& values(int unknown) const { return values_.at(unknown); }
  std::vector<double> point(std::ptrdiff_t q) const { return points_.point(q); }
  Sized value(int unknown, std::ptrdiff_t q) const {
    const double u = values_.at(unknown)[static_cast<std::size_t>(q)];
    return {u, std::fabs(u), 1e4 * scale_};  // what another method calls zero is not
  }

 private:
  const geometry::PointSet& points_;
  std::map<int, std::vector<double>> values_;
  double scale_ = 0;
};

/// A formula of the coordinates and of values of unknowns, at the points in the region.
Misfit misfit_of(Subject& subject, const Known& known, const geometry::Region& region,
                 expr::Node formula) {
  Misfit misfit;
  SizedFormulas values(subject.graph, {formula});
  for (std::ptrdiff_t q = 0; q < known.points().count; q += known.step()) {
    const std::vector<double> x = known.point(q);
    if (!region.contains(x)) continue;
    misfit.add(values([&](const expr::Leaf& leaf) {
                 if (leaf.kind == expr::Leaf::Kind::jet) return known.value(leaf.index, q);
                 return coordinate_of(leaf, x);
               })[0],
               x);
  }
  return misfit;
}

void report(Subject& subject, const Known& known, const problem::Formula& shown,
            const std::string& what, const Misfit& misfit) {
  subject.report(problem::FindingKind::solution, shown.place,
                 fmt::format("{} does not satisfy {}, \"{}\": {}{}", known.name, what, shown.text,
                             misfit.text(subject), definitions_in(subject.problem, {shown.text})));
}

bool are_known(const Subject& subject, const Known& known, expr::Node formula, int highest_order) {
  return std::ranges::all_of(
             subject.entries(formula),
             [&](const expr::JetEntry& entry) {
               if (entry.is_coefficient())
                 return highest_order > 0 &&
                        subject.problem.coefficients[static_cast<std::size_t>(entry.index)]
                            .exact.has_value();
               return entry.order() <= highest_order && entry.place == expr::Leaf::Place::here &&
                      known.has(entry.index);
             }) &&
         !expr::depends_on(subject.graph, formula, expr::Leaf::Kind::normal);
}

void look_at_conditions(Subject& subject, const Known& known) {
  const problem::Problem& problem = subject.problem;
  for (const problem::Term& term : problem.terms) {
    if (term.is_data || term.noise > 0 || term.noise_column >= 0) continue;
    for (const problem::Formula& residual : term.residuals) {
      if (!are_known(subject, known, residual.node, 0)) continue;
      const Misfit misfit = misfit_of(subject, known, term.region, residual.node);
      if (misfit.is_one(tolerance))
        report(subject, known, residual, fmt::format("term '{}'", term.name), misfit);
    }
  }
  for (int k = 0; k < subject.unknowns; ++k) {
    const auto& hard = problem.hard[static_cast<std::size_t>(k)];
    if (!hard || !known.has(k)) continue;
    const expr::Node difference =
        subject.graph.subtract(subject.graph.jet(expr::value_of(k)), hard->value.node);
    const Misfit misfit = misfit_of(subject, known, hard->region, difference);
    if (misfit.is_one(tolerance))
      report(subject, known, hard->value,
             fmt::format("the hard condition of '{}' on {}", subject.unknown_name(k), hard->on),
             misfit);
  }
}

/// A jet entry by differences of so many nodes.
Sized difference(const Subject& subject, const Known& known, const Grid& grid,
                 const expr::JetEntry& entry, std::ptrdiff_t q, int nodes) {
  if (entry.is_coefficient()) {
    const double c = *subject.problem.coefficients[static_cast<std::size_t>(entry.index)].exact;
    return {c, std::fabs(c), 0};
  }
  const std::vector<double>& values = known.values(entry.index);
  std::vector<int> orders(static_cast<std::size_t>(subject.problem.domain.dimension()), 0);
  if (!entry.laplacian) {
    for (const int axis : entry.axis)
      if (axis >= 0) ++orders[static_cast<std::size_t>(axis)];
    const double u = grid.derivative(values, q, orders, nodes);
    return {u, std::fabs(u), 0};
  }
  Sized sum;
  for (const int axis : subject.problem.scope.space.spatial) {
    orders.assign(orders.size(), 0);
    orders[static_cast<std::size_t>(axis)] = 2;
    const double u = grid.derivative(values, q, orders, nodes);
    sum.value += u;
    sum.size += std::fabs(u);
  }
  return sum;
}

/// An equation at points of a grid where differences of fewer nodes give nearly the same; nothing
/// where there are few such points, for noise or for a grid that is too coarse.
std::optional<Misfit> misfit_on_grid(const Subject& subject, const Known& known, const Grid& grid,
                                     const problem::Term& term, expr::Node equation) {
  constexpr std::size_t most = 300;
  constexpr double agreement = 0.01;
  constexpr std::ptrdiff_t least = 10;
  Misfit misfit;
  std::ptrdiff_t looked_at = 0;
  SizedFormulas formula(subject.graph, {equation});
  const auto& centres = grid.centres();
  for (std::size_t k = 0; k < centres.size(); k += 1 + centres.size() / most) {
    const std::vector<double> x = known.point(centres[k]);
    if (!term.region.contains(x)) continue;
    ++looked_at;
    const auto by = [&](int nodes) {
      return formula([&](const expr::Leaf& leaf) {
        if (leaf.is_jet_entry()) return difference(subject, known, grid, leaf, centres[k], nodes);
        return coordinate_of(leaf, x);
      })[0];
    };
    const Sized fine = by(Grid::nodes), coarse = by(Grid::nodes - 2);
    if (std::fabs(fine.value - coarse.value) <= agreement * fine.size) misfit.add(fine, x);
  }
  if (misfit.count() < std::max(least, looked_at / 5)) return std::nullopt;
  return misfit;
}

void look_at_equations(Subject& subject, const Known& known) {
  const auto grid = Grid::of(known.points());
  if (!grid) return;
  for (const problem::Term& term : subject.problem.terms) {
    if (!is_inside(term) || term.is_data || term.noise_column >= 0) continue;
    for (const problem::Formula& residual : term.residuals) {
      if (!are_known(subject, known, residual.node, expr::max_order) ||
          are_known(subject, known, residual.node, 0))
        continue;
      const auto misfit = misfit_on_grid(subject, known, *grid, term, residual.node);
      if (misfit && misfit->is_one(equation_tolerance))
        report(subject, known, residual,
               fmt::format("term '{}' (derivatives by differences)", term.name), *misfit);
    }
  }
}

/// Values in a file of measurements, where no noise is said to be in them.
void look_at_data(Subject& subject, const problem::Term& term) {
  if (!term.is_data || term.noise > 0 || term.noise_column >= 0 ||
      term.points.kind != geometry::PointRule::Kind::file)
    return;
  const geometry::PointSet points =
      geometry::place_points(term.points, term.region, {}, subject.problem.scope.coordinates);
  if (points.count > most_points) return;
  Known known("the data in " + term.points.file, points);
  for (std::size_t c = 0; c < term.points.columns.size(); ++c)
    for (int k = 0; k < subject.unknowns; ++k)
      if (term.points.columns[c] == subject.unknown_name(k)) {
        const auto first = points.columns.begin() + static_cast<std::ptrdiff_t>(c) * points.count;
        known.add(k, {first, first + points.count});
      }
  look_at_equations(subject, known);
}

}  // namespace

void look_at_reference(Subject& subject) {
  if (const auto& reference = subject.problem.reference) {
    const Known known(*reference);
    look_at_conditions(subject, known);
    look_at_equations(subject, known);
  }
  for (const problem::Term& term : subject.problem.terms) look_at_data(subject, term);
}

}  // namespace engd::check
