#include "automatic/scales.h"

#include <algorithm>
#include <cmath>

#include "automatic/comparison.h"
#include "automatic/stationarity.h"
#include "solve/fresh_points.h"
#include "solve/summands.h"

namespace engd::automatic {

namespace {

bool is_size(double number) {
  return number > 0 && std::isfinite(number);
}

/// People can read it, and small changes of the number do not change it.
double power_of_ten(double number) {
  return std::pow(10, std::round(std::log10(number)));
}

std::vector<double> sizes_of_unknowns(const problem::Problem& problem,
                                      const std::vector<solve::Piece>& pieces, int threads) {
  std::vector<double> sizes(problem.scope.unknowns.size(), 1.0);
  for (const Place& place : places_of(problem)) {
    const Vector u = values_at(problem, pieces, place.points, threads).col(place.unknown);
    const double size = u.norm() / std::sqrt(static_cast<double>(u.size()));
    if (is_size(size)) sizes[static_cast<std::size_t>(place.unknown)] = size;
  }
  return sizes;
}

/// The root mean square of a term's residual where the unknowns are zero.
double size_without(solve::Level& level, std::size_t t, const Vector& theta, int threads) {
  std::vector<energy::Term> one{level.terms().terms[t]};
  if (solve::can_be_fresh(level.problem->terms[t])) one[0].rule = solve::fresh_rule(0);
  one[0].balanced = false;
  one[0].causal = 0;
  return solve::root_mean_squares(level, std::move(one), level.trainable->silent(theta),
                                  solve::seed_of_fresh_points, threads)
      .values[0];
}

/// Of each term the largest over all windows of time.
std::vector<solve::SummandSizes> sizes_of_terms(const problem::Problem& problem,
                                                const std::vector<solve::Piece>& pieces,
                                                const std::vector<double>& of_unknowns,
                                                int threads) {
  std::vector<solve::SummandSizes> sizes(problem.terms.size());
  for (const solve::Piece& piece : pieces) {
    const auto own =
        solve::measure_summands(piece.level.fresh(), piece.theta, of_unknowns, threads);
    solve::Level level = piece.level.fresh();
    for (std::size_t t = 0; t < own.size(); ++t) {
      const problem::Term& term = piece.problem->terms[t];
      // A choice may have left out terms, and windows have others of their own.
      const auto whole = std::ranges::find(problem.terms, term.name, &problem::Term::name);
      if (term.continues || whole == problem.terms.end()) continue;
      solve::SummandSizes one = own[t];
      if (!(one.now > 0)) one.now = one.slow = size_without(level, t, piece.theta, threads);
      solve::SummandSizes& largest = sizes[static_cast<std::size_t>(whole - problem.terms.begin())];
      largest.now = std::max(largest.now, one.now);
      largest.slow = std::max(largest.slow, one.slow);
      largest.known = std::max(largest.known, one.known);
    }
  }
  return sizes;
}

/// What unknowns must be for slow functions to come to what is given, inside or in conditions.
std::vector<double> given_sizes(const problem::Problem& problem,
                                const std::vector<solve::SummandSizes>& sizes, bool inside) {
  std::vector<double> given(problem.scope.unknowns.size());
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    const double size = sizes[t].known / sizes[t].slow;
    if (is_inside(term, problem.domain.dimension()) != inside || !is_size(size)) continue;
    for (std::size_t k = 0; k < given.size(); ++k)
      if (occurs(problem, term, static_cast<int>(k))) given[k] = std::max(given[k], size);
  }
  return given;
}

/// The least sizes of unknowns: by the conditions, and by the sources of the equations where no
/// condition gives anything. Those of which nothing is given are like the others.
std::vector<double> least_sizes(const problem::Problem& problem,
                                const std::vector<solve::Piece>& pieces, int threads) {
  const std::vector<double> ones(problem.scope.unknowns.size(), 1.0);
  const auto sizes = sizes_of_terms(problem, pieces, ones, threads);
  std::vector<double> least = given_sizes(problem, sizes, false);
  if (std::ranges::max(least) == 0) least = given_sizes(problem, sizes, true);
  std::ranges::replace(least, 0.0, std::ranges::max(least));
  return least;
}

// Beside measurements with noise equations hold to 1e-4 of their summands: a residual of that size
// costs as much as one measurement that is off by its noise.
constexpr double firm = 1e8, gentle = 1e4;

bool is_open(const problem::Term& term) {
  return !term.weight_is_written && !term.density && term.measure != problem::Measure::sum;
}

bool has_likelihood(const problem::Problem& problem) {
  return std::ranges::any_of(
      problem.terms, [](const auto& term) { return term.measure == problem::Measure::sum; });
}

}  // namespace

Scales measure_scales(const problem::Problem& problem, const std::vector<solve::Piece>& pieces,
                      const Machine& machine) {
  Scales scales;
  if (has_energy(problem)) return scales;  // its weights are part of the problem
  scales.unknowns = sizes_of_unknowns(problem, pieces, machine.threads);
  // Functions that are close to zero solve equations without sources, and are no solutions.
  const bool holds = score_of(measure_terms(pieces, machine)) < no_solution;
  if (!holds) {
    const std::vector<double> least = least_sizes(problem, pieces, machine.threads);
    for (std::size_t k = 0; k < least.size(); ++k)
      scales.unknowns[k] = std::max(scales.unknowns[k], least[k]);
  }
  const auto sizes = sizes_of_terms(problem, pieces, scales.unknowns, machine.threads);
  std::ranges::transform(scales.unknowns, scales.unknowns.begin(), power_of_ten);
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    const double s = holds ? sizes[t].now : std::max(sizes[t].now, sizes[t].slow);
    double& weight = scales.weights.emplace_back(term.weight);
    if (!is_open(term) || !is_size(s * s)) continue;
    weight = power_of_ten(1 / (s * s));
    if (has_likelihood(problem)) weight = std::max((holds ? firm : gentle) * weight, term.weight);
  }
  return scales;
}

Choice with_scales(Choice choice, const problem::Problem& problem, const Scales& scales) {
  if (!choice.weights.empty()) return choice;
  choice.weights = scales.weights;
  const bool all_ones = std::ranges::all_of(scales.unknowns, [](double s) { return s == 1; });
  const bool plain = choice.optimizer ? optim::is<optim::Hngd>(choice.optimizer->method)
                                      : optim::is<optim::Hngd>(problem.stages.front().method);
  if (!problem.network_is_written && !all_ones && !plain) choice.scale = scales.unknowns;
  return choice;
}

}  // namespace engd::automatic
