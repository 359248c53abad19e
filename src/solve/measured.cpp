#include "solve/measured.h"

#include <algorithm>

#include "backend/cpu/cpu_energy.h"
#include "expr/substitute.h"
#include "geometry/time_cut.h"
#include "solve/summands.h"

namespace engd::solve {

namespace {

using expr::Node;

/// A summand of a condition on a boundary, as a formula inside the domain: without the directions
/// of normals, and at one point where it looks at two.
Node without_place(expr::Graph& graph, Node f) {
  return expr::substitute(graph, {f},
                          [&](Node leaf) {
                            const expr::NodeData data = graph[leaf];
                            if (data.is(expr::Leaf::Kind::normal)) return graph.constant(1);
                            if (!data.is_jet_entry()) return leaf;
                            return graph.jet(data.leaf.at(expr::Leaf::Place::here));
                          })
      .front();
}

bool is_inside(const problem::Term& term, int dimension) {
  return std::any_of(term.region.patches.begin(), term.region.patches.end(),
                     [&](const auto& patch) { return patch.dimension() == dimension; });
}

bool is_single_points(const geometry::Region& region) {
  return std::all_of(region.patches.begin(), region.patches.end(),
                     [](const auto& patch) { return patch.dimension() == 0; });
}

/// False for the part of a region that a condition has left empty in a window of time.
bool has_fresh_points(const problem::Problem& problem, const problem::Term& term) {
  return is_single_points(term.region) ||
         geometry::has_points(fresh_rule(0), term.region, problem.scope.coordinates);
}

Measured measured(Level& level, std::size_t t, std::size_t number, const std::vector<Node>& parts) {
  const problem::Term& term = level.problem->terms[t];
  Measured one{t, number, with_formulas(term, {term.residuals[number].node}),
               with_formulas(term, parts)};
  const problem::Problem& problem = *level.problem;
  if (is_inside(term, problem.domain.dimension())) return one;
  std::vector<Node> moved;
  for (const Node part : parts)
    if (has_unknowns(level.graph, part)) moved.push_back(without_place(level.graph, part));
  if (moved.empty()) return one;
  one.inside = with_formulas(term, moved);
  one.inside->region = home_of(level, moved);
  one.inside->shift.clear();
  return one;
}

}  // namespace

problem::Term with_formulas(problem::Term term, const std::vector<Node>& formulas) {
  term.residuals.assign(formulas.size(), term.residuals.front());
  for (std::size_t k = 0; k < formulas.size(); ++k) term.residuals[k].node = formulas[k];
  return term;
}

bool has_unknowns(const expr::Graph& graph, Node f) {
  const auto entries = expr::jet_entries(graph, {f});
  return std::ranges::any_of(entries, [](const auto& entry) { return !entry.is_coefficient(); });
}

geometry::Region home_of(Level& level, const std::vector<Node>& formulas) {
  const problem::Problem& problem = *level.problem;
  const auto has = [&](const std::vector<expr::JetEntry>& entries, int unknown) {
    return std::ranges::any_of(entries, [&](const expr::JetEntry& entry) {
      return !entry.is_coefficient() && entry.index == unknown;
    });
  };
  const auto own = expr::jet_entries(level.graph, formulas);
  for (const problem::Term& term : problem.terms) {
    if (!is_inside(term, problem.domain.dimension()) || term.density ||
        !has_fresh_points(problem, term))
      continue;
    std::vector<Node> nodes;
    for (const problem::Formula& residual : term.residuals) nodes.push_back(residual.node);
    const auto theirs = expr::jet_entries(level.graph, nodes);
    if (std::ranges::any_of(own, [&](const expr::JetEntry& entry) {
          return !entry.is_coefficient() && has(theirs, entry.index);
        }))
      return term.region;
  }
  return geometry::interior_of(problem.domain);
}

std::vector<Measured> measured_residuals(Level& level) {
  const problem::Problem& problem = *level.problem;
  std::vector<Measured> all;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    if (term.points.kind == geometry::PointRule::Kind::file || term.continues || term.is_data ||
        term.measure == problem::Measure::sum || !has_fresh_points(problem, term))
      continue;
    for (std::size_t k = 0; k < term.residuals.size(); ++k) {
      const auto parts = summands_of(level.graph, term.residuals[k].node, problem.scope.space);
      if (parts.size() > 1 || !is_inside(term, problem.domain.dimension()))
        all.push_back(measured(level, t, k, parts));
    }
  }
  return all;
}

RootMeanSquares sizes_of(Level& level, const std::vector<problem::Term>& terms, const Vector& theta,
                         int threads) {
  std::vector<energy::Term> made = make_terms(level, terms).terms;
  for (energy::Term& term : made) {
    if (!is_single_points(term.region)) term.rule = fresh_rule(0);
    term.balanced = false;
    term.causal = 0;
  }
  return root_mean_squares(level, std::move(made), theta, seed_of_fresh_points, threads);
}

Vector sizes_of_summands(Level& level, const std::vector<Measured>& all, const Vector& theta,
                         int threads) {
  std::vector<problem::Term> here, inside;
  for (const Measured& one : all) {
    here.push_back(one.here);
    inside.push_back(one.inside.value_or(one.here));
  }
  return sizes_of(level, here, theta, threads)
      .values.cwiseMax(sizes_of(level, inside, theta, threads).values);
}

}  // namespace engd::solve
