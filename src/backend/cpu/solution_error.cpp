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

/// Squared norms of a field given as columns u_1, du_1/dx_1, ...: L^2, and L^2 of the gradient.
std::pair<double, double> squared_norms(const Matrix& field, const geometry::PointSet& points,
                                        bool with_slopes) {
  const Eigen::Map<const Vector> w(points.weights.data(), points.count);
  const Index columns = with_slopes ? points.dimension + 1 : 1;  // of an unknown
  double values = 0, slopes = 0;
  for (Index k = 0; k < field.cols(); ++k)
    (k % columns == 0 ? values : slopes) += w.dot(field.col(k).cwiseAbs2());
  return {values, slopes};
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
    for (std::size_t k = 0; k < in.size(); ++k)
      in[k] = points.coordinates.data() + tape.inputs()[k].index * points.count + first;
    for (std::size_t k = 0; k < to.size(); ++k)
      to[k] = out.col(static_cast<Index>(k)).data() + first;
    const Index n = std::min<Index>(expr::Tape::block, points.count - first);
    tape.evaluate(static_cast<int>(n), in.data(), to.data(), workspace.data());
  }
}

SolutionError::SolutionError(const network::Mlp& mlp, expr::Graph& graph,
                             std::span<const expr::Node> solution, const expr::Space& space,
                             geometry::PointSet points, int threads, const energy::Ansatz& ansatz)
    : SolutionError(
          mlp, graph,
          [&] {
            std::vector<Part> whole(1);
            for (int k = 0; k < mlp.unknowns(); ++k) whole[0].unknowns.push_back(k);
            whole[0].solution.assign(solution.begin(), solution.end());
            whole[0].points = std::move(points);
            return whole;
          }(),
          space, threads, ansatz) {}

SolutionError::SolutionError(const network::Mlp& mlp, expr::Graph& graph,
                             const std::vector<Part>& parts, const expr::Space& space, int threads,
                             const energy::Ansatz& ansatz) {
  double norm_values = 0, norm_slopes = 0;
  for (const Part& part : parts) {
    const int dimension = part.points.dimension;
    std::vector<expr::Node> formulas;
    for (expr::Node u : part.solution) {
      formulas.push_back(u);
      for (int j = 0; j < dimension; ++j)
        formulas.push_back(expr::differentiate(graph, u, graph.coordinate(j)));
    }
    Measured& measured = parts_.emplace_back();
    measured.unknowns =
        std::make_unique<Unknowns>(mlp, ansatz, graph, first_order_jets(part.unknowns, dimension),
                                   space, part.points, threads);
    evaluate_formulas(graph, formulas, part.points, measured.exact);
    const auto [values, slopes] = squared_norms(measured.exact, part.points, true);
    norm_values += values;
    norm_slopes += slopes;
  }
  norm_ = norm_values;
  norm_slopes_ = norm_slopes;
}

SolutionError::SolutionError(const network::Mlp& mlp, expr::Graph& graph,
                             std::span<const int> unknowns, Matrix values, const expr::Space& space,
                             geometry::PointSet points, int threads, const energy::Ansatz& ansatz)
    : with_slopes_(false) {
  norm_ = squared_norms(values, points, false).first;
  Measured& measured = parts_.emplace_back();
  measured.exact = std::move(values);
  measured.unknowns = std::make_unique<Unknowns>(mlp, ansatz, graph, values_of(unknowns), space,
                                                 std::move(points), threads);
}

SolutionError::Squares SolutionError::squares(const Vector& theta) {
  Squares all{elsewhere_.error, elsewhere_.error_slopes, elsewhere_.norm + norm_,
              elsewhere_.norm_slopes + norm_slopes_};
  for (Measured& part : parts_) {
    part.unknowns->evaluate(theta, part.approximate);
    part.approximate -= part.exact;
    const auto [values, slopes] =
        squared_norms(part.approximate, part.unknowns->points(), with_slopes_);
    all.error += values;
    all.error_slopes += slopes;
  }
  return all;
}

Errors SolutionError::measure(const Vector& theta) {
  const Squares all = squares(theta);
  Errors errors{std::sqrt(all.error) / std::sqrt(all.norm), {}};
  if (with_slopes_)
    errors.rel_h1 = std::sqrt(all.error + all.error_slopes) / std::sqrt(all.norm + all.norm_slopes);
  return errors;
}

}  // namespace engd::cpu
