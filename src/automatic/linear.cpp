#include "automatic/linear.h"

#include <algorithm>

namespace engd::automatic {

namespace {

bool is_linear(expr::Graph& graph, expr::Node residual) {
  return std::ranges::all_of(expr::jet_entries(graph, {residual}), [&](const auto& entry) {
    const expr::Node slope = expr::differentiate(graph, residual, graph.jet(entry));
    return expr::jet_entries(graph, {slope}).empty();
  });
}

}  // namespace

bool is_linear(const problem::Problem& problem) {
  if (!problem.coefficients.empty()) return false;
  expr::Graph graph = problem.graph;
  return std::ranges::all_of(problem.terms, [&](const problem::Term& term) {
    return !term.density && std::ranges::all_of(term.residuals, [&](const auto& formula) {
      return is_linear(graph, formula.node);
    });
  });
}

}  // namespace engd::automatic
