#include "solve/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "backend/cpu/cpu_energy.h"
#include "energy/first_variation.h"
#include "geometry/no_points.h"
#include "problem/place.h"
#include "support/error.h"

namespace engd::solve {

int time_axis(const problem::Problem& problem) {
  const std::vector<int>& spatial = problem.scope.space.spatial;
  for (int j = 0; j < problem.domain.dimension(); ++j)
    if (std::find(spatial.begin(), spatial.end(), j) == spatial.end()) return j;
  return -1;
}

network::Trainable make_network(const problem::Problem& problem, const Level& level) {
  const std::size_t number = level.frozen.size();
  network::Options options =
      number == 0 ? problem.network : problem.corrections.at(number - 1).network;
  options.init.frequency = level.frequency;
  // They go on from where the network before left them.
  std::vector<network::Coefficient> coefficients;
  for (std::size_t k = 0; k < problem.coefficients.size(); ++k) {
    const problem::Coefficient& coefficient = problem.coefficients[k];
    const double start = number == 0 ? coefficient.start
                                     : level.frozen.back().trainable.coefficient(
                                           level.frozen.back().theta.data(), static_cast<int>(k));
    coefficients.push_back({start, coefficient.positive});
  }
  return {network::make(options, problem.domain, static_cast<int>(problem.scope.unknowns.size())),
          std::move(coefficients)};
}

energy::Ansatz make_ansatz(const problem::Problem& problem, const Level& level) {
  std::vector<std::optional<energy::HardCondition>> hard(problem.hard.size());
  for (std::size_t k = 0; k < hard.size(); ++k)
    if (const auto& condition = problem.hard[k])
      hard[k] = energy::HardCondition{condition->value.node, condition->distance.node};
  energy::Ansatz ansatz(std::move(hard), problem.scope.space);
  if (level.before) ansatz.begin_with(level.before, level.time_axis);
  if (!level.frozen.empty()) ansatz.freeze(level.frozen, level.scale);
  return ansatz;
}

namespace {

/// " in the window t in [0.5, 1]"; nothing where all of the time is solved at once.
std::string window_text(const problem::Problem& problem) {
  if (problem.windows == 1) return {};
  const auto j = static_cast<std::size_t>(time_axis(problem));
  return fmt::format(" in the window {} in [{:g}, {:g}]", problem.scope.coordinates[j],
                     problem.domain.lower[j], problem.domain.upper[j]);
}

/// The Sobolev inner product of hngd is the network's own, over the points inside the domain.
void check_hilbert(const problem::Problem& problem, const std::vector<energy::Term>& terms) {
  const bool has_hard = std::any_of(problem.hard.begin(), problem.hard.end(),
                                    [](const auto& hard) { return hard.has_value(); });
  for (std::size_t k = 0; k < problem.stages.size(); ++k) {
    if (problem.stages[k].method != optim::Method::hngd) continue;
    const problem::Place& place = problem.stage_places[k];
    if (std::none_of(terms.begin(), terms.end(),
                     [](const energy::Term& term) { return term.in_full_dimension(); }))
      throw problem::error_at(
          place, fmt::format("method = \"hngd\" takes its inner product over the points inside the "
                             "domain, and no term is there{}",
                             window_text(problem)));
    if (has_hard || !problem.corrections.empty())
      throw problem::error_at(
          place,
          "method = \"hngd\" takes the inner product of the network, which is not that of the "
          "unknowns with a [hard] condition or several networks: use another method");
  }
}

bool is_whole_domain(const geometry::Region& region, const geometry::Box& domain) {
  return !region.keep && region.patches.size() == 1 && region.patches[0].lower == domain.lower &&
         region.patches[0].upper == domain.upper;
}

energy::Term plain_term(problem::Problem& problem, const problem::Term& term,
                        energy::Ansatz ansatz) {
  if (!term.shift.empty()) ansatz.set_shift(term.shift);
  std::vector<expr::Node> nodes;
  for (const problem::Formula& formula : term.residuals) nodes.push_back(formula.node);
  if (term.density) nodes = {term.density->node};
  std::vector<expr::JetEntry> continued;
  if (term.continues)
    for (const expr::Node node : nodes) continued.push_back(problem.graph[node].leaf);
  nodes = ansatz.apply(problem.graph, nodes);
  for (std::size_t k = 0; k < continued.size(); ++k)
    nodes[k] = problem.graph.subtract(nodes[k], ansatz.at_start(problem.graph, continued[k]));
  energy::Term made{term.name,
                    term.density ? energy::Density::of_density(problem.graph, nodes.front())
                                 : energy::Density::of_residuals(problem.graph, nodes),
                    term.region,
                    term.points,
                    term.measure == problem::Measure::mean,
                    term.weight,
                    ansatz.fields(),
                    term.shift};
  made.causal = term.causal;
  made.time_axis = time_axis(problem);
  made.balanced = term.balanced;
  made.noise = term.noise;
  made.noise_column = term.noise_column;
  return made;
}

double loss_of_known(problem::Problem& problem, energy::Term term, const Level& level) {
  const network::Trainable trainable = make_network(problem, level);
  cpu::CpuEnergy energy(trainable, {std::move(term)}, problem.graph, problem.scope.space,
                        problem.scope.coordinates, 0, 1);
  return energy.loss(Vector::Zero(trainable.parameters()), nullptr);
}

/// The parts of a density in the form of Euler and Lagrange; false where it has none.
bool append_variation(problem::Problem& problem, std::size_t t, energy::Ansatz& ansatz,
                      const Level& level, LevelTerms& result, std::vector<energy::Term>& further) {
  const problem::Term& term = problem.terms[t];
  if (level.frozen.empty() || !term.density ||
      term.points.kind != geometry::PointRule::Kind::gauss ||
      !is_whole_domain(term.region, problem.domain))
    return false;
  expr::Graph& graph = problem.graph;
  const auto variation =
      energy::first_variation(graph, term.density->node, ansatz, problem.scope.space);
  if (!variation) return false;
  energy::Term part{term.name,
                    energy::Density::of_density(graph, variation->constant),
                    term.region,
                    term.points,
                    term.measure == problem::Measure::mean,
                    term.weight,
                    ansatz.fields()};
  result.offset[t] = loss_of_known(problem, part, level);
  part.density = energy::Density::of_density(graph, variation->inside);
  result.terms.push_back(part);
  part.name += " (boundary)";
  part.density = energy::Density::of_density(graph, variation->boundary);
  if (part.mean) part.weight /= term.region.measure();
  part.mean = false;
  part.region = geometry::boundary_of(problem.domain);
  further.push_back(std::move(part));
  result.owner.push_back(static_cast<int>(t));
  return true;
}

}  // namespace

namespace {

/// A formula that grew too large, or needs too high a derivative, when the unknowns were written as
/// what they are made of.
[[noreturn]] void refuse_term(const problem::Term& term, const Level& level,
                              const std::string& why) {
  std::string where;
  if (!level.frozen.empty()) where += fmt::format(" for network {}", level.frozen.size() + 1);
  if (level.before) where += " in the windows of time after the first";
  throw problem::error_at(term.place, fmt::format("term '{}'{}: {}", term.name, where, why));
}

}  // namespace

LevelTerms make_level_terms(problem::Problem& problem, const Level& level) {
  energy::Ansatz ansatz = make_ansatz(problem, level);
  LevelTerms result;
  std::vector<energy::Term> further;
  const std::size_t count = problem.terms.size();
  result.offset.assign(count, 0.0);
  for (std::size_t t = 0; t < count; ++t) try {
      if (!append_variation(problem, t, ansatz, level, result, further))
        result.terms.push_back(plain_term(problem, problem.terms[t], ansatz));
    } catch (const std::length_error& error) {
      refuse_term(problem.terms[t], level, error.what());
    }
  std::vector<int> owner(count);
  std::iota(owner.begin(), owner.end(), 0);
  result.owner.insert(result.owner.begin(), owner.begin(), owner.end());
  result.terms.insert(result.terms.end(), std::make_move_iterator(further.begin()),
                      std::make_move_iterator(further.end()));
  check_hilbert(problem, result.terms);
  return result;
}

std::vector<energy::Term> make_terms(problem::Problem& problem, const Level& level) {
  return make_level_terms(problem, level).terms;
}

std::unique_ptr<energy::Energy> make_energy(problem::Problem& problem, std::uint64_t seed,
                                            int threads, const Level& level,
                                            backend::Device device) {
  return make_energy(problem, make_terms(problem, level), seed, threads, level, device);
}

std::unique_ptr<energy::Energy> make_energy(problem::Problem& problem,
                                            std::vector<energy::Term> terms, std::uint64_t seed,
                                            int threads, const Level& level,
                                            backend::Device device) {
  return backend::make_energy(
      device, {make_network(problem, level), std::move(terms), problem.graph, problem.scope.space,
               problem.scope.coordinates, seed, threads});
}

namespace {

[[noreturn]] void refuse_solution(const problem::Problem& problem, Index unknown,
                                  const geometry::PointSet& points, Index q) {
  std::string place;
  for (int j = 0; j < points.dimension; ++j)
    place += fmt::format("{}{} = {:g}", j == 0 ? "" : ", ", problem.scope.coordinates[j],
                         points.coordinates[static_cast<std::size_t>(j * points.count + q)]);
  throw problem::error_at(
      problem.solution[static_cast<std::size_t>(unknown)]->place,
      fmt::format("the solution of '{}' is not finite at {}",
                  problem.scope.unknowns[static_cast<std::size_t>(unknown)], place));
}

}  // namespace

geometry::PointRule evaluation_rule(const problem::Problem& problem,
                                    const geometry::Region& region) {
  geometry::PointRule rule = problem.evaluation;
  const bool has_gauss =
      std::ranges::all_of(region.patches, [](const auto& patch) { return patch.has_gauss_rule(); });
  if (!problem.evaluation_is_written && rule.kind == geometry::PointRule::Kind::gauss && !has_gauss)
    rule.kind = geometry::PointRule::Kind::grid;
  return rule;
}

geometry::PointSet evaluation_points(const problem::Problem& problem,
                                     const geometry::Region& region) {
  // A stream of their own: points of random rules differ from those of every term.
  const geometry::Draw draw{0, 0xffffffffu, 0};
  return geometry::place_points(evaluation_rule(problem, region), region, draw,
                                problem.scope.coordinates);
}

namespace {

/// Whether a part has points in this window of time.
bool is_there(const problem::Problem& problem, const geometry::Region& region) {
  if (region.patches.empty()) return false;
  if (problem.windows == 1 || !region.keep) return true;
  try {
    return evaluation_points(problem, region).count > 0;
  } catch (const geometry::NoPoints&) {
    return false;
  }
}

/// Unknowns without a part of their own, on the whole domain, then each of the others.
std::vector<cpu::SolutionError::Part> solution_parts(const problem::Problem& problem) {
  std::vector<cpu::SolutionError::Part> parts;
  const auto add = [&](const geometry::Region& region) {
    parts.emplace_back().points = evaluation_points(problem, region);
    return parts.size() - 1;
  };
  std::optional<std::size_t> whole;
  for (const bool on_a_part : {false, true})
    for (std::size_t k = 0; k < problem.solution.size(); ++k) {
      const auto& region = problem.solution_on[k];
      if (!problem.solution[k] || region.has_value() != on_a_part) continue;
      if (region && !is_there(problem, *region)) continue;
      if (!on_a_part && !whole) whole = add(geometry::interior_of(problem.domain));
      cpu::SolutionError::Part& part = parts[on_a_part ? add(*region) : *whole];
      part.unknowns.push_back(static_cast<int>(k));
      part.solution.push_back(problem.solution[k]->node);
    }
  return parts;
}

void require_finite(problem::Problem& problem, const cpu::SolutionError::Part& part) {
  Matrix values;
  cpu::evaluate_formulas(problem.graph, part.solution, part.points, values);
  for (Index k = 0; k < values.cols(); ++k)
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isfinite(values(q, k)))
        refuse_solution(problem, part.unknowns[static_cast<std::size_t>(k)], part.points, q);
}

}  // namespace

std::unique_ptr<cpu::SolutionError> make_solution_error(problem::Problem& problem, int threads,
                                                        const Level& level) {
  auto parts = solution_parts(problem);
  for (const auto& part : parts) require_finite(problem, part);
  if (const auto& known = problem.reference)
    parts.push_back({known->unknowns, {}, known->values, known->points});
  if (parts.empty()) return nullptr;
  cpu::SolutionError::Free free{problem.up_to, -1};
  if (std::ranges::count(problem.up_to, energy::Freedom::time) > 0)
    free.time_axis = time_axis(problem);
  return std::make_unique<cpu::SolutionError>(make_network(problem, level), problem.graph, parts,
                                              problem.scope.space, threads,
                                              make_ansatz(problem, level), std::move(free));
}

}  // namespace engd::solve
