#include "solve/solution_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backend/cpu/solution_error.h"
#include "solve/free_part.h"

namespace engd::solve {

namespace {

/// Points an axis: fine enough for a picture, small enough to open at once.
int resolution(int dimension) {
  return dimension == 1 ? 1001 : dimension == 2 ? 201 : 51;
}

/// Which points belong to a piece: from its start on, and to its end.
std::vector<Index> points_of(const Piece& piece, int axis, bool last,
                             const geometry::PointSet& points) {
  std::vector<Index> own;
  const auto j = static_cast<std::size_t>(axis);
  for (Index q = 0; q < points.count; ++q) {
    const double t = points.coordinate(q, axis);
    const geometry::Domain& domain = piece.problem->domain;
    if (t >= domain.lower[j] && (t < domain.upper[j] || (last && t <= domain.upper[j])))
      own.push_back(q);
  }
  return own;
}

}  // namespace

Matrix values_of(const problem::Problem& problem, const std::vector<Piece>& pieces,
                 const geometry::PointSet& points, int threads) {
  const Index count = std::ssize(problem.scope.unknowns);
  std::vector<expr::JetEntry> entries;
  for (int k = 0; k < count; ++k) entries.push_back(expr::value_of(k));
  Matrix all = Matrix::Constant(points.count, count, std::numeric_limits<double>::quiet_NaN());
  for (const Piece& piece : pieces) {
    geometry::PointSet there = points;
    std::vector<Index> own;
    if (problem.windows > 1) {
      own = points_of(piece, time_axis(problem), &piece == &pieces.back(), points);
      if (own.empty()) continue;
      there = points.chosen(own);
    }
    Matrix u;
    piece.level.fresh().unknowns_at(entries, std::move(there), threads).evaluate(piece.theta, u);
    if (own.empty()) return u;
    for (Index q = 0; q < std::ssize(own); ++q)
      all.row(own[static_cast<std::size_t>(q)]) = u.row(q);
  }
  return all;
}

namespace {

std::vector<formats::PointArray> sample(const problem::Problem& problem,
                                        const std::vector<Piece>& pieces,
                                        const geometry::PointSet& points, int threads) {
  const auto& names = problem.scope.unknowns;
  Matrix u = values_of(problem, pieces, points, threads), exact;
  const auto column = [](const Matrix& m, Index k) {
    return std::vector<double>(m.col(k).begin(), m.col(k).end());
  };
  std::vector<formats::PointArray> arrays;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Index c = static_cast<Index>(k);
    arrays.push_back({names[k], column(u, c), 1});
    if (!problem.solution[k]) continue;
    const expr::Node node = problem.solution[k]->node;
    cpu::evaluate_formulas(problem.graph, std::span(&node, 1), points, exact);
    arrays.push_back({"exact_" + names[k], column(exact, 0), 1});
    u.col(c) -= exact.col(0);
    const auto error_at = [&](const geometry::PointSet& there) -> Vector {
      cpu::evaluate_formulas(problem.graph, std::span(&node, 1), there, exact);
      return values_of(problem, pieces, there, threads).col(c) - exact.col(0);
    };
    remove_free_part(problem, static_cast<int>(k), points, error_at, u.col(c));
    arrays.push_back({"error_" + names[k], column(u, c), 1});
  }
  return arrays;
}

/// Where an unknown is not meant, there is nothing to see.
void blank_elsewhere(const problem::Problem& problem, const geometry::PointSet& points,
                     std::vector<formats::PointArray>& arrays) {
  for (std::size_t k = 0; k < problem.solution_on.size(); ++k) {
    if (!problem.solution_on[k]) continue;
    const std::string& name = problem.scope.unknowns[k];
    for (Index q = 0; q < points.count; ++q) {
      if (problem.solution_on[k]->contains(points.point(q))) continue;
      for (formats::PointArray& array : arrays)
        if (array.name == name || array.name == "exact_" + name || array.name == "error_" + name)
          array.values[static_cast<std::size_t>(q)] = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

/// Which points are outside the domain; nothing for a box.
std::vector<bool> outside_of(const geometry::Domain& domain, const geometry::PointSet& points) {
  if (!domain.shape) return {};
  std::vector<bool> outside;
  for (Index q = 0; q < points.count; ++q) outside.push_back(!domain.contains(points.point(q)));
  return outside;
}

void blank(std::vector<formats::PointArray>& arrays, const std::vector<bool>& outside) {
  for (formats::PointArray& array : arrays)
    for (std::size_t q = 0; q < outside.size(); ++q)
      if (outside[q]) array.values[q] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

geometry::PointSet grid_points(const geometry::Box& domain, const std::vector<int>& count) {
  const int d = domain.dimension();
  geometry::PointSet points;
  points.dimension = d;
  points.count = 1;
  for (int n : count) points.count *= n;
  points.coordinates.resize(static_cast<std::size_t>(d * points.count));
  points.weights.assign(static_cast<std::size_t>(points.count), 0.0);
  for (Index q = 0; q < points.count; ++q) {
    Index rest = q;
    for (int j = 0; j < d; ++j) {  // the first coordinate runs fastest
      const Index k = rest % count[j];
      rest /= count[j];
      const double lower = domain.lower[j], upper = domain.upper[j];
      points.coordinates[static_cast<std::size_t>(j * points.count + q)] =
          count[j] == 1 ? 0.5 * (lower + upper)
                        : lower + (upper - lower) * static_cast<double>(k) / (count[j] - 1);
    }
  }
  return points;
}

namespace {

/// Points an axis: one for those that are not shown.
std::vector<int> counts_of(const geometry::Domain& domain) {
  const int d = domain.dimension(), shown = d <= 3 ? d : 2;
  std::vector<int> count(d, 1);
  std::fill_n(count.begin(), shown, resolution(shown));
  return count;
}

/// A sentence where an unknown is not finite inside the domain; else empty.
std::string not_finite_in(const SampledSolution& solution,
                          const std::vector<std::string>& unknowns) {
  for (const formats::PointArray& array : solution.arrays) {
    if (std::ranges::find(unknowns, array.name) == unknowns.end()) continue;
    std::size_t bad = 0;
    for (std::size_t q = 0; q < array.values.size(); ++q)
      if (!std::isfinite(array.values[q]) && !(q < solution.outside.size() && solution.outside[q]))
        ++bad;
    if (bad > 0)
      return fmt::format("{} is not finite at {} of the {} points of the picture", array.name, bad,
                         array.values.size());
  }
  return {};
}

}  // namespace

SampledSolution sample_solution(const problem::Problem& problem, const std::vector<Piece>& pieces,
                                int threads) {
  const geometry::Domain& domain = problem.domain;
  const int d = domain.dimension(), shown = d <= 3 ? d : 2;
  const auto points = grid_points(domain, counts_of(domain));
  SampledSolution solution{{{domain.lower.begin(), domain.lower.begin() + shown},
                            {domain.upper.begin(), domain.upper.begin() + shown},
                            std::vector<int>(shown, resolution(shown))},
                           sample(problem, pieces, points, threads),
                           outside_of(domain, points)};
  solution.not_finite = not_finite_in(solution, problem.scope.unknowns);
  blank(solution.arrays, solution.outside);
  blank_elsewhere(problem, points, solution.arrays);
  return solution;
}

void write_solution(results::RunFolder& folder, const problem::Problem& problem,
                    const SampledSolution& solution) {
  const std::vector<bool>& outside = solution.outside;
  if (problem.domain.dimension() <= 3) {
    folder.write_with("solution.vti", [&](const std::filesystem::path& path) {
      formats::write_vti(path, solution.grid, solution.arrays, outside);
    });
    return;
  }
  const auto points = grid_points(problem.domain, counts_of(problem.domain));
  const int n = resolution(2);
  formats::Cells cells;
  for (std::int64_t j = 0; j + 1 < n; ++j)
    for (std::int64_t i = 0; i + 1 < n; ++i) {
      const std::int64_t corner = i + n * j;
      const std::array corners{corner, corner + 1, corner + 1 + n, corner + n};
      if (!outside.empty() && std::ranges::any_of(corners, [&](std::int64_t point) {
            return outside[static_cast<std::size_t>(point)];
          }))
        continue;
      for (std::int64_t point : corners) cells.connectivity.push_back(point);
      cells.offsets.push_back(std::ssize(cells.connectivity));
      cells.types.push_back(9);
    }
  const std::span<const double> plane(points.coordinates.data(),
                                      static_cast<std::size_t>(2 * points.count));
  folder.write_with("solution.vtu", [&](const std::filesystem::path& path) {
    formats::write_vtu(path, 2, plane, solution.arrays, cells);
  });
}

}  // namespace engd::solve
