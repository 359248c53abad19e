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

std::string text_of(const Subject& subject, Node node) {
  std::string text = expr::to_string(subject.graph, node, subject.problem.scope.coordinates, {});
  return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

/// Of a part that is no number at a point: the base of its cube root, where the base is negative;
/// -1 where the part has none.
Node negative_under_cube_root(const Subject& subject, Node part, const TermPoints& points,
                              std::ptrdiff_t q) {
  for (const Node n : expr::reachable(subject.graph, {part})) {
    const expr::NodeData& data = subject.graph[n];
    if (data.op != expr::Op::power || subject.graph.constant_value(data.b) != 1.0 / 3) continue;
    const Sized base = evaluate_sized(
        subject.graph, {data.a}, [&](const expr::Leaf& leaf) { return points.at(leaf, q); })[0];
    if (base.value < 0) return data.a;
  }
  return -1;
}

/// What to do about a part without a value: at single points, or on more than a twentieth of them.
std::string remedy_for(const Subject& subject, const KnownPart& part, const TermPoints& points,
                       const std::vector<std::ptrdiff_t>& chosen, std::ptrdiff_t q) {
  SizedFormulas formula(subject.graph, {part.node});
  const auto count = std::ranges::count_if(chosen, [&](std::ptrdiff_t p) {
    const double value =
        formula([&](const expr::Leaf& leaf) { return points.at(leaf, p); })[0].value;
    return has_no_value(part, value);
  });
  if (const Node base = negative_under_cube_root(subject, part.node, points, q); base >= 0)
    return fmt::format("a power 1/3 is for positive numbers; the real root is cbrt({})",
                       text_of(subject, base));
  if (count > 1 && 20 * count > std::ssize(chosen))
    return fmt::format(
        "so at {} of {} points, on a part of the domain: write the formula without "
        "it, as sqrt(max(x, 0)), or state a term for each part, on = \"x > 0\"",
        count, chosen.size());
  return "take points that leave the place out (grid and gauss have none on the boundary), or "
         "write the formula without it";
}

void look_at_formula(Subject& subject, const problem::Term& term, const TermPoints& points,
                     const problem::Formula& formula) {
  const std::vector<KnownPart> parts = known_parts(subject.graph, formula.node);
  if (parts.empty()) return;
  std::vector<Node> nodes;
  for (const KnownPart& part : parts) nodes.push_back(part.node);
  SizedFormulas formulas(subject.graph, nodes);
  const std::vector<std::ptrdiff_t> chosen = points.chosen(affordable(formulas.operations()));
  for (const std::ptrdiff_t q : chosen) {
    const std::vector<Sized> values =
        formulas([&](const expr::Leaf& leaf) { return points.at(leaf, q); });
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double value = values[k].value;
      if (!has_no_value(parts[k], value)) continue;
      return subject.report(
          problem::FindingKind::not_finite, formula.place,
          fmt::format("'{}' is {} at {}, a point of term '{}', whatever the unknowns are: the loss "
                      "is no number; {}",
                      text_of(subject, parts[k].node),
                      std::isnan(value) ? "no number"
                      : value == 0      ? "zero, and something is divided by it,"
                                        : "infinite",
                      subject.place_text(points.point(q)), term.name,
                      remedy_for(subject, parts[k], points, chosen, q)));
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
