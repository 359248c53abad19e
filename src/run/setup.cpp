#include "run/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_energy.h"
#include "io/source.h"
#include "support/error.h"

namespace engd::run {

network::Mlp make_network(const io::Problem& problem) {
  return network::Mlp(problem.network, problem.domain,
                      static_cast<int>(problem.scope.unknowns.size()));
}

std::vector<energy::Term> make_terms(io::Problem& problem) {
  const int dimension = problem.domain.dimension();
  std::vector<energy::Term> terms;
  for (const io::Term& term : problem.terms) {
    std::vector<expr::Node> residuals;
    for (const io::Formula& formula : term.residuals) residuals.push_back(formula.node);
    terms.push_back({term.name,
                     term.density
                         ? energy::Density::of_density(problem.graph, term.density->node, dimension)
                         : energy::Density::of_residuals(problem.graph, residuals, dimension),
                     term.region, term.points, term.measure == io::Measure::mean, term.weight});
  }
  for (const optim::Options& stage : problem.stages)
    if (stage.method == optim::Method::hngd &&
        std::none_of(terms.begin(), terms.end(),
                     [](const energy::Term& term) { return term.in_full_dimension(); }))
      throw InputError(fmt::format(
          "{}: method = \"hngd\" takes its inner product over the points inside the domain, and no "
          "term is there",
          problem.file));
  return terms;
}

std::unique_ptr<energy::Energy> make_energy(io::Problem& problem, std::uint64_t seed, int threads,
                                            backend::Device device) {
  return backend::make_energy(
      device, {make_network(problem), make_terms(problem), problem.graph, problem.scope.space,
               problem.scope.coordinates, seed, threads});
}

namespace {

[[noreturn]] void refuse_solution(const io::Problem& problem, Index unknown,
                                  const geometry::PointSet& points, Index q) {
  std::string place;
  for (int j = 0; j < points.dimension; ++j)
    place += fmt::format("{}{} = {:g}", j == 0 ? "" : ", ", problem.scope.coordinates[j],
                         points.coordinates[static_cast<std::size_t>(j * points.count + q)]);
  throw io::error_at(problem.solution[static_cast<std::size_t>(unknown)]->place,
                     fmt::format("the solution is not finite at {}", place));
}

}  // namespace

std::unique_ptr<cpu::SolutionError> make_solution_error(io::Problem& problem, int threads) {
  if (!problem.has_solution()) return nullptr;
  // A stream of their own: points of random rules differ from those of every term.
  const geometry::Draw draw{0, 0xffffffffu, 0};
  auto points = geometry::place_points(problem.evaluation, geometry::interior_of(problem.domain),
                                       draw, problem.scope.coordinates);
  std::vector<expr::Node> solution;
  for (const auto& formula : problem.solution) solution.push_back(formula->node);
  Matrix values;
  cpu::evaluate_formulas(problem.graph, solution, points, values);
  for (Index k = 0; k < values.cols(); ++k)
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isfinite(values(q, k))) refuse_solution(problem, k, points, q);
  return std::make_unique<cpu::SolutionError>(make_network(problem), problem.graph, solution,
                                              problem.scope.space, std::move(points), threads);
}

}  // namespace engd::run
