#include "common/discretisation.h"

#include "backend/cpu/unknowns.h"
#include "expr/residual.h"
#include "geometry/on.h"
#include "geometry/patches.h"

namespace engd::testing {
namespace {

expr::Scope scope_of(const Statement& statement) {
  expr::Scope scope;
  scope.coordinates = statement.coordinates;
  scope.families = statement.families;
  scope.unknowns = statement.unknowns;
  scope.coefficients = statement.coefficients;
  for (const auto& [name, formula] : statement.functions) scope.functions[name] = {{}, formula};
  scope.space.dimension = static_cast<int>(statement.coordinates.size());
  for (int j = 0; j < scope.space.dimension; ++j)
    if (scope.coordinates[static_cast<std::size_t>(j)] != "t") scope.space.spatial.push_back(j);
  return scope;
}

geometry::Domain domain_of(const Statement& statement) {
  geometry::Box box;
  for (const Interval& side : statement.box) {
    box.lower.push_back(side.lower);
    box.upper.push_back(side.upper);
  }
  geometry::check_box(box, statement.coordinates);
  geometry::Domain domain(box);
  domain.periodic = statement.periodic;
  for (std::size_t j = 0; j < statement.coordinates.size(); ++j)
    if (statement.coordinates[j] == "t") domain.time = static_cast<int>(j);
  return domain;
}

network::Mlp network_of(const Statement& statement) {
  network::Options options = statement.network;
  options.periodic = statement.periodic;
  return {options, domain_of(statement), static_cast<int>(statement.unknowns.size())};
}

}  // namespace

Discretisation::Discretisation(const Statement& statement)
    : scope(scope_of(statement)), domain(domain_of(statement)), network(network_of(statement)) {
  std::vector<std::optional<energy::HardCondition>> hard(scope.unknowns.size());
  for (const auto& [unknown, condition] : statement.hard)
    hard[static_cast<std::size_t>(unknown)] =
        energy::HardCondition{parse(condition.value), parse(condition.distance)};
  ansatz = energy::Ansatz(std::move(hard), scope.space);
  if (!statement.frozen.empty()) ansatz.freeze(statement.frozen, statement.scale);
  for (const TermText& text : statement.terms) terms.push_back(term_of(text));
}

energy::Term Discretisation::term_of(const TermText& text) {
  const TermOptions& options = text.options;
  const geometry::Region where = region(text.on);
  expr::Scope names = scope;
  names.shift = options.shift;
  names.allow_normal = where.has_normals();
  energy::Ansatz here = ansatz;
  if (!options.shift.empty())
    here.set_shift(options.shift, static_cast<int>(scope.unknowns.size()));
  std::vector<expr::Node> nodes;
  for (const std::string& formula : text.formulas)
    for (const expr::Node node : expr::parse_residual(graph, formula, names).components)
      nodes.push_back(node);
  nodes = here.apply(graph, nodes);
  const int dimension = domain.dimension();
  energy::Term term{"term" + std::to_string(terms.size() + 1),
                    text.is_density ? energy::Density::of_density(graph, nodes.at(0), dimension)
                                    : energy::Density::of_residuals(graph, nodes, dimension),
                    where,
                    text.points,
                    !text.is_density && !options.integral && options.noise == 0,
                    options.weight,
                    here.fields(),
                    options.shift};
  term.causal = options.causal;
  term.time_axis = domain.time;
  term.balanced = options.balanced;
  term.noise = options.noise;
  return term;
}

std::unique_ptr<energy::Energy> Discretisation::make_energy(std::uint64_t seed, int threads,
                                                            backend::Device device) {
  return backend::make_energy(
      device, {network, terms, graph, scope.space, scope.coordinates, seed, threads});
}

expr::Node Discretisation::parse(const std::string& formula) {
  return expr::parse(graph, formula, scope);
}

geometry::Region Discretisation::region(const Texts& on) const {
  std::vector<geometry::Region> pieces;
  expr::Graph predicates;  // regions do not depend on it
  for (const std::string& part : on)
    pieces.push_back(geometry::region_on(domain, part, predicates, scope));
  return pieces.size() == 1 ? pieces.front() : geometry::merge(pieces);
}

geometry::PointSet Discretisation::place(const geometry::PointRule& rule, const Texts& on) const {
  return geometry::place_points(rule, region(on), {}, scope.coordinates);
}

Matrix Discretisation::values(const Vector& theta, std::span<const expr::JetEntry> entries,
                              const geometry::PointSet& points) {
  cpu::Unknowns unknowns(network, ansatz, graph, entries, scope.space, points, 2);
  Matrix values;
  unknowns.evaluate(theta, values);
  return values;
}

cpu::SolutionError Discretisation::error_of(const std::vector<std::string>& solution,
                                            const geometry::PointRule& rule,
                                            std::vector<energy::Freedom> up_to) {
  cpu::SolutionError::Part part;
  part.points = place(rule, "interior");
  for (std::size_t k = 0; k < solution.size(); ++k) {
    if (solution[k].empty()) continue;
    part.unknowns.push_back(static_cast<int>(k));
    part.solution.push_back(parse(solution[k]));
  }
  return {network, graph, {part}, scope.space, 2, ansatz, {std::move(up_to), domain.time}};
}

}  // namespace engd::testing
