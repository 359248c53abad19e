// Parts of formulas that have no value at a point of training, whatever the unknowns are: 1/r at
// r = 0.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/at_solution.h"
#include "check/kinds.h"
#include "check/sized.h"
#include "check/term_points.h"

namespace engd::check {

namespace {

using expr::Node;

/// A part without unknowns, as large as there is. As a denominator it may be infinite, but not
/// zero.
struct KnownPart {
  Node node = -1;
  bool is_denominator = false;
};

bool has_no_value(const KnownPart& part, double value) {
  return part.is_denominator ? std::isnan(value) || value == 0 : !std::isfinite(value);
}

std::vector<KnownPart> known_parts(const expr::Graph& graph, Node formula) {
  const std::vector<Node> nodes = expr::reachable(graph, {formula});  // operands before operations
  std::vector<bool> is_known(nodes.size());
  const auto position = [&](Node n) {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes, n) - nodes.begin());
  };
  std::vector<KnownPart> parts;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const expr::NodeData& data = graph[nodes[k]];
    std::vector<Node> operands{data.a, data.b};
    operands.resize(static_cast<std::size_t>(expr::operand_count(data.op)));
    const auto known = [&](Node n) { return is_known[position(n)]; };
    is_known[k] = !data.is_jet_entry() && std::ranges::all_of(operands, known);
    if (is_known[k]) continue;
    for (const Node n : operands) {
      const bool is_denominator = data.op == expr::Op::divide && n == data.b;
      if (known(n) && (is_denominator || expr::operand_count(graph[n].op) > 0))
        parts.push_back({n, is_denominator});
    }
  }
  return parts;
}

void look_at_formula(Subject& subject, const problem::Term& term, const TermPoints& points,
                     const problem::Formula& formula) {
  const std::vector<KnownPart> parts = known_parts(subject.graph, formula.node);
  if (parts.empty()) return;
  std::vector<Node> nodes;
  for (const KnownPart& part : parts) nodes.push_back(part.node);
  SizedFormulas formulas(subject.graph, nodes);
  for (const std::ptrdiff_t q : points.chosen(affordable(formulas.operations()))) {
    const std::vector<Sized> values =
        formulas([&](const expr::Leaf& leaf) { return points.at(leaf, q); });
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double value = values[k].value;
      if (!has_no_value(parts[k], value)) continue;
      std::string text =
          expr::to_string(subject.graph, parts[k].node, subject.problem.scope.coordinates, {});
      if (text.size() > 60) text = text.substr(0, 57) + "...";
      return subject.report(
          problem::FindingKind::not_finite, formula.place,
          fmt::format("'{}' is {} at {}, a point of term '{}', whatever the unknowns are: the loss "
                      "is no number; take points that leave the place out (grid and gauss have "
                      "none on the boundary), or write the formula without it",
                      text,
                      std::isnan(value) ? "no number"
                      : value == 0      ? "zero, and something is divided by it,"
                                        : "infinite",
                      subject.place_text(points.point(q)), term.name));
    }
  }
}

}  // namespace

void look_at_numbers(Subject& subject) {
  for (std::size_t t = 0; t < subject.problem.terms.size(); ++t) {
    const problem::Term& term = subject.problem.terms[t];
    const TermPoints points(subject, t);
    for (const problem::Formula* formula : formulas_of(term))
      look_at_formula(subject, term, points, *formula);
  }
}

}  // namespace engd::check
