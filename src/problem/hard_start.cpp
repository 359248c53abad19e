#include "problem/hard_start.h"

#include <algorithm>
#include <array>

#include "expr/substitute.h"
#include "problem/smooth.h"
#include "problem/time_order.h"

namespace engd::problem {

namespace {

using geometry::Patch;
using geometry::Region;

bool same(const Patch& a, const Patch& b) {
  return a.lower == b.lower && a.upper == b.upper && a.chart == b.chart;
}

/// u and u_t at the start of time, as formulas of the other coordinates.
using Known = std::array<std::optional<Formula>, 2>;

class Start {
 public:
  explicit Start(Problem& problem)
      : problem_(problem),
        axis_(time_axis(problem)),
        begin_(problem.domain.lower[static_cast<std::size_t>(axis_)]),
        face_(geometry::face_of(problem.domain, axis_, false)),
        known_(problem.scope.unknowns.size()) {}

  int hold() {
    read_terms();
    int held = 0;
    for (int k = 0; k < std::ssize(known_); ++k) held += hold(k);
    if (held > 0) leave_out_terms();
    return held;
  }

 private:
  Problem& problem_;
  int axis_;
  double begin_;
  Region face_;
  std::vector<Known> known_;  ///< by unknown

  bool is_on_face(const Patch& patch) const {
    return std::ranges::any_of(face_.patches, [&](const Patch& own) { return same(own, patch); });
  }

  bool holds_at_start(const Term& term) const {
    if (term.region.keep || term.density || term.is_data || !term.shift.empty() ||
        term.points.kind == geometry::PointRule::Kind::file)
      return false;
    return std::ranges::all_of(face_.patches, [&](const Patch& own) {
      return std::ranges::any_of(term.region.patches,
                                 [&](const Patch& patch) { return same(own, patch); });
    });
  }

  /// What a residual says an unknown, or its first derivative in time, is.
  struct Statement {
    int unknown, order;
    expr::Node value;
  };
  std::optional<Statement> statement(const Formula& residual) {
    expr::Graph& graph = problem_.graph;
    const auto entries = expr::jet_entries(graph, {residual.node});
    if (entries.size() != 1 || entries[0].is_coefficient() || entries[0].laplacian ||
        entries[0].place != expr::Leaf::Place::here)
      return std::nullopt;
    const expr::JetEntry entry = entries[0];
    const int order = order_in_time(entry, axis_);
    if (entry.order() != order || order > 1) return std::nullopt;
    const expr::Node leaf = graph.jet(entry);
    const auto factor = graph.constant_value(expr::differentiate(graph, residual.node, leaf));
    if (!factor || *factor == 0) return std::nullopt;
    const expr::Node rest = expr::substitute(graph, {residual.node}, [&](expr::Node node) {
                              if (node == leaf) return graph.constant(0);
                              const bool is_time = graph[node].is(expr::Leaf::Kind::coordinate) &&
                                                   graph[node].leaf.index == axis_;
                              return is_time ? graph.constant(begin_) : node;
                            }).front();
    for (const expr::Node node : expr::reachable(graph, {rest}))
      if (graph[node].op == expr::Op::leaf && !graph[node].is(expr::Leaf::Kind::coordinate))
        return std::nullopt;
    return Statement{entry.index, order, graph.multiply(graph.constant(-1 / *factor), rest)};
  }

  void read_terms() {
    for (const Term& term : problem_.terms) {
      if (!holds_at_start(term)) continue;
      for (const Formula& residual : term.residuals)
        if (const auto said = statement(residual)) {
          auto& known = known_[static_cast<std::size_t>(said->unknown)];
          known[static_cast<std::size_t>(said->order)] =
              Formula{said->value, "", residual.place, 0};
        }
    }
  }

  /// The order of the highest derivative along space.
  int order_in_space(int unknown) const {
    int order = 0;
    for (const Term& term : problem_.terms)
      for (const expr::JetEntry& entry : entries_of(problem_, term))
        if (entry.without_derivative() == expr::value_of(unknown))
          order = std::max(order, entry.order() - order_in_time(entry, axis_));
    return order;
  }

  bool hold(int unknown) {
    const auto k = static_cast<std::size_t>(unknown);
    const int order = order_in_time(problem_, unknown);
    if (problem_.hard[k] || order == 0 || !known_[k][0]) return false;
    const bool with_slope = order > 1 && known_[k][1];
    for (const auto& known : known_[k])
      if (known && !is_smooth(problem_, known->node, order_in_space(unknown))) return false;
    expr::Graph& graph = problem_.graph;
    const double end = problem_.domain.upper[static_cast<std::size_t>(axis_)];
    const expr::Node since = graph.subtract(graph.coordinate(axis_), graph.constant(begin_));
    const expr::Node part = graph.multiply(graph.constant(1 / (end - begin_)), since);
    HardCondition& hard = problem_.hard[k].emplace();
    hard.value = *known_[k][0];
    hard.distance.place = hard.value.place;
    hard.distance.node = part;
    if (with_slope) {
      hard.value.node = graph.add(hard.value.node, graph.multiply(since, known_[k][1]->node));
      hard.distance.node = graph.multiply(part, part);
    }
    for (Formula* formula : {&hard.value, &hard.distance})
      formula->text = expr::to_string(graph, formula->node, problem_.scope.coordinates,
                                      problem_.scope.unknowns);
    hard.on = "initial";
    hard.region = face_;
    hard.is_of_terms = true;
    return true;
  }

  /// Whether hard conditions say all that the term says at the start.
  bool is_held(const Term& term) {
    return holds_at_start(term) &&
           std::ranges::all_of(term.residuals, [&](const Formula& residual) {
             const auto said = statement(residual);
             if (!said) return false;
             const auto k = static_cast<std::size_t>(said->unknown);
             if (!problem_.hard[k] || !problem_.hard[k]->is_of_terms) return false;
             return said->order == 0 || order_in_time(problem_, said->unknown) > 1;
           });
  }

  void leave_out_terms() {
    std::vector<bool> held;
    for (const Term& term : problem_.terms) held.push_back(is_held(term));
    std::vector<Term> left;
    for (std::size_t t = 0; t < held.size(); ++t) {
      Term& term = problem_.terms[t];
      if (held[t])
        std::erase_if(term.region.patches, [&](const Patch& patch) { return is_on_face(patch); });
      if (!term.region.patches.empty()) left.push_back(std::move(term));
    }
    problem_.terms = std::move(left);
  }
};

}  // namespace

int hold_start(Problem& problem) {
  const int axis = time_axis(problem);
  if (axis < 0 || std::ranges::find(problem.domain.periodic, axis) != problem.domain.periodic.end())
    return 0;
  return Start(problem).hold();
}

}  // namespace engd::problem
