#include "solve/summands.h"

#include <algorithm>
#include <optional>

#include "backend/cpu/cpu_energy.h"
#include "expr/substitute.h"
#include "geometry/time_cut.h"
#include "solve/fresh_points.h"

namespace engd::solve {

namespace {

using expr::Node;
using expr::Op;

// Formulas that fall into more summands are taken as they stand.
constexpr std::size_t most_summands = 200;
// Second derivatives cost a channel each.
constexpr std::size_t most_axes = 10;

// Where summands vanish with the solution (which is zero then), this part of the residual at the
// start of training is small.
constexpr double little_of_start = 1e-4;

bool is_sum(const expr::Graph& graph, Node f) {
  return graph[f].op == Op::add || (graph[f].op == Op::negate && is_sum(graph, graph[f].a));
}

/// A sum, or a product with one among its factors.
bool has_sum(const expr::Graph& graph, Node f) {
  const expr::NodeData& data = graph[f];
  if (data.op == Op::multiply) return has_sum(graph, data.a) || has_sum(graph, data.b);
  if (data.op == Op::negate || data.op == Op::divide) return has_sum(graph, data.a);
  return is_sum(graph, f);
}

void append(expr::Graph& graph, Node f, std::vector<Node>& all) {
  const expr::NodeData data = graph[f];
  const auto each_of = [&](Node sum, auto&& change) {
    std::vector<Node> parts;
    append(graph, sum, parts);
    for (const Node part : parts) all.push_back(change(part));
  };
  if (data.op == Op::add) {
    append(graph, data.a, all);
    append(graph, data.b, all);
  } else if (data.op == Op::negate) {
    each_of(data.a, [&](Node part) { return graph.negate(part); });
  } else if (data.op == Op::multiply && has_sum(graph, data.a)) {
    each_of(data.a, [&](Node part) { return graph.multiply(part, data.b); });
  } else if (data.op == Op::multiply && has_sum(graph, data.b)) {
    each_of(data.b, [&](Node part) { return graph.multiply(data.a, part); });
  } else if (data.op == Op::divide && has_sum(graph, data.a)) {
    each_of(data.a, [&](Node part) { return graph.divide(part, data.b); });
  } else {
    all.push_back(f);
  }
}

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

/// A residual, and beside it the terms that give its size: its summands where it stands, and those
/// of a condition on a boundary inside the domain as well, since all of them may vanish there.
struct Measured {
  std::size_t term = 0, number = 0;  ///< of the residual in that term
  problem::Term residual, here;
  std::optional<problem::Term> inside = {};
};

void set_formulas(problem::Term& term, const problem::Formula& formula,
                  const std::vector<Node>& nodes) {
  term.residuals.assign(nodes.size(), formula);
  for (std::size_t k = 0; k < nodes.size(); ++k) term.residuals[k].node = nodes[k];
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

bool has_unknowns(const expr::Graph& graph, Node f) {
  const auto entries = expr::jet_entries(graph, {f});
  return std::ranges::any_of(entries, [](const auto& entry) { return !entry.is_coefficient(); });
}

/// Where equations hold for the unknowns of some formulas: outside of that they are anything.
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

Measured measured(Level& level, std::size_t t, std::size_t number, const std::vector<Node>& parts) {
  const problem::Term& term = level.problem->terms[t];
  Measured one{t, number, term, term};
  const problem::Formula& formula = term.residuals[number];
  set_formulas(one.residual, formula, {formula.node});
  set_formulas(one.here, formula, parts);
  const problem::Problem& problem = *level.problem;
  if (is_inside(term, problem.domain.dimension())) return one;
  std::vector<Node> moved;
  for (const Node part : parts)
    if (has_unknowns(level.graph, part)) moved.push_back(without_place(level.graph, part));
  if (moved.empty()) return one;
  set_formulas(one.inside.emplace(term), formula, moved);
  one.inside->region = home_of(level, moved);
  one.inside->shift.clear();
  return one;
}

/// All residuals, in the graph of the level.
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

/// Of the summands of each residual.
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

}  // namespace

std::vector<Node> summands_of(expr::Graph& graph, Node formula, const expr::Space& space) {
  std::vector<Node> all;
  append(graph, formula, all);
  if (all.size() > most_summands) return {formula};
  const expr::NodeData data = graph[all[0]];
  if (all.size() > 1 || !data.is_jet_entry() || !data.leaf.laplacian ||
      space.spatial.size() > most_axes)
    return all;
  const expr::JetEntry u = data.leaf.without_derivative();
  all.clear();
  for (const int axis : space.spatial)
    all.push_back(graph.jet(u.differentiated(axis).differentiated(axis)));
  return all;
}

namespace {

/// A derivative of a function of this size that turns about once across the domain.
double slow_size(const problem::Problem& problem, const expr::JetEntry& entry, double size) {
  const auto slope = [&](int axis) {
    const auto j = static_cast<std::size_t>(axis);
    return 2 / (problem.domain.upper[j] - problem.domain.lower[j]);
  };
  if (entry.laplacian) {
    double sum = 0;
    for (const int axis : problem.scope.space.spatial) sum += slope(axis) * slope(axis);
    return size * sum;
  }
  for (int k = 0; k < entry.order(); ++k) size *= slope(entry.axis[static_cast<std::size_t>(k)]);
  return size;
}

/// The summands without unknowns, where the term stands. False where there are none.
bool keep_known(const expr::Graph& graph, problem::Term& term) {
  std::erase_if(term.residuals, [&](const auto& part) { return has_unknowns(graph, part.node); });
  return !term.residuals.empty();
}

/// The summands with unknowns, as formulas of the coordinates.
void make_slow(Level& level, problem::Term& term, const std::vector<double>& of_unknowns) {
  expr::Graph& graph = level.graph;
  std::vector<problem::Formula> slow;
  for (problem::Formula& part : term.residuals) {
    const Node made = expr::substitute(graph, {part.node}, [&](Node leaf) {
                        const expr::NodeData data = graph[leaf];
                        if (!data.is_jet_entry() || data.leaf.is_coefficient()) return leaf;
                        const auto k = static_cast<std::size_t>(data.leaf.index);
                        return graph.constant(slow_size(*level.problem, data.leaf, of_unknowns[k]));
                      }).front();
    if (made == part.node) continue;
    slow.push_back(part);
    slow.back().node = made;
  }
  if (!slow.empty()) term.residuals = std::move(slow);
}

/// Geometric means over the residuals of each term: of a value and a slope that stand in one list
/// neither is made much lighter than the other.
std::vector<double> by_term(const problem::Problem& problem, const std::vector<Measured>& all,
                            const Vector& sizes) {
  std::vector<double> logarithms(problem.terms.size()), result(problem.terms.size());
  std::vector<int> counts(problem.terms.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double size = sizes[static_cast<Index>(k)];
    if (!(size > 0)) continue;
    logarithms[all[k].term] += std::log(size);
    ++counts[all[k].term];
  }
  for (std::size_t t = 0; t < result.size(); ++t)
    if (counts[t] > 0) result[t] = std::exp(logarithms[t] / counts[t]);
  return result;
}

}  // namespace

std::vector<SummandSizes> measure_summands(Level level, const Vector& theta,
                                           const std::vector<double>& of_unknowns, int threads) {
  const problem::Problem& problem = *level.problem;
  std::vector<SummandSizes> sizes(problem.terms.size());
  std::vector<Measured> all = measured_residuals(level);
  if (all.empty()) return sizes;
  const auto now = by_term(problem, all, sizes_of_summands(level, all, theta, threads));
  std::vector<Measured> known;
  for (const Measured& one : all)
    if (Measured& last = known.emplace_back(one); keep_known(level.graph, last.here))
      last.inside.reset();
    else
      known.pop_back();
  const std::vector<double> given =
      known.empty() ? std::vector<double>(sizes.size())
                    : by_term(problem, known, sizes_of_summands(level, known, theta, threads));
  for (Measured& one : all) {
    make_slow(level, one.here, of_unknowns);
    if (one.inside) make_slow(level, *one.inside, of_unknowns);
  }
  const auto slow = by_term(problem, all, sizes_of_summands(level, all, theta, threads));
  for (std::size_t t = 0; t < sizes.size(); ++t) sizes[t] = {now[t], slow[t], given[t]};
  return sizes;
}

double unsolved_part(double relative, double to_start) {
  return to_start > little_of_start ? relative : 0;
}

bool is_worse(double relative, double to_start, double other_relative, double other_to_start) {
  const double part = unsolved_part(relative, to_start);
  const double other = unsolved_part(other_relative, other_to_start);
  return part == other ? relative > other_relative : !(part <= other);
}

std::vector<RelativeResidual> measure_relative_residuals(Level level, const Vector& theta,
                                                         std::uint64_t seed, int threads,
                                                         EarlierSizes* earlier) {
  const std::vector<Measured> all = measured_residuals(level);
  std::vector<RelativeResidual> found;
  if (all.empty()) return found;
  std::vector<problem::Term> residuals;
  for (const Measured& one : all) residuals.push_back(one.residual);
  const RootMeanSquares now = sizes_of(level, residuals, theta, threads);
  const Vector& r = now.values;
  Vector s = sizes_of_summands(level, all, theta, threads);
  for (std::size_t k = 0; earlier && k < all.size(); ++k) {
    double& largest = (*earlier)[{all[k].residual.name, all[k].number}];
    double& size = s[static_cast<Index>(k)];
    size = largest = std::max(size, largest);
  }
  Level first = level.earlier(0);
  first.begin(level.problem->scale, level.frequency);
  const Vector start = first.trainable->initial(seed),
               begun = sizes_of(first, residuals, start, threads).values;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const RelativeResidual one{all[k].residual.name, r[i], now.points[k],
                               s[i] > 0 ? r[i] / s[i] : 0.0, begun[i] > 0 ? r[i] / begun[i] : 1.0};
    if (!found.empty() && found.back().term == one.term) {
      const RelativeResidual& other = found.back();
      if (is_worse(one.relative, one.to_start, other.relative, other.to_start)) found.back() = one;
    } else {
      found.push_back(one);
    }
  }
  return found;
}

}  // namespace engd::solve
