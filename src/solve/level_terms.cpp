#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "energy/first_variation.h"
#include "problem/place.h"
#include "solve/level.h"

namespace engd::solve {

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
    if (!optim::is<optim::Hngd>(problem.stages[k].method)) continue;
    const problem::Place& place = problem.stage_places[k];
    if (std::none_of(terms.begin(), terms.end(),
                     [](const energy::Term& term) { return term.in_full_dimension(); }))
      throw problem::error_at(
          place, fmt::format("method = \"hngd\" takes its inner product over the points inside the "
                             "domain, and no term is there{}",
                             window_text(problem)));
    if (has_hard || !problem.scale.empty() || !problem.corrections.empty())
      throw problem::error_at(
          place,
          "method = \"hngd\" takes the inner product of the network, which is not that of the "
          "unknowns with a [hard] condition, a scale or several networks: use another method");
  }
}

bool is_whole_domain(const geometry::Region& region, const geometry::Box& domain) {
  return !region.keep && region.patches.size() == 1 && region.patches[0].lower == domain.lower &&
         region.patches[0].upper == domain.upper;
}

energy::Term plain_term(Level& level, const problem::Term& term, energy::Ansatz ansatz) {
  const problem::Problem& problem = *level.problem;
  expr::Graph& graph = level.graph;
  if (!term.shift.empty()) ansatz.set_shift(term.shift);
  std::vector<expr::Node> nodes;
  for (const problem::Formula& formula : term.residuals) nodes.push_back(formula.node);
  if (term.density) nodes = {term.density->node};
  std::vector<expr::JetEntry> continued;
  if (term.continues)
    for (const expr::Node node : nodes) continued.push_back(graph[node].leaf);
  nodes = ansatz.apply(graph, nodes);
  for (std::size_t k = 0; k < continued.size(); ++k)
    nodes[k] = graph.subtract(nodes[k], ansatz.at_start(graph, continued[k]));
  energy::Term made{term.name,
                    term.density ? energy::Density::of_density(graph, nodes.front())
                                 : energy::Density::of_residuals(graph, nodes),
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

/// The parts of a density in the form of Euler and Lagrange; false where it has none.
bool append_variation(Level& level, const problem::Term& term, energy::Ansatz& ansatz,
                      LevelTerms& result, std::vector<energy::Term>& further) {
  const problem::Problem& problem = *level.problem;
  if (level.frozen.empty() || !term.density ||
      term.points.kind != geometry::PointRule::Kind::gauss ||
      !is_whole_domain(term.region, problem.domain))
    return false;
  expr::Graph& graph = level.graph;
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
  result.offset[result.terms.size()] =
      make_energy(level, {part}, 0, 1)->loss(Vector::Zero(level.trainable->parameters()));
  part.density = energy::Density::of_density(graph, variation->inside);
  result.terms.push_back(part);
  part.name += " (boundary)";
  part.density = energy::Density::of_density(graph, variation->boundary);
  if (part.mean) part.weight /= term.region.measure();
  part.mean = false;
  part.region = geometry::boundary_of(problem.domain);
  further.push_back(std::move(part));
  return true;
}

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

LevelTerms make_terms(Level& level, const std::vector<problem::Term>& terms) {
  energy::Ansatz ansatz = level.ansatz();
  LevelTerms result;
  std::vector<energy::Term> further;
  const std::size_t count = terms.size();
  result.offset.assign(count, 0.0);
  for (std::size_t t = 0; t < count; ++t) try {
      if (append_variation(level, terms[t], ansatz, result, further))
        result.owner.push_back(static_cast<int>(t));
      else
        result.terms.push_back(plain_term(level, terms[t], ansatz));
    } catch (const std::length_error& error) {
      refuse_term(terms[t], level, error.what());
    }
  std::vector<int> owner(count);
  std::iota(owner.begin(), owner.end(), 0);
  result.owner.insert(result.owner.begin(), owner.begin(), owner.end());
  result.terms.insert(result.terms.end(), std::make_move_iterator(further.begin()),
                      std::make_move_iterator(further.end()));
  return result;
}

const LevelTerms& Level::terms() {
  if (!terms_) {
    terms_ = std::make_shared<const LevelTerms>(make_terms(*this, problem->terms));
    check_hilbert(*problem, terms_->terms);
  }
  return *terms_;
}

}  // namespace engd::solve
