#include "solve/fresh_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cpu/cpu_energy.h"
#include "geometry/time_cut.h"

namespace engd::solve {

namespace {

constexpr double times_as_many = 4;
constexpr std::ptrdiff_t fewest = 1000, most = 100000;
constexpr double suspicious_ratio = 100;
// Residuals below this part of their summands are rounding, and differ as rounding does.
constexpr double rounding_of_residuals = 1e-10;
// An equation that holds to this part of its summands is solved, be it roughly: errors are about
// as large. Good runs of the library end below 1e-4.
constexpr double unsolved = 0.01, not_at_all = 0.1;

bool is_unsolved(const RelativeResidual& one) {
  return unsolved_part(one.relative, one.to_start) > unsolved;
}

}  // namespace

bool can_be_fresh(const problem::Term& term) {
  const auto& patches = term.region.patches;
  return !term.density && term.points.kind != geometry::PointRule::Kind::file &&
         std::any_of(patches.begin(), patches.end(),
                     [](const geometry::Patch& patch) { return patch.dimension() > 0; });
}

geometry::PointRule fresh_rule(std::ptrdiff_t trained) {
  const double wanted = times_as_many * static_cast<double>(trained);
  const double count = std::clamp(wanted, double(fewest), double(most));
  geometry::PointRule rule;
  rule.kind = geometry::PointRule::Kind::random;
  rule.count = {static_cast<int>(count)};
  return rule;
}

RootMeanSquares root_mean_squares(Level& level, std::vector<energy::Term> terms,
                                  const Vector& theta, std::uint64_t seed, int threads) {
  RootMeanSquares result;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    terms[t].mean = true;
    terms[t].weight = 1;
    terms[t].noise = 0;
    terms[t].noise_column = -1;
  }
  const expr::Scope& scope = level.problem->scope;
  cpu::CpuEnergy energy(*level.trainable, std::move(terms), level.graph, scope.space,
                        scope.coordinates, seed, threads);
  energy.loss(theta, &result.values);
  result.values = (2 * result.values).cwiseSqrt().cwiseAbs();  // without the sign of a NaN
  result.points = energy.points_by_term();
  return result;
}

Misfit misfit(Level& level, std::size_t term, const Vector& theta, std::uint64_t seed,
              int threads) {
  energy::Term one = level.terms().terms[term];
  one.weight = 1;
  one.balanced = false;
  one.causal = 0;
  const expr::Scope& scope = level.problem->scope;
  cpu::CpuEnergy energy(*level.trainable, {std::move(one)}, level.graph, scope.space,
                        scope.coordinates, seed, threads);
  const auto rows = static_cast<double>(energy.points_by_term().front()) *
                    static_cast<double>(level.problem->terms[term].residuals.size());
  return {std::sqrt(2 * energy.loss(theta, nullptr) / rows), rows};
}

std::vector<results::TermResidual> measure_residuals(Level level, const Vector& theta,
                                                     std::uint64_t seed, int threads,
                                                     EarlierSizes* earlier) {
  const problem::Problem& problem = *level.problem;
  std::vector<energy::Term> terms;
  const std::vector<energy::Term>& all = level.terms().terms;
  for (std::size_t t = 0; t < problem.terms.size(); ++t)
    if (can_be_fresh(problem.terms[t]) &&
        geometry::has_points(fresh_rule(fewest), problem.terms[t].region,
                             problem.scope.coordinates))
      terms.push_back(all[t]);
  std::vector<results::TermResidual> residuals;
  if (!terms.empty()) {
    const RootMeanSquares trained = root_mean_squares(level, terms, theta, seed, threads);
    for (std::size_t t = 0; t < terms.size(); ++t) terms[t].rule = fresh_rule(trained.points[t]);
    const RootMeanSquares fresh =
        root_mean_squares(level, terms, theta, seed_of_fresh_points, threads);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const auto k = static_cast<Index>(t);
      residuals.push_back({terms[t].name, trained.values[k], fresh.values[k], fresh.points[t]});
    }
  }
  for (const RelativeResidual& one :
       measure_relative_residuals(level, theta, seed, threads, earlier)) {
    auto at = std::find_if(residuals.begin(), residuals.end(),
                           [&](const auto& other) { return other.term == one.term; });
    if (at == residuals.end() && !is_unsolved(one)) continue;
    if (at == residuals.end())  // single points, told where they are not what they should be
      at = residuals.insert(at, {one.term, one.size, one.size, one.points});
    at->relative = one.relative;
    at->to_start = one.to_start;
  }
  return residuals;
}

