#include "automatic/runner.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "automatic/stationarity.h"
#include "expr/tape.h"
#include "linalg/blas.h"
#include "problem/time_order.h"
#include "results/describe.h"
#include "solve/coefficients.h"
#include "solve/evaluation.h"
#include "solve/fresh_points.h"
#include "solve/memory.h"
#include "solve/solution_files.h"
#include "solve/solvable.h"
#include "solve/windows.h"

namespace engd::automatic {

namespace {

// A state is kept every so many iterations: a training that ends by itself is gone on with from
// the last one.
constexpr int iterations_between_states = 10;

}  // namespace

Index parameters_of(const problem::Problem& problem) {
  return solve::Level(problem).trainable->parameters();
}

namespace {

/// Errors are not looked at while a problem is trained: their points take longer to place than many
/// iterations. Windows of time keep them beside the state.
problem::Problem without_errors(problem::Problem problem) {
  if (problem.windows > 1) return problem;
  for (auto& formula : problem.solution) formula.reset();
  problem.reference.reset();
  return problem;
}

}  // namespace

Runner::Runner(const problem::Problem& problem, const Machine& machine)
    : problem_(std::make_shared<const problem::Problem>(
          without_errors(solve::with_formulas(problem, machine.threads)))),
      machine_(machine) {
  solve::Level level(*problem_);
  const std::vector<energy::Term>& terms = level.terms().terms;
  const solve::Sizes sizes =
      solve::estimate_sizes(*problem_, terms, problem_->stages.front(), machine.threads);
  if (sizes.bytes > machine.memory) throw NoRoom(problem.file + ": no room beside other networks");
  solve::require_memory(*problem_, terms, machine.threads);
  rows_ = sizes.rows;
  points_ = static_cast<std::ptrdiff_t>(sizes.points);
  parameters_ = parameters_of(*problem_);
}

bool Runner::needs_all_threads() const {
  const optim::Options& stage = problem_->stages.front();
  const double order = std::min(rows_, static_cast<double>(parameters_));
  // Written solvers decompose with all threads, from whatever size on.
  if (optim::solver_of(stage.method)) return true;
  if (optim::is_damped(stage.method)) return order >= linalg::least_cholesky_of_threads;
  return optim::has_metric(stage.method) && order >= linalg::least_order_of_threads;
}

std::string Runner::network_text() const {
  return results::make_statement(*problem_).network;
}

namespace {

/// Keeps states and rows of the history while a problem is trained.
class Recorder final : public solve::Observer {
 public:
  Recorder(const problem::Problem& problem, const std::function<bool()>& stop,
           StateArchive::Values& state, int& iteration_of_state, int& window,
           std::vector<results::HistoryRow>& rows)
      : problem_(problem),
        stop_(stop),
        state_(state),
        iteration_of_state_(iteration_of_state),
        window_(window),
        rows_(rows) {}

  bool wants_to_stop() override { return stop_(); }

  void keep(int iteration, bool leaving, const Save& save) override {
    if (!leaving && iteration % iterations_between_states != 0) return;
    StateArchive archive;
    save(archive);
    state_ = archive.values();
    iteration_of_state_ = iteration;
  }

  void see(const solve::Moment& moment) override {
    window_ = moment.window;
    if (moment.final) return;
    results::HistoryRow row;
    row.seed = moment.seed;
    row.iteration = moment.iteration;
    row.seconds = moment.seconds;
    row.loss = moment.loss;
    row.term_losses.assign(moment.loss_by_term.begin(), moment.loss_by_term.end());
    row.step = moment.state.step;
    row.gradient_norm = moment.state.gradient.norm();
    row.coefficients = solve::coefficient_values(problem_, moment.state.theta);
    rows_.push_back(std::move(row));
  }

