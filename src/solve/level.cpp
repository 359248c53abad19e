#include "solve/level.h"

#include "network/kinds.h"

namespace engd::solve {

namespace {

network::Trainable make_network(const Level& level) {
  const problem::Problem& problem = *level.problem;
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

}  // namespace

Level::Level(const problem::Problem& of, std::shared_ptr<const energy::WindowStart> begins_with)
    : problem(&of), before(std::move(begins_with)), graph(of.graph) {
  begin(of.scale, 1);
}

void Level::begin(std::vector<double> at_scale, double at_frequency, Vector at) {
  terms_.reset();
  scale = std::move(at_scale);
  start = std::move(at);
  if (trainable && at_frequency == frequency) return;
  frequency = at_frequency;
  trainable = std::make_shared<const network::Trainable>(make_network(*this));
}

Level Level::next(Vector theta) {
  graph.share();
  Level next = *this;
  const std::vector<double> ones(problem->scope.unknowns.size(), 1.0);
  next.frozen.push_back({*trainable, std::move(theta), scale.empty() ? ones : scale});
  next.trainable.reset();
  next.begin(ones, 1);
  return next;
}

Level Level::earlier(std::size_t number) const {
  Level level = *this;
  if (number == frozen.size()) return level;
  level.trainable = std::make_shared<const network::Trainable>(frozen[number].trainable);
  level.frozen.erase(level.frozen.begin() + static_cast<std::ptrdiff_t>(number),
                     level.frozen.end());
  level.begin(frozen[number].scale, frequency);
  return level;
}

Level Level::fresh() const {
  Level level = *this;
  level.graph = problem->graph;
  level.terms_.reset();
  return level;
}

energy::Ansatz Level::ansatz() const {
  std::vector<std::optional<energy::HardCondition>> hard(problem->hard.size());
  for (std::size_t k = 0; k < hard.size(); ++k)
    if (const auto& condition = problem->hard[k])
      hard[k] = energy::HardCondition{condition->value.node, condition->distance.node};
  energy::Ansatz ansatz(std::move(hard), problem->scope.space);
  if (before) ansatz.begin_with(before, time_axis(*problem));
  if (!frozen.empty())
    ansatz.freeze(frozen, scale);
  else if (!scale.empty())
    ansatz.scale(scale);
  return ansatz;
}

cpu::Unknowns Level::unknowns_at(std::span<const expr::JetEntry> entries, geometry::PointSet points,
                                 int threads) {
  return cpu::Unknowns(*trainable, ansatz(), graph, entries, problem->scope.space,
                       std::move(points), threads);
}

std::unique_ptr<energy::Energy> make_energy(Level& level, std::uint64_t seed, int threads,
                                            backend::Device device) {
  return make_energy(level, level.terms().terms, seed, threads, device);
}

std::unique_ptr<energy::Energy> make_energy(Level& level, std::vector<energy::Term> terms,
                                            std::uint64_t seed, int threads,
                                            backend::Device device) {
  const expr::Scope& scope = level.problem->scope;
  return backend::make_energy(device, {*level.trainable, std::move(terms), level.graph, scope.space,
                                       scope.coordinates, seed, threads});
}

}  // namespace engd::solve