namespace {

/// What the whole problem calls a term of a piece; joins of windows keep their names.
std::string name_in_whole(const problem::Problem& problem, const Piece& piece,
                          const std::string& name) {
  const auto& own = piece.problem->terms;
  const auto written = own.end() - piece.joins;
  const auto term =
      std::find_if(own.begin(), written, [&](const problem::Term& t) { return t.name == name; });
  if (term == written) return name;
  const int origin = piece.origin[static_cast<std::size_t>(term - own.begin())];
  return problem.terms[static_cast<std::size_t>(origin)].name;
}

}  // namespace

std::vector<results::TermResidual> measure_residuals(const problem::Problem& problem,
                                                     const std::vector<Piece>& pieces,
                                                     std::uint64_t seed, int threads) {
  std::vector<results::TermResidual> sums;
  EarlierSizes earlier;
  for (const Piece& piece : pieces)
    for (const results::TermResidual& one :
         measure_residuals(piece.level, piece.theta, seed, threads, &earlier)) {
      const std::string name = name_in_whole(problem, piece, one.term);
      auto sum = std::find_if(sums.begin(), sums.end(), [&](const results::TermResidual& other) {
        return other.term == name;
      });
      if (sum == sums.end()) sum = sums.insert(sums.end(), results::TermResidual{name});
      const auto points = static_cast<double>(one.points);
      sum->trained += points * one.trained * one.trained;
      sum->fresh += points * one.fresh * one.fresh;
      sum->points += one.points;
      if (one.relative && (!sum->relative ||
                           is_worse(*one.relative, one.to_start, *sum->relative, sum->to_start))) {
        sum->relative = one.relative;
        sum->to_start = one.to_start;
      }
    }
  for (results::TermResidual& sum : sums) {
    sum.trained = std::sqrt(sum.trained / static_cast<double>(sum.points));
    sum.fresh = std::sqrt(sum.fresh / static_cast<double>(sum.points));
  }
  return sums;
}

namespace {

using Residuals = std::vector<results::TermResidual>;

/// The term with the largest measure of those above a bound; null where there is none.
template <typename Measure>
const results::TermResidual* worst_of(const Residuals& residuals, double bound, Measure&& measure) {
  const results::TermResidual* worst = nullptr;
  for (const results::TermResidual& one : residuals)
    if (measure(one) > (worst ? measure(*worst) : bound)) worst = &one;
  return worst;
}

double times_trained(const results::TermResidual& one) {
  if (one.relative && *one.relative < rounding_of_residuals) return 0;
  if (one.trained == 0) return one.fresh > 0 ? std::numeric_limits<double>::infinity() : 0;
  return one.fresh / one.trained;
}

double part_of_summands(const results::TermResidual& one) {
  return unsolved_part(one.relative.value_or(0), one.to_start);
}

std::string about_points(const results::TermResidual& one) {
  const std::string compared =
      one.trained > 0 ? fmt::format("{:.3g} times that on the points of training, {:.1e}",
                                    times_trained(one), one.trained)
                      : std::string("not zero, as it is on the points of training");
  return fmt::format(
      "term '{}': the residual on {} fresh points, {:.1e}, is {}; how well the equation holds is "
      "told by the fresh one: take more points for the term, or fewer neurons",
      one.term, one.points, one.fresh, compared);
}

std::string about_size(const results::TermResidual& one) {
  return fmt::format(
      "term '{}': the residual on {} points, {:.1e}, is not small next to its summands "
      "({:.2g} times their size): the equation is not solved. Take more iterations, another "
      "network or other seeds; or conditions contradict each other, or weights hide the term",
      one.term, one.points, one.fresh, *one.relative);
}

}  // namespace

std::string what_is_unsolved(const std::vector<results::TermResidual>& residuals) {
  const auto* worst = worst_of(residuals, not_at_all, part_of_summands);
  if (!worst) return {};
  return fmt::format(
      "the equations are not solved: the residual of term '{}' on fresh points is {:.2g} of its "
      "summands",
      worst->term, *worst->relative);
}

std::string residual_warning(const std::vector<results::TermResidual>& residuals) {
  for (const results::TermResidual& one : residuals)
    if (!std::isfinite(one.fresh))
      return fmt::format("term '{}': the residual is not finite on some of {} fresh points",
                         one.term, one.points);
  if (const auto* worst = worst_of(residuals, suspicious_ratio, times_trained))
    return about_points(*worst);
  if (const auto* worst = worst_of(residuals, unsolved, part_of_summands))
    return about_size(*worst);
  return {};
}

}  // namespace engd::solve
