#include "automatic/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/error_squares.h"

namespace engd::automatic {

namespace {

// Residuals below this part of what they are made of are rounding.
constexpr double rounding = 1e-12;
constexpr double rounding_of_values = 2e-16;
// What differs more from the best solution does not solve the equations.
constexpr double far_away = 0.5;
// So many others tell enough, with scores up to so many times that of the best among these.
constexpr std::size_t enough = 3;
constexpr double similar = 10;

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

namespace {

/// The relative errors that one other solution tells of, for all unknowns and for each.
struct Told {
  double rel_l2 = 0;
  std::vector<std::optional<double>> by_unknown;
};

/// The geometric mean of the two smallest numbers.
double low_mean(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers.size() < 2 ? numbers.front() : std::sqrt(numbers[0] * numbers[1]);
}

}  // namespace

std::optional<Estimate> Comparison::estimate(const Judged& better,
                                             const std::vector<Judged>& others) const {
  if (!std::isfinite(better.score)) return std::nullopt;
  std::vector<Told> told;
  std::optional<Told> first;
  std::optional<cpu::Errors> names;  // of the unknowns
  double least_score = 0;
  for (const Judged& other : others) {
    if (!(other.score > 0) || !std::isfinite(other.score)) continue;
    if (!told.empty() && other.score > similar * least_score) break;
    const auto apart = difference(*better.pieces, *other.pieces);
    if (!apart) continue;
    const double ratio = better.score / other.score;
    Told one{apart->rel_l2 * ratio, {}};
    for (const cpu::UnknownErrors& unknown : apart->by_unknown)
      one.by_unknown.push_back(unknown.rel_l2 ? std::optional(*unknown.rel_l2 * ratio)
                                              : std::nullopt);
    if (!first) {
      first = one;
      names = apart;
    }
    if (!(apart->rel_l2 < far_away)) continue;
    if (told.empty()) least_score = other.score;
    told.push_back(std::move(one));
    if (told.size() == enough) break;
  }
  if (!first) return std::nullopt;
  if (told.empty()) told.push_back(*first);
  // Candidates that miss the same part of the solution are close to each other.
  const double least =
      std::max({better.score > no_solution ? better.score : 0, rounding_of_values, better.scatter});
  std::vector<double> all;
  for (const Told& one : told) all.push_back(one.rel_l2);
  Estimate estimate{std::max(low_mean(all), least), {}};
  if (!std::isfinite(estimate.rel_l2)) return std::nullopt;
  // The solution is zero: an error has nothing to be relative to.
  if (better.score < rounding && estimate.rel_l2 > 1) return std::nullopt;
  for (std::size_t k = 0; k < names->by_unknown.size(); ++k) {
    auto& own = estimate.by_unknown.emplace_back();
    own.name = problem_.scope.unknowns[static_cast<std::size_t>(names->by_unknown[k].unknown)];
    std::vector<double> numbers;
    for (const Told& one : told)
      if (one.by_unknown[k]) numbers.push_back(*one.by_unknown[k]);
    if (!numbers.empty()) own.rel_l2 = std::max(low_mean(numbers), least);
  }
  return estimate;
}

double score_of(const std::vector<TermQuality>& terms) {
  double sum = 0;
  for (const TermQuality& term : terms) sum += term.relative * term.relative;
  return std::isfinite(sum) ? std::sqrt(sum) : std::numeric_limits<double>::infinity();
}

namespace {

double largest(const std::vector<TermQuality>& terms, double TermQuality::*which) {
  double most = 0;
  for (const TermQuality& term : terms) most = std::max(most, term.*which);
  return most;
}

}  // namespace

double noise_of(const std::vector<TermQuality>& terms) {
  return largest(terms, &TermQuality::noise);
}

double scatter_of(const std::vector<TermQuality>& terms) {
  return largest(terms, &TermQuality::scatter);
}

}  // namespace engd::automatic
