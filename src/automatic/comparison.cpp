#include "automatic/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/error_squares.h"

namespace engd::automatic {

namespace {

// Residuals below this part of what they are made of are rounding.
constexpr double rounding = 1e-12;

}  // namespace

Comparison::Comparison(const problem::Problem& problem, int threads)
    : problem_(problem), threads_(threads), places_(places_of(problem)) {}

std::optional<cpu::Errors> Comparison::difference(const std::vector<solve::Piece>& better,
                                                  const std::vector<solve::Piece>& other) const {
  cpu::ErrorSums sums;
  sums.by_unknown.resize(problem_.scope.unknowns.size());
  for (const Place& place : places_) {
    const auto k = static_cast<std::size_t>(place.unknown);
    const Vector u = values_at(problem_, better, place.points, threads_).col(place.unknown);
    const Vector v = values_at(problem_, other, place.points, threads_).col(place.unknown);
    const energy::Freedom freedom = problem_.up_to[k];
    std::vector<std::vector<Index>> slices;
    if (freedom == energy::Freedom::time)
      slices = cpu::time_slices(place.points, time_axis_of(problem_));
    const cpu::WeightedSquares squares(place.points.weights, slices);
    const auto error = squares.of_error(u - v, freedom);
    const auto norm = squares.of_solution(u, freedom);
    cpu::ErrorSquares one;
    one.measured = true;
    one.with_slopes = false;
    one.error = error.squares;
    one.norm = norm.squares;
    if (freedom == energy::Freedom::constant) {
      one.weight = squares.weight();
      one.mean_error = error.mean;
      one.mean = norm.mean;
    }
    sums.by_unknown[k].add(one);
  }
  if (!sums.is_relative()) return std::nullopt;
  const cpu::Errors errors = sums.errors();
  return std::isfinite(errors.rel_l2) ? std::optional(errors) : std::nullopt;
}

std::optional<Estimate> Comparison::estimate(const Judged& better, const Judged& other) const {
  if (!std::isfinite(better.score) || !(other.score > 0) || !std::isfinite(other.score))
    return std::nullopt;
  const auto errors = difference(better.pieces, other.pieces);
  if (!errors) return std::nullopt;
  const double ratio = better.score / other.score;
  // Candidates that miss the same part of the solution are close to each other.
  const double least = better.score > no_solution ? better.score : 0;
  Estimate estimate{std::max(errors->rel_l2 * ratio, least), {}};
  if (!std::isfinite(estimate.rel_l2)) return std::nullopt;
  // The solution is zero: an error has nothing to be relative to.
  if (better.score < rounding && estimate.rel_l2 > 1) return std::nullopt;
  for (const cpu::UnknownErrors& one : errors->by_unknown) {
    auto& own = estimate.by_unknown.emplace_back();
    own.name = problem_.scope.unknowns[static_cast<std::size_t>(one.unknown)];
    if (one.rel_l2) own.rel_l2 = std::max(*one.rel_l2 * ratio, least);
  }
  return estimate;
}

double score_of(const std::vector<TermQuality>& terms) {
  double sum = 0;
  for (const TermQuality& term : terms) sum += term.relative * term.relative;
  return std::isfinite(sum) ? std::sqrt(sum) : std::numeric_limits<double>::infinity();
}

}  // namespace engd::automatic
