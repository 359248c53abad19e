// Whether the given solution is a stationary point of an energy: its equation of Euler and Lagrange
// inside, and the natural condition on the boundary.

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "check/at_solution.h"
#include "check/kinds.h"
#include "check/names_in.h"
#include "expr/differential.h"

namespace engd::check {

using expr::JetEntry;
using expr::Node;

namespace {

/// The factor of a density in the sum of all.
double factor_of(const problem::Term& term) {
  return term.measure == problem::Measure::mean ? term.weight / term.region.measure() : term.weight;
}

/// The energy of an unknown: one density inside, at most one on the whole boundary.
struct Energy {
  std::size_t inside = 0;
  std::optional<std::size_t> boundary;
  bool natural = true;  ///< no other condition holds on the boundary
};

std::optional<Energy> energy_of(const Subject& subject, int k) {
  const problem::Problem& problem = subject.problem;
  std::optional<Energy> energy;
  std::vector<std::size_t> beside;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    if (!mentions(subject, term, k)) continue;
    if (!is_inside(term)) {
      beside.push_back(t);
      continue;
    }
    if (energy || !term.density || term.region.keep) return std::nullopt;
    energy = Energy{t, {}, true};
  }
  if (!energy) return std::nullopt;
  for (const std::size_t t : beside) {
    const problem::Term& term = problem.terms[t];
    energy->natural =
        energy->natural && term.density && term.on == "boundary" && beside.size() == 1;
    energy->boundary = t;
  }
  if (problem.hard[static_cast<std::size_t>(k)]) energy->natural = false;
  return energy;
}

/// sum over the entries of (-1)^order D^alpha (df / du_alpha).
Node euler_lagrange(Subject& subject, Node density, int k) {
  expr::Graph& graph = subject.graph;
  const expr::Space& space = subject.problem.scope.space;
  Node sum = graph.constant(0);
  for (const JetEntry& entry : subject.entries(density)) {
    if (unknown_of(entry) != k) continue;
    Node f = subject.factor(density, entry);
    if (entry.laplacian) {
      f = expr::laplacian(graph, f, space);
    } else {
      for (int i = 0; i < entry.order(); ++i)
        f = expr::total_derivative(graph, f, entry.axis[static_cast<std::size_t>(i)], space);
      if (entry.order() % 2 == 1) f = graph.negate(f);
    }
    sum = graph.add(sum, f);
  }
  return sum;
}

void report(Subject& subject, const problem::Term& term, int k, const std::string& what,
            const Misfit& misfit) {
  const std::string& solution = subject.problem.solution[static_cast<std::size_t>(k)]->text;
  subject.report(problem::FindingKind::solution, term.density->place,
                 fmt::format("the given solution is no stationary point of the energy: {} of term "
                             "'{}' is not zero, {}; the density is \"{}\", the solution {} = "
                             "\"{}\"{}",
                             what, term.name, misfit.text(subject), term.density->text,
                             subject.unknown_name(k), solution,
                             definitions_in(subject.problem, {term.density->text, solution})));
}

/// n.(df/d grad u) + db/du on the boundary, b the density there.
void look_at_natural(Subject& subject, const Energy& energy, int k) {
  const problem::Problem& problem = subject.problem;
  expr::Graph& graph = subject.graph;
  const problem::Term& inside = problem.terms[energy.inside];
  Node sum = graph.constant(0);
  for (const JetEntry& entry : subject.entries(inside.density->node)) {
    if (unknown_of(entry) != k || entry.order() == 0) continue;
    if (entry.order() > 1) return;
    sum = graph.add(sum, graph.multiply(graph.normal(entry.axis[0]),
                                        subject.factor(inside.density->node, entry)));
  }
  sum = graph.multiply(graph.constant(factor_of(inside)), sum);
  const geometry::Region whole = geometry::proper_boundary_of(problem.domain);
  if (!energy.boundary && (whole.patches.empty() || !whole.has_normals())) return;
  const problem::Term& term = energy.boundary ? problem.terms[*energy.boundary] : inside;
  const TermPoints points =
      energy.boundary ? TermPoints(subject, *energy.boundary) : TermPoints(subject, whole);
  if (energy.boundary) {
    for (const JetEntry& entry : subject.entries(term.density->node)) {
      if (unknown_of(entry) != k) continue;
      const Node slope = subject.factor(term.density->node, entry);
      if (entry.order() == 0) {
        sum = graph.add(sum, graph.multiply(graph.constant(factor_of(term)), slope));
      } else if (const auto found = at_solution(subject, term, points, slope);
                 !found || found->misfit.is_one()) {
        return;  // derivatives along the boundary are integrated by parts once more
      }
    }
  }
  problem::Term place = term;  // on the boundary, where derivatives of the solution may be infinite
  place.region = whole;
  const auto found = at_solution(subject, place, points, sum);
  if (found && found->misfit.is_one())
    report(subject, term, k, "the natural condition on the boundary", found->misfit);
}

}  // namespace

void look_at_stationarity(Subject& subject) {
  for (int k = 0; k < subject.unknowns; ++k) {
    const auto energy = energy_of(subject, k);
    if (!energy || !subject.problem.solution[static_cast<std::size_t>(k)]) continue;
    const problem::Term& term = subject.problem.terms[energy->inside];
    if (expr::reachable(subject.graph, {term.density->node}).size() > 3000) continue;
    try {
      const Node equation = euler_lagrange(subject, term.density->node, k);
      const auto found = at_solution(subject, term, TermPoints(subject, energy->inside), equation);
      if (found && found->misfit.is_one())
        report(subject, term, k, "the equation of Euler and Lagrange", found->misfit);
      if (energy->natural) look_at_natural(subject, *energy, k);
    } catch (const std::length_error&) {
      continue;  // derivatives of an order that is not carried, or very many nodes
    }
  }
}

}  // namespace engd::check
