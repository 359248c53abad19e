#include "automatic/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "automatic/comparison.h"
#include "automatic/stationarity.h"
#include "problem/hard_start.h"

namespace engd::automatic {

namespace {

// The first number that is tried.
constexpr int first_windows = 8;
// In a short time all waves are seen along a period, and fewer of them along the time.
constexpr int harmonics = 6;
// Where the first residuals are above the first part of their summands, later windows begin with
// nothing; where later ones are above it and so many times the first ones, errors grow.
constexpr double hopeless = 1e-2, growing = 30;
// Above this part, and with so much of the time to go, better windows are tried where twice as many
// fit into half of what is left.
constexpr double mediocre = 1e-3;
// Between the points of training the residual is so many times larger: points are missing.
constexpr double missing_points = 3;

bool can_be_cut(const problem::Problem& problem) {
  const int axis = time_axis_of(problem);
  return axis >= 0 && problem.windows == 1 && problem.coefficients.empty() &&
         !has_energy(problem) &&
         std::ranges::find(problem.domain.periodic, axis) == problem.domain.periodic.end() &&
         !problem.network_is_written && !problem.optimizer_is_written;
}

}  // namespace

std::vector<Entrant> entrants_in_windows(const problem::Problem& problem) {
  std::vector<Entrant> all;
  if (!can_be_cut(problem) || problem.domain.dimension() == 1) return all;
  problem::Problem probe = problem;
  const bool hard_start = problem.hard_start || problem::hold_start(probe) > 0;
  for (const Kind kind : {Kind::deep_sines, Kind::deep_tanh}) {
    Entrant entrant{kind, optim::Multistep{}, first_windows};
    entrant.hard_start = hard_start;
    if (!problem.domain.periodic.empty()) entrant.harmonics = harmonics;
    all.push_back(entrant);
  }
  return all;
}

void WindowsSoFar::judge(const Runner& runner, const Machine& machine, double cost) {
  const auto done = static_cast<std::size_t>(runner.windows_done());
  if (done <= judged_) return;
  const auto& pieces = runner.pieces();
  const std::vector<solve::Piece> own(pieces.begin() + static_cast<std::ptrdiff_t>(judged_),
                                      pieces.begin() + static_cast<std::ptrdiff_t>(done));
  for (const TermQuality& one : measure_terms(own, machine)) {
    const auto known = std::ranges::find(worst_, one.term, &TermQuality::term);
    if (known == worst_.end())
      worst_.push_back(one);
    else if (!(one.relative <= known->relative))
      *known = one;
  }
  score_ = score_of(worst_);
  if (judged_ == 0) {
    first_score_ = score_;
    first_cost_ = cost / static_cast<double>(done);
  }
  judged_ = done;
}

std::string WindowsSoFar::why_stop(const Runner& runner, double left) const {
  const int windows = runner.problem().windows;
  const auto to_do = static_cast<double>(windows) - static_cast<double>(judged_);
  if (judged_ == 0 || to_do <= 0) return {};
  if (!(score_ <= hopeless) && (judged_ == 1 || !(score_ <= growing * first_score_)))
    return fmt::format("the equations do not hold in window {} of {}", judged_, windows);
  const bool is_early = 2 * judged_ <= static_cast<std::size_t>(windows);
  if (!(score_ <= mediocre) && is_early && 4 * windows * first_cost_ <= left)
    return "more windows, or larger networks, were tried";
  if (to_do * first_cost_ > left) return "its windows do not fit into the budget";
  const auto worst = std::ranges::max_element(worst_, {}, &TermQuality::relative);
  if (judged_ == 1 && worst->to_trained > missing_points) return "more points were tried";
  return {};
}

void WindowSteps::learn(Step step, double times, double before, double after) {
  // More parameters also have more points.
  const double cost = step == Step::windows ? times : std::pow(times, 3);
  const double gain = std::log(before / after) / std::log(cost);
  rate_[step == Step::windows ? 0 : 1] = std::isfinite(gain) ? gain : 0;
}

}  // namespace engd::automatic
