#include "solve/summands.h"

#include <algorithm>
#include <cmath>

#include "expr/substitute.h"
#include "solve/measured.h"
#include "solve/slow_size.h"

namespace engd::solve {

namespace {

using expr::Node;

// Where summands vanish with the solution (which is zero then), this part of the residual at the
// start of training is small.
constexpr double little_of_start = 1e-4;

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
  const auto now = by_term(problem, all, sizes_of_residuals(level, all, theta, threads));
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
  Vector s = sizes_of_residuals(level, all, theta, threads);
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