 private:
  const problem::Problem& problem_;
  const std::function<bool()>& stop_;
  StateArchive::Values& state_;
  int& iteration_of_state_;
  int& window_;
  std::vector<results::HistoryRow>& rows_;
};

}  // namespace

void Runner::run(const std::function<bool()>& stop) {
  if (ended_) return;
  solve::Windows windows(*problem_, machine_.seed, machine_.threads, machine_.device);
  StateArchive before(state_);
  const bool has_begun = !state_.empty();
  Recorder recorder(*problem_, stop, state_, iteration_of_state_, window_, rows_of_history_);
  solve::Solved solved = windows.run(recorder, has_begun ? &before : nullptr);
  pieces_ = std::move(solved.pieces);
  iterations_ = solved.ending.iterations;
  seconds_ = solved.ending.seconds;
  loss_ = solved.loss;
  ended_ = solved.ending.termination != optim::Termination::interrupted;
  failed_ = optim::failed(solved.ending.termination);
  ending_ = solved.ending.sentence;
}

int Runner::windows_done() const {
  const auto begun = static_cast<int>(pieces_.size());
  return ended_ && !failed_ ? begun : std::max(0, begun - 1);
}

std::vector<results::HistoryRow> Runner::history() const {
  std::vector<results::HistoryRow> rows = rows_of_history_;
  std::erase_if(rows, [&](const auto& row) { return row.iteration >= iteration_of_state_; });
  return rows;
}

namespace {

/// The root mean square of a term's residual next to what it is where the unknowns are zero (or
/// what the hard conditions make of that): for measurements, and for summands that stand alone.
double beside_nothing(solve::Level& level, std::size_t t, const Vector& theta,
                      const Machine& machine) {
  const auto size = [&](const Vector& at) {
    std::vector<energy::Term> one{level.terms().terms[t]};
    if (solve::can_be_fresh(level.problem->terms[t])) one[0].rule = solve::fresh_rule(0);
    one[0].balanced = false;
    one[0].causal = 0;
    return solve::root_mean_squares(level, std::move(one), at, solve::seed_of_fresh_points,
                                    machine.threads)
        .values[0];
  };
  const double r = size(theta);
  const double without = size(level.trainable->silent(theta));
  return without > 0 ? r / without : r;
}

// Next to the residual at the start of training.
constexpr double zero_solution = 1e-14;
// Residuals of measurements in units of their noise: three standard errors above 1 for some twenty
// measurements.
constexpr double explained = 1.3;

bool has_noise(const problem::Term& term) {
  return term.measure == problem::Measure::sum && (term.noise > 0 || term.noise_column >= 0);
}

/// How well the terms of a level hold, in their order.
std::vector<TermQuality> measure_level(const solve::Level& trained, const Vector& theta,
                                       const Machine& machine) {
  const problem::Problem& problem = *trained.problem;
  const auto residuals = solve::measure_residuals(trained, theta, machine.seed, machine.threads);
  solve::Level level = trained.fresh();
  std::vector<TermQuality> all;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    TermQuality& one = all.emplace_back(TermQuality{term.name});
    const auto found = std::ranges::find(residuals, term.name, &results::TermResidual::term);
    if (found != residuals.end() && found->trained > 0)
      one.to_trained = found->fresh / found->trained;
    one.relative = found != residuals.end() && found->relative
                       ? *found->relative
                       : beside_nothing(level, t, theta, machine);
    if (has_noise(term)) {
      const solve::Misfit misfit = solve::misfit(level, t, theta, machine.seed, machine.threads);
      if (misfit.size < explained) one.noise = std::exchange(one.relative, 0.0);
      one.scatter = one.noise / std::sqrt(misfit.count);
    }
    // A solution that is zero has no size, and its summands vanish with the residual.
    if (found != residuals.end() && found->relative && found->to_start < zero_solution)
      one.relative = std::min(one.relative, found->to_start);
  }
  return all;
}

/// An energy is measured by the equations that its least value asks for.
std::vector<TermQuality> measure_piece(const solve::Piece& piece, const Machine& machine) {
  if (!has_energy(*piece.problem)) return measure_level(piece.level, piece.theta, machine);
  const problem::Problem equations = stationarity(*piece.problem);
  return measure_level(solve::Level(equations), piece.theta, machine);
}

}  // namespace

std::vector<TermQuality> measure_terms(const std::vector<solve::Piece>& pieces,
                                       const Machine& machine) {
  std::vector<TermQuality> all;
  for (const solve::Piece& piece : pieces)
    for (const TermQuality& one : measure_piece(piece, machine)) {
      const auto known = std::ranges::find(all, one.term, &TermQuality::term);
      if (known == all.end())
        all.push_back(one);
      else if (!(one.relative <= known->relative))
        *known = one;
    }
  return all;
}

bool occurs(const problem::Problem& problem, const problem::Term& term, int unknown) {
  std::vector<expr::Node> nodes;
  for (const problem::Formula& formula : term.residuals) nodes.push_back(formula.node);
  if (term.density) nodes.push_back(term.density->node);
  const expr::Tape tape(problem.graph, nodes);
  return std::ranges::any_of(tape.inputs(), [&](const auto& input) {
    return input.kind == expr::Leaf::Kind::jet && input.index == unknown;
  });
}

bool is_inside(const problem::Term& term, int dimension) {
  return std::ranges::any_of(term.region.patches,
                             [&](const auto& patch) { return patch.dimension() == dimension; });
}

std::vector<Place> places_of(const problem::Problem& problem) {
  const int dimension = problem.domain.dimension();
  std::vector<Place> places;
  for (int k = 0; k < std::ssize(problem.scope.unknowns); ++k) {
    std::set<std::string> seen;
    for (const problem::Term& term : problem.terms) {
      if (!is_inside(term, dimension) || !occurs(problem, term, k)) continue;
      if (seen.contains("interior") || !seen.insert(term.on).second) continue;
      places.push_back({k, solve::evaluation_points(problem, term.region)});
    }
    if (seen.empty())
      places.push_back(
          {k, solve::evaluation_points(problem, geometry::interior_of(problem.domain))});
  }
  return places;
}

int time_axis_of(const problem::Problem& problem) {
  return problem::time_axis(problem);
}

Matrix values_at(const problem::Problem& problem, const std::vector<solve::Piece>& pieces,
                 const geometry::PointSet& points, int threads) {
  if (std::ssize(pieces) == problem.windows)
    return solve::values_of(problem, pieces, points, threads);
  problem::Problem whole = problem;
  whole.windows = static_cast<int>(pieces.size());
  return solve::values_of(whole, pieces, points, threads);
}

}  // namespace engd::automatic
