#include "automatic/runner.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "expr/tape.h"
#include "linalg/blas.h"
#include "solve/coefficients.h"
#include "solve/fresh_points.h"
#include "solve/memory.h"
#include "solve/scale.h"
#include "solve/setup.h"
#include "solve/solution_files.h"
#include "solve/solvable.h"
#include "solve/statement.h"
#include "solve/windows.h"

namespace engd::automatic {

namespace {

// A state is kept every so many iterations: a training that ends by itself is gone on with from
// the last one.
constexpr int iterations_between_states = 10;

}  // namespace

Index parameters_of(const problem::Problem& problem) {
  return solve::make_network(problem).parameters();
}

Runner::Runner(problem::Problem problem, const Machine& machine)
    : problem_(std::make_unique<problem::Problem>(std::move(problem))), machine_(machine) {
  if (problem_->windows > 1) solve::require_solvable(*problem_, machine.threads);
  problem::Problem probe = *problem_;
  const auto terms = solve::make_terms(probe);
  solve::require_memory(probe, terms, machine.threads);
  const solve::Sizes sizes =
      solve::estimate_sizes(probe, terms, probe.stages.front(), machine.threads);
  rows_ = sizes.rows;
  points_ = static_cast<std::ptrdiff_t>(sizes.points);
  parameters_ = parameters_of(*problem_);
}

std::string Runner::network_text() const {
  return solve::make_statement(*problem_).network;
}

void Runner::run(const std::function<bool()>& stop) {
  if (ended_) return;
  linalg::set_threads(machine_.threads);
  solve::Windows windows(*problem_, machine_.seed, machine_.threads, machine_.device);
  StateArchive before(state_);
  optim::Keeping keeping;
  if (!state_.empty()) keeping.resumed = &before;
  keeping.offer = [&](int iteration, bool leaving, const optim::Keeping::Save& save) {
    if (!leaving && iteration % iterations_between_states != 0) return;
    StateArchive archive;
    save(archive);
    state_ = archive.values();
    iteration_of_state_ = iteration;
  };
  const auto observe = [&](const solve::Moment& moment) {
    if (moment.final) return;
    results::HistoryRow row;
    row.seed = machine_.seed;
    row.iteration = moment.iteration;
    row.seconds = moment.seconds;
    row.loss = moment.loss;
    row.term_losses.assign(moment.loss_by_term.begin(), moment.loss_by_term.end());
    row.step = moment.state.step;
    row.gradient_norm = moment.state.gradient.norm();
    row.coefficients = solve::coefficient_values(*problem_, moment.state.theta);
    rows_of_history_.push_back(std::move(row));
  };
  solve::Solved solved = windows.run(observe, stop, keeping);
  pieces_ = std::move(solved.pieces);
  iterations_ = solved.ending.iterations;
  seconds_ = solved.ending.seconds;
  loss_ = solved.loss;
  ended_ = solved.ending.termination != optim::Termination::interrupted;
  failed_ = optim::failed(solved.ending.termination);
  ending_ = solved.ending.sentence;
}

std::vector<results::HistoryRow> Runner::history() const {
  std::vector<results::HistoryRow> rows = rows_of_history_;
  std::erase_if(rows, [&](const auto& row) { return row.iteration >= iteration_of_state_; });
  return rows;
}

namespace {

/// The root mean square of a term's residual next to what it is where the unknowns are zero (or
/// what the hard conditions make of that): for measurements, and for summands that stand alone.
double beside_nothing(problem::Problem& problem, std::size_t t, const solve::Piece& piece,
                      const Machine& machine) {
  const auto size = [&](const Vector& theta) {
    std::vector<energy::Term> one{solve::make_terms(problem, piece.level)[t]};
    if (solve::can_be_fresh(problem.terms[t])) one[0].rule = solve::fresh_rule(0);
    one[0].balanced = false;
    one[0].causal = 0;
    return solve::root_mean_squares(problem, std::move(one), theta, solve::seed_of_fresh_points,
                                    machine.threads, piece.level)
        .values[0];
  };
  const double r = size(piece.theta);
  const double without =
      size(solve::silent(solve::make_network(problem, piece.level), piece.theta));
  return without > 0 ? r / without : r;
}

/// How well the terms of one piece hold, in their order.
std::vector<TermQuality> measure_piece(const solve::Piece& piece, const Machine& machine) {
  problem::Problem problem = *piece.problem;
  const auto residuals =
      solve::measure_residuals(problem, piece.theta, machine.seed, machine.threads, piece.level);
  std::vector<TermQuality> all;
  for (std::size_t t = 0; t < problem.terms.size(); ++t) {
    const problem::Term& term = problem.terms[t];
    TermQuality& one = all.emplace_back(TermQuality{term.name});
    const auto found = std::ranges::find(residuals, term.name, &results::TermResidual::term);
    if (found != residuals.end() && found->trained > 0)
      one.to_trained = found->fresh / found->trained;
    one.relative = found != residuals.end() && found->relative
                       ? *found->relative
                       : beside_nothing(problem, t, piece, machine);
  }
  return all;
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

namespace {

bool occurs(const problem::Problem& problem, const problem::Term& term, int unknown) {
  std::vector<expr::Node> nodes;
  for (const problem::Formula& formula : term.residuals) nodes.push_back(formula.node);
  if (term.density) nodes.push_back(term.density->node);
  const expr::Tape tape(problem.graph, nodes);
  return std::ranges::any_of(tape.inputs(), [&](const auto& input) {
    return input.kind == expr::Op::jet && input.jet.unknown == unknown;
  });
}

bool is_inside(const problem::Term& term, int dimension) {
  return std::ranges::any_of(term.region.patches,
                             [&](const auto& patch) { return patch.dimension() == dimension; });
}

}  // namespace

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
  return solve::time_axis(problem);
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
