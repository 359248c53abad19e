#include "check/linear_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/rows.h"
#include "check/term_points.h"

namespace engd::check {

using expr::JetEntry;
using expr::Node;

bool has_slices(const geometry::Region& region) {
  return std::ranges::any_of(region.patches, &geometry::Patch::slice);
}

namespace {

/// Splits a residual; nothing where it is not linear, or has coefficients or measured values.
std::optional<LinearCondition> linear(Subject& subject, const problem::Term& term,
                                      const problem::Formula& residual) {
  constexpr std::size_t most_entries = 20, most_nodes = 2000;
  const expr::Graph& graph = subject.graph;
  LinearCondition found{fmt::format("term '{}'", term.name),
                        residual.text,
                        residual.place,
                        term.on_place,
                        &term.region,
                        subject.entries(residual.node),
                        {}};
  if (found.entries.empty() || found.entries.size() > most_entries ||
      expr::reachable(graph, {residual.node}).size() > most_nodes ||
      expr::depends_on(graph, residual.node, expr::Leaf::Kind::measured))
    return std::nullopt;
  found.rest = residual.node;  // is evaluated where all unknowns are zero
  std::ranges::sort(found.entries);
  for (const JetEntry& entry : found.entries) {
    if (entry.is_coefficient() || entry.place != expr::Leaf::Place::here) return std::nullopt;
    const Node factor = subject.factor(residual.node, entry);
    if (!subject.entries(factor).empty()) return std::nullopt;
    found.factors.push_back(factor);
  }
  found.has_normal = expr::depends_on(graph, residual.node, expr::Leaf::Kind::normal);
  found.turns = has_slices(term.region) || term.on.find("interface") != std::string::npos;
  return found;
}

double size_of_rest(const Subject& subject, const LinearCondition& one) {
  const TermPoints points(subject, *one.region);
  SizedFormulas rest(subject.graph, {one.rest});
  double size = 0;
  for (const std::ptrdiff_t q : points.chosen(30)) {
    const Sized value = rest([&](const expr::Leaf& leaf) {
      return leaf.is_jet_entry() ? Sized{} : points.at(leaf, q);
    })[0];
    if (std::isfinite(value.value)) size = std::max(size, std::fabs(value.value));
  }
  return size;
}

}  // namespace

std::vector<LinearCondition> linear_conditions(Subject& subject) {
  constexpr std::size_t most = 60;  // each is compared with each
  std::vector<LinearCondition> all;
  for (std::size_t k = 0; k < subject.problem.hard.size(); ++k) {
    const auto& hard = subject.problem.hard[k];
    if (!hard || hard->region.patches.empty()) continue;
    const std::string& u = subject.unknown_name(static_cast<int>(k));
    all.push_back({fmt::format("the hard condition of '{}'", u),
                   fmt::format("{} - ({})", u, hard->value.text),
                   hard->value.place,
                   hard->value.place,
                   &hard->region,
                   {expr::value_of(static_cast<int>(k))},
                   {subject.graph.constant(1)},
                   subject.graph.negate(hard->value.node)});
  }
  for (const problem::Term& term : subject.problem.terms) {
    if (is_inside(term) || is_measured(term) || is_file(term) || !term.shift.empty() ||
        term.region.patches.empty())
      continue;
    for (const problem::Formula& residual : term.residuals)
      if (auto one = linear(subject, term, residual); one && all.size() < most)
        all.push_back(std::move(*one));
  }
  for (LinearCondition& one : all) one.size = size_of_rest(subject, one);
  return all;
}

namespace {

std::vector<Node> nodes_of(const LinearCondition& a, const LinearCondition& b) {
  std::vector<Node> nodes = a.factors;
  nodes.insert(nodes.end(), b.factors.begin(), b.factors.end());
  nodes.insert(nodes.end(), {a.rest, b.rest});
  return nodes;
}

}  // namespace

ConditionPair::ConditionPair(const Subject& subject, const LinearCondition& a,
                             const LinearCondition& b)
    : count_(a.entries.size()),
      formulas_(subject.graph, nodes_of(a, b)),
      size_a_(a.size),
      size_b_(b.size) {}

std::optional<Sized> ConditionPair::difference(
    const std::function<Sized(const expr::Leaf&)>& leaf) {
  const std::vector<Sized> values = formulas_([&](const expr::Leaf& one) {
    return one.is_jet_entry() ? Sized{0, 0, 0} : leaf(one);
  });
  std::size_t largest = 0;
  for (std::size_t k = 1; k < count_; ++k)
    if (std::fabs(values[k].value) > std::fabs(values[largest].value)) largest = k;
  const double ratio = values[count_ + largest].value / values[largest].value;
  if (!std::isfinite(ratio) || ratio == 0) return std::nullopt;
  for (std::size_t k = 0; k < count_; ++k) {
    const double expected = ratio * values[k].value, is = values[count_ + k].value;
    if (!(std::fabs(is - expected) <= 1e-9 * std::fabs(values[count_ + largest].value)))
      return std::nullopt;
  }
  const Sized &a = values[2 * count_], &b = values[2 * count_ + 1];
  return Sized{b.value - ratio * a.value,
               std::max(b.size, size_b_) + std::fabs(ratio) * std::max(a.size, size_a_),
               b.error + std::fabs(ratio) * a.error};
}

bool is_reported(const Subject& subject, const LinearCondition& one) {
  return std::ranges::any_of(subject.findings, [&](const Finding& finding) {
    const auto is_at = [&](const problem::Place& place) {
      return finding.place.line == place.line && finding.place.column == place.column;
    };
    return (finding.kind == problem::FindingKind::solution && is_at(one.place)) ||
           (finding.kind == problem::FindingKind::overdetermined && is_at(one.on_place));
  });
}

}  // namespace engd::check
