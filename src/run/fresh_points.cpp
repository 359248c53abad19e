#include "run/fresh_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_energy.h"
#include "run/setup.h"
#include "run/window_cut.h"

namespace engd::run {

namespace {

constexpr double times_as_many = 4;
constexpr std::ptrdiff_t fewest = 1000, most = 100000;
constexpr double suspicious_ratio = 100;
// Random points of this seed are those of no training: seeds of runs are small numbers.
constexpr std::uint64_t seed_of_fresh_points = 0x66726573'68000000;

bool can_be_fresh(const io::Term& term) {
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

/// sqrt(mean |r|^2) by term.
struct RootMeanSquares {
  Vector values;
  std::vector<std::ptrdiff_t> points;
};

RootMeanSquares root_mean_squares(io::Problem& problem, std::vector<energy::Term> terms,
                                  const Vector& theta, std::uint64_t seed, int threads,
                                  const Level& level) {
  RootMeanSquares result;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    terms[t].mean = true;
    terms[t].weight = 1;
    terms[t].noise = 0;
    terms[t].noise_column = -1;
  }
  cpu::CpuEnergy energy(make_network(problem, level), std::move(terms), problem.graph,
                        problem.scope.space, problem.scope.coordinates, seed, threads);
  energy.loss(theta, &result.values);
  result.values = (2 * result.values).cwiseSqrt();
  result.points = energy.points_by_term();
  return result;
}

}  // namespace

std::vector<io::TermResidual> measure_residuals(io::Problem& problem, const Vector& theta,
                                                std::uint64_t seed, int threads,
                                                const Level& level) {
  std::vector<energy::Term> terms;
  auto all = make_terms(problem, level);
  for (std::size_t t = 0; t < problem.terms.size(); ++t)
    if (can_be_fresh(problem.terms[t]) &&
        has_points(fresh_rule(fewest), problem.terms[t].region, problem.scope.coordinates))
      terms.push_back(std::move(all[t]));
  std::vector<io::TermResidual> residuals;
  if (terms.empty()) return residuals;
  const RootMeanSquares trained = root_mean_squares(problem, terms, theta, seed, threads, level);
  for (std::size_t t = 0; t < terms.size(); ++t) terms[t].rule = fresh_rule(trained.points[t]);
  const RootMeanSquares fresh =
      root_mean_squares(problem, terms, theta, seed_of_fresh_points, threads, level);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto k = static_cast<Index>(t);
    residuals.push_back({terms[t].name, trained.values[k], fresh.values[k], fresh.points[t]});
  }
  return residuals;
}

namespace {

/// What the whole problem calls a term of a piece; joins of windows keep their names.
std::string name_in_whole(const io::Problem& problem, const Piece& piece, const std::string& name) {
  const auto& own = piece.problem->terms;
  const auto written = own.end() - piece.joins;
  const auto term =
      std::find_if(own.begin(), written, [&](const io::Term& t) { return t.name == name; });
  if (term == written) return name;
  const int origin = piece.origin[static_cast<std::size_t>(term - own.begin())];
  return problem.terms[static_cast<std::size_t>(origin)].name;
}

}  // namespace

std::vector<io::TermResidual> measure_residuals(const io::Problem& problem,
                                                const std::vector<Piece>& pieces,
                                                std::uint64_t seed, int threads) {
  std::vector<io::TermResidual> sums;
  for (const Piece& piece : pieces)
    for (const io::TermResidual& one :
         measure_residuals(*piece.problem, piece.theta, seed, threads, piece.level)) {
      const std::string name = name_in_whole(problem, piece, one.term);
      auto sum = std::find_if(sums.begin(), sums.end(),
                              [&](const io::TermResidual& other) { return other.term == name; });
      if (sum == sums.end()) sum = sums.insert(sums.end(), {name, 0, 0, 0});
      const auto points = static_cast<double>(one.points);
      sum->trained += points * one.trained * one.trained;
      sum->fresh += points * one.fresh * one.fresh;
      sum->points += one.points;
    }
  for (io::TermResidual& sum : sums) {
    sum.trained = std::sqrt(sum.trained / static_cast<double>(sum.points));
    sum.fresh = std::sqrt(sum.fresh / static_cast<double>(sum.points));
  }
  return sums;
}

std::string residual_warning(const std::vector<io::TermResidual>& residuals) {
  const io::TermResidual* worst = nullptr;
  const auto ratio = [](const io::TermResidual& one) { return one.fresh / one.trained; };
  for (const io::TermResidual& one : residuals)
    if (std::isfinite(one.fresh)
            ? ratio(one) > suspicious_ratio && (!worst || ratio(one) > ratio(*worst))
            : !worst || std::isfinite(worst->fresh))
      worst = &one;
  if (!worst) return {};
  if (!std::isfinite(worst->fresh))
    return fmt::format("term '{}': the residual is not finite on some of {} fresh points",
                       worst->term, worst->points);
  return fmt::format(
      "term '{}': the residual on {} fresh points, {:.1e}, is {:.0f} times that on the points of "
      "training, {:.1e}; how well the equation holds is told by the fresh one, and more points "
      "bring them together",
      worst->term, worst->points, worst->fresh, ratio(*worst), worst->trained);
}

}  // namespace engd::run
