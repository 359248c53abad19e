#include "check/conditions.h"

#include <algorithm>
#include <cmath>

#include "expr/tape.h"

namespace engd::check {

using expr::JetEntry;
using expr::Node;

namespace {

int conditions_in(const Subject& subject, const problem::Term& term,
                  const std::set<int>& unknowns) {
  int count = 0;
  for (const problem::Formula* formula : formulas_of(term))
    count +=
        std::ranges::any_of(unknowns, [&](int k) { return mentions(subject, formula->node, k); });
  return count;
}

/// A term that joins the points of two faces is there on both.
bool contains(const problem::Term& term, std::span<const double> point) {
  if (term.region.contains(point)) return true;
  if (term.shift.empty()) return false;
  std::vector<double> partner(point.begin(), point.end());
  for (std::size_t j = 0; j < partner.size(); ++j) partner[j] -= term.shift[j];
  return term.region.contains(partner);
}

}  // namespace

Conditions::Conditions(Subject& subject) : subject_(subject) {
  const problem::Problem& problem = subject.problem;
  distances_.resize(problem.hard.size());
  for (std::size_t k = 0; k < problem.hard.size(); ++k) {
    if (!problem.hard[k]) continue;
    Distance distance{problem.hard[k]->distance.node, {}, 0};
    const int dimension = problem.domain.dimension();
    distance.derivatives.resize(dimension <= 10 ? 3 : 0);
    // Along the axes alone: what crosses a face or a curve is seen along one of them.
    for (int j = 0; j < dimension; ++j) {
      Node f = distance.value;
      for (auto& derivatives : distance.derivatives) {
        f = expr::differentiate(subject.graph, f, subject.graph.coordinate(j));
        derivatives.push_back(f);
      }
    }
    for (const auto& x : some_points(subject, geometry::interior_of(problem.domain), 20))
      distance.size = std::max(distance.size,
                               std::fabs(expr::evaluate_scalar(subject.graph, distance.value, x)));
    distances_[k] = std::move(distance);
  }
}

bool Conditions::vanishes(Node f, std::span<const double> point, double size) const {
  return std::fabs(expr::evaluate_scalar(subject_.graph, f, point)) <= 1e-9 * size;
}

int Conditions::hard_at(int unknown, std::span<const double> point) {
  const auto& distance = distances_[static_cast<std::size_t>(unknown)];
  if (!distance || !vanishes(distance->value, point, distance->size)) return 0;
  int order = 1;
  for (const std::vector<Node>& derivatives : distance->derivatives) {
    if (!std::ranges::all_of(derivatives,
                             [&](Node f) { return vanishes(f, point, distance->size); }))
      return order;
    ++order;
  }
  return order;
}

int Conditions::at(const std::set<int>& unknowns, std::span<const double> point) {
  int count = 0;
  for (const problem::Term& term : subject_.problem.terms)
    if (!is_inside(term) && contains(term, point)) count += conditions_in(subject_, term, unknowns);
  for (const int k : unknowns) count += hard_at(k, point);
  return count;
}

int Conditions::at(int unknown, std::span<const double> point) {
  return at(std::set<int>{unknown}, point);
}

std::vector<const problem::Term*> Conditions::terms_at(int unknown,
                                                       std::span<const double> point) const {
  std::vector<const problem::Term*> terms;
  for (const problem::Term* term : terms_of(unknown))
    if (contains(*term, point)) terms.push_back(term);
  return terms;
}

std::vector<const problem::Term*> Conditions::terms_of(int unknown) const {
  std::vector<const problem::Term*> terms;
  for (const problem::Term& term : subject_.problem.terms)
    if (!is_inside(term) && mentions(subject_, term, unknown)) terms.push_back(&term);
  return terms;
}

bool is_observed(const Subject& subject) {
  return std::ranges::any_of(subject.problem.terms, [&](const problem::Term& term) {
    if (term.is_data || term.noise > 0 || term.noise_column >= 0 ||
        term.points.kind == geometry::PointRule::Kind::file)
      return true;
    if (!is_inside(term)) return false;
    return std::ranges::any_of(term.residuals, [&](const problem::Formula& residual) {
      const auto& entries = subject.entries(residual.node);
      if (!std::ranges::all_of(entries, [](const JetEntry& entry) { return entry.order() == 0; }))
        return false;
      return std::ranges::any_of(entries, [&](const JetEntry& entry) {
        return !entry.is_coefficient() && !equations_of(subject, unknown_of(entry)).empty();
      });
    });
  });
}

std::vector<std::pair<const problem::Term*, const problem::Formula*>> equations_of(
    const Subject& subject, int unknown) {
  std::vector<std::pair<const problem::Term*, const problem::Formula*>> equations;
  for (const problem::Term& term : subject.problem.terms) {
    if (!is_inside(term) || term.is_data) continue;
    for (const problem::Formula& residual : term.residuals) {
      const auto& entries = subject.entries(residual.node);
      if (std::ranges::any_of(entries, [&](const JetEntry& entry) {
            return unknown_of(entry) == unknown && entry.order() > 0;
          }))
        equations.emplace_back(&term, &residual);
    }
  }
  return equations;
}

int equation_order(const Subject& subject, int unknown, int axis) {
  int order = 0;
  for (const auto& [term, residual] : equations_of(subject, unknown))
    order = std::max(order, order_along(subject, residual->node, unknown, axis));
  return order;
}

bool has_density(const Subject& subject, int unknown) {
  return std::ranges::any_of(subject.problem.terms, [&](const problem::Term& term) {
    return term.density && mentions(subject, term, unknown);
  });
}

std::optional<double> coefficient_at(Subject& subject, Node f, std::span<const double> point) {
  const auto& entries = subject.entries(f);
  if (!std::ranges::all_of(entries, [](const JetEntry& e) { return e.is_coefficient(); }))
    return std::nullopt;
  return expr::evaluate_scalar(subject.graph, f, [&](const expr::Leaf& leaf) {
    if (leaf.is_coefficient()) {
      const auto& c = subject.problem.coefficients[static_cast<std::size_t>(leaf.index)];
      return c.exact.value_or(c.start);
    }
    const auto j = static_cast<std::size_t>(leaf.index);
    return j < point.size() ? point[j] : 0.0;
  });
}

}  // namespace engd::check
