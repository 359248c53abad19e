#include "backend/cpu/evaluator.h"
#include "backend/cpu/push_forward.h"
#include "backend/cpu/solution_error.h"
#include "linalg/blas.h"
#include "optim/direction.h"
#include "read/read_problem.h"
#include "report/fields.h"
#include "reproduce/figures.h"
#include "solve/solution_files.h"

namespace engd::reproduce {

namespace {

formats::PointArray normed(const std::string& name, Vector values) {
  if (const double largest = values.cwiseAbs().maxCoeff(); largest > 0) values /= largest;
  return {name, {values.begin(), values.end()}, 1};
}

}  // namespace

bool draw_push_forwards(const std::filesystem::path& folder, const std::string& name,
                        const std::string& problem_file, std::uint64_t seed, int threads) {
  const problem::Problem problem = read::read_problem(problem_file);
  if (problem.domain.dimension() != 2 || !problem.has_solution()) return false;
  linalg::set_threads(threads);
  solve::Level level(problem);
  const network::Trainable& trainable = *level.trainable;
  const auto energy = solve::make_energy(level, seed, threads);
  optim::State state;
  state.theta = trainable.initial(seed);
  Vector natural;
  if (optim::Engd{}.make()->compute(*energy, state, natural) != linalg::Outcome::ok) return false;

  const formats::ImageGrid grid{problem.domain.lower, problem.domain.upper, {101, 101}};
  const geometry::PointSet points = solve::grid_points(problem.domain, grid.count);
  cpu::Evaluator evaluator(trainable, {expr::value_of(0)}, problem.scope.space, threads);
  Matrix u, exact;
  evaluator.evaluate(state.theta, points, u);
  const expr::Node solution = problem.solution.front()->node;
  cpu::evaluate_formulas(problem.graph, std::span(&solution, 1), points, exact);
  const std::vector<formats::PointArray> arrays{
      normed("u - u*", u.col(0) - exact.col(0)),
      normed("energy natural gradient",
             cpu::push_forward(trainable, state.theta, natural, points).col(0)),
      normed("plain gradient",
             cpu::push_forward(trainable, state.theta, state.gradient, points).col(0))};
  std::vector<report::Picture> pictures;
  const char* names[] = {"_push_error", "_push_natural", "_push_gradient"};
  for (std::size_t k = 0; k < arrays.size(); ++k)
    pictures.push_back(
        report::normed_map(name + names[k], grid, arrays[k], problem.scope.coordinates));
  return report::draw(pictures, folder, true);
}

}  // namespace engd::reproduce
