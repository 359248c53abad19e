#include "backend/cpu/solution_error.h"

#include <algorithm>
#include <cmath>

#include "expr/tape.h"

namespace engd::cpu {

namespace {

std::vector<expr::JetEntry> first_order_jets(const std::vector<int>& unknowns, int dimension) {
  std::vector<expr::JetEntry> entries;
  for (const int k : unknowns) {
    entries.push_back(expr::value_of(k));
    for (int j = 0; j < dimension; ++j) entries.push_back(expr::value_of(k).differentiated(j));
  }
  return entries;
}

std::vector<expr::JetEntry> values_of(std::span<const int> unknowns) {
  std::vector<expr::JetEntry> entries;
  for (const int k : unknowns) entries.push_back(expr::value_of(k));
  return entries;
}

}  // namespace

void evaluate_formulas(const expr::Graph& graph, std::span<const expr::Node> formulas,
                       const geometry::PointSet& points, Matrix& out) {
  const expr::Tape tape(graph, formulas);
  out.resize(points.count, std::ssize(formulas));
  Vector workspace(static_cast<Index>(tape.workspace_size()));
  std::vector<const double*> in(tape.inputs().size());
  std::vector<double*> to(formulas.size());
  for (Index first = 0; first < points.count; first += expr::Tape::block) {
    for (std::size_t k = 0; k < in.size(); ++k) in[k] = points.values_of(tape.inputs()[k]) + first;
    for (std::size_t k = 0; k < to.size(); ++k)
      to[k] = out.col(static_cast<Index>(k)).data() + first;
    const Index n = std::min<Index>(expr::Tape::block, points.count - first);
    tape.evaluate(static_cast<int>(n), in.data(), to.data(), workspace.data());
  }
}

namespace {

Matrix solution_of(expr::Graph& graph, const SolutionError::Part& part) {
  if (!part.is_formula()) return part.values;
  std::vector<expr::Node> formulas;
  for (const expr::Node u : part.solution) {
    formulas.push_back(u);
    for (int j = 0; j < part.points.dimension; ++j)
      formulas.push_back(expr::differentiate(graph, u, graph.coordinate(j)));
  }
  Matrix exact;
  evaluate_formulas(graph, formulas, part.points, exact);
  return exact;
}

/// Of an unknown: itself and its slopes.
Index columns_of(const geometry::PointSet& points, bool with_slopes) {
  return with_slopes ? points.dimension + 1 : 1;
}

/// What is free of a derivative: that along time of a function that is free is free itself.
energy::Freedom of_slope(energy::Freedom freedom, Index axis, int time_axis) {
  return freedom == energy::Freedom::time && axis == time_axis ? freedom : energy::Freedom::none;
}

}  // namespace

SolutionError::SolutionError(const network::Mlp& mlp, expr::Graph& graph,
                             const std::vector<Part>& parts, const expr::Space& space, int threads,
                             const energy::Ansatz& ansatz, Free free)
    : free_(std::move(free)) {
  norms_.by_unknown.resize(static_cast<std::size_t>(mlp.unknowns()));
  for (const Part& part : parts) {
    Measured& measured = parts_.emplace_back();
    measured.numbers = part.unknowns;
    measured.with_slopes = part.is_formula();
    const auto entries = measured.with_slopes
                             ? first_order_jets(part.unknowns, part.points.dimension)
                             : values_of(part.unknowns);
    measured.unknowns =
        std::make_unique<Unknowns>(mlp, ansatz, graph, entries, space, part.points, threads);
    measured.exact = solution_of(graph, part);
    if (free_.time_axis >= 0) measured.slices = time_slices(part.points, free_.time_axis);
    measure_solution(measured);
  }
}

void SolutionError::measure_solution(const Measured& part) {
  const geometry::PointSet& points = part.unknowns->points();
  const WeightedSquares squares(points.weights, part.slices);
  const Index columns = columns_of(points, part.with_slopes);
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    const energy::Freedom freedom = free_[part.numbers[k]];
    const Index first = columns * static_cast<Index>(k);
    ErrorSquares& own = norms_.by_unknown[static_cast<std::size_t>(part.numbers[k])];
    own.measured = true;
    own.with_slopes = part.with_slopes;
    const auto [norm, mean] = squares.of_solution(part.exact.col(first), freedom);
    own.norm = norm;
    own.mean = mean;
    if (freedom == energy::Freedom::constant) own.weight = squares.weight();
    for (Index j = 1; j < columns; ++j)
      own.norm_slopes +=
          squares.of_solution(part.exact.col(first + j), of_slope(freedom, j - 1, free_.time_axis))
              .squares;
  }
}

void SolutionError::measure_error(const Measured& part, Squares& sums) const {
  const geometry::PointSet& points = part.unknowns->points();
  const WeightedSquares squares(points.weights, part.slices);
  const Index columns = columns_of(points, part.with_slopes);
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    const energy::Freedom freedom = free_[part.numbers[k]];
    const Index first = columns * static_cast<Index>(k);
    ErrorSquares& own = sums.by_unknown[static_cast<std::size_t>(part.numbers[k])];
    const auto [error, mean] = squares.of_error(part.approximate.col(first), freedom);
    own.error = error;
    own.mean_error = mean;
    for (Index j = 1; j < columns; ++j)
      own.error_slopes +=
          squares
              .of_error(part.approximate.col(first + j), of_slope(freedom, j - 1, free_.time_axis))
              .squares;
  }
}

bool SolutionError::is_relative() const {
  return norms_.is_relative() || elsewhere_.is_relative();
}

SolutionError::Squares SolutionError::squares(const Vector& theta) {
  Squares own = norms_;
  for (Measured& part : parts_) {
    part.unknowns->evaluate(theta, part.approximate);
    part.approximate -= part.exact;
    measure_error(part, own);
  }
  Squares all = elsewhere_;
  all.add(own);
  return all;
}

}  // namespace engd::cpu
