#include "solve/seed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solve/coefficients.h"
#include "solve/fresh_points.h"
#include "solve/not_finite.h"

namespace engd::solve {

void SeedRun::exchange(StateArchive& archive, const problem::Problem& problem, int threads) {
  archive.part("summary", summary);
  solve::exchange(archive, problem, threads, pieces);
  archive("failed", failed);
}

SeedObserver::SeedObserver(const problem::Problem& problem, std::uint64_t seed,
                           results::HistoryWriter& history, Checkpoints& checkpoints, Save save_run,
                           Observer& observer)
    : problem_(problem),
      seed_(seed),
      history_(history),
      checkpoints_(checkpoints),
      save_run_(std::move(save_run)),
      observer_(observer),
      // By default about 500 times in a run.
      every_(problem.evaluate_every > 0 ? problem.evaluate_every
                                        : std::max(1, (total_iterations(problem) + 499) / 500)) {}

void SeedObserver::see(const Moment& moment) {
  if (!std::isfinite(first_loss_)) first_loss_ = moment.loss;
  const bool due = moment.final || moment.iteration % every_ == 0;
  // A run that ends without a further step has its last row already.
  if (due && moment.iteration != last_row_) {
    last_row_ = moment.iteration;
    const optim::State& state = moment.state;
    results::HistoryRow row;
    row.seed = seed_;
    row.iteration = moment.iteration;
    row.seconds = moment.seconds;
    row.loss = moment.loss;
    row.term_losses.assign(moment.loss_by_term.begin(), moment.loss_by_term.end());
    if (moment.error && moment.error->is_relative()) {
      const cpu::Errors errors = moment.error->measure(state.theta);
      row.rel_l2 = errors.rel_l2;
      row.rel_h1 = errors.rel_h1;
    }
    row.step = state.step;
    if (!moment.final) row.gradient_norm = state.gradient.norm();
    if (state.solution.rank > 0) row.rank = state.solution.rank;
    row.coefficients = coefficient_values(problem_, state.theta);
    history_.write(row);
    rel_l2_ = row.rel_l2;
  }
  Moment told = moment;
  told.rel_l2 = rel_l2_;
  observer_.see(told);
}

void SeedObserver::keep(int iteration, bool leaving, const Save& save) {
  checkpoints_.offer(seed_, iteration, leaving, [&](StateArchive& archive) {
    save_run_(archive);
    archive.part("seed_solver", *this);
    save(archive);
  });
}

void SeedObserver::exchange(StateArchive& archive) {
  archive("last_row", last_row_);
  archive("first_loss", first_loss_);
}

namespace {

// Residuals below this part of the summands that they are made of are rounding.
constexpr double rounding = 1e-12;

/// Whether every equation holds to rounding, as far as that is known.
bool holds_to_rounding(const std::vector<results::TermResidual>& residuals) {
  return !residuals.empty() && std::all_of(residuals.begin(), residuals.end(), [](const auto& one) {
    return one.relative && *one.relative <= rounding;
  });
}

/// Where a formula of the last piece is not finite, and why.
void explain(SeedRun& run, std::uint64_t seed, int threads) {
  std::string why = describe_not_finite(run.pieces.back(), seed, threads);
  if (why.empty() && !std::isfinite(run.summary.loss))
    why = "the formulas are finite, but their squares or sums are not";
  if (!why.empty()) run.summary.message += "; " + why;
}

}  // namespace

SeedRun judge(const problem::Problem& problem, Solved solved, std::uint64_t seed, int threads,
              double first_loss) {
  const optim::Result& ending = solved.ending;
  SeedRun result;
  result.pieces = std::move(solved.pieces);
  result.interrupted = ending.termination == optim::Termination::interrupted;
  result.failed = optim::failed(ending.termination);
  results::SeedSummary& summary = result.summary;
  summary.seed = seed;
  summary.loss = std::isnan(solved.loss) ? std::numeric_limits<double>::quiet_NaN() : solved.loss;
  summary.iterations = ending.iterations;
  summary.seconds = ending.seconds;
  summary.ms_per_iteration = ending.iterations > 0 ? 1000 * ending.seconds / ending.iterations : 0;
  summary.termination = optim::name(ending.termination);
  summary.message = ending.sentence;
  if (solved.errors) {
    summary.rel_l2 = solved.errors->rel_l2;
    summary.rel_h1 = solved.errors->rel_h1;
    for (const cpu::UnknownErrors& one : solved.errors->by_unknown)
      summary.errors_by_unknown.push_back(
          {problem.scope.unknowns[static_cast<std::size_t>(one.unknown)], one.rel_l2, one.rel_h1});
  }
  summary.residuals = measure_residuals(problem, result.pieces, seed, threads);
  summary.warning = residual_warning(summary.residuals);
  summary.coefficients = estimate_coefficients(result.pieces.front().level,
                                               result.pieces.front().theta, seed, threads);
  // A grid of step sizes that are all too long goes uphill, at last to where nothing is lower.
  const bool uphill =
      ending.termination == optim::Termination::stalled && !(solved.loss <= first_loss);
  const auto diverge = [&](const std::string& why) {
    if (result.failed) return;
    result.failed = true;
    summary.termination = optim::name(optim::Termination::diverged);
    summary.message = why;
  };
  if (!std::isfinite(solved.loss)) diverge("the loss is not finite");
  if (uphill) diverge(fmt::format("the loss grew from {:.3e} to {:.3e}", first_loss, solved.loss));
  const bool has_error =
      std::isfinite(summary.rel_l2.value_or(0)) && std::isfinite(summary.rel_h1.value_or(0));
  if (!has_error) diverge("the loss is finite, but the error is not");
  const bool finite = std::all_of(summary.residuals.begin(), summary.residuals.end(),
                                  [](const auto& one) { return std::isfinite(one.fresh); });
  if (!finite) diverge("the loss is finite, but residuals between the points of training are not");
  const bool has_numbers = finite && std::isfinite(solved.loss);
  if (result.failed && !has_numbers) explain(result, seed, threads);
  const bool stuck = ending.termination == optim::Termination::stalled ||
                     ending.termination == optim::Termination::no_direction;
  if (stuck && has_numbers && has_error && !uphill && holds_to_rounding(summary.residuals)) {
    // No direction is found where the residuals are rounding, and so is their gradient.
    result.failed = false;
    summary.message = "the equations hold to rounding (" + ending.sentence + ")";
  }
  return result;
}

}  // namespace engd::solve
