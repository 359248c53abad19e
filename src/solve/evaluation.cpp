#include "solve/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/no_points.h"
#include "problem/place.h"
#include "support/error.h"

namespace engd::solve {

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

void require_finite(const problem::Problem& problem, const cpu::SolutionError::Part& part) {
  Matrix values;
  cpu::evaluate_formulas(problem.graph, part.solution, part.points, values);
  for (Index k = 0; k < values.cols(); ++k)
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isfinite(values(q, k)))
        refuse_solution(problem, part.unknowns[static_cast<std::size_t>(k)], part.points, q);
}

}  // namespace

std::unique_ptr<cpu::SolutionError> make_solution_error(Level& level, int threads) {
  const problem::Problem& problem = *level.problem;
  auto parts = solution_parts(problem);
  for (const auto& part : parts) require_finite(problem, part);
  if (const auto& known = problem.reference)
    parts.push_back({known->unknowns, {}, known->values, known->points});
  if (parts.empty()) return nullptr;
  cpu::SolutionError::Free free{problem.up_to, -1};
  if (std::ranges::count(problem.up_to, energy::Freedom::time) > 0)
    free.time_axis = time_axis(problem);
  return std::make_unique<cpu::SolutionError>(*level.trainable, level.graph, parts,
                                              problem.scope.space, threads, level.ansatz(),
                                              std::move(free));
}

}  // namespace engd::solve
