#include "geometry/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>

#include "expr/tape.h"
#include "support/error.h"

namespace engd::geometry {
namespace {

using expr::Condition;
using expr::Graph;
using expr::Leaf;
using expr::Node;
using expr::Op;

/// More alternatives than any condition written by hand has.
constexpr std::size_t max_alternatives = 1024;

/// slope * x_axis + offset; axis -1 for a number.
struct Linear {
  int axis = -1;
  double slope = 0, offset = 0;
};

std::optional<Linear> sum(const std::optional<Linear>& a, const std::optional<Linear>& b) {
  if (!a || !b) return std::nullopt;
  if (a->axis >= 0 && b->axis >= 0 && a->axis != b->axis) return std::nullopt;
  return Linear{std::max(a->axis, b->axis), a->slope + b->slope, a->offset + b->offset};
}

std::optional<Linear> scaled(const std::optional<Linear>& a, double factor) {
  if (!a) return std::nullopt;
  return Linear{a->axis, a->slope * factor, a->offset * factor};
}

/// The formula as a linear function of one coordinate, if it is one by its form.
std::optional<Linear> linear_form(const Graph& graph, Node node) {
  if (const auto value = graph.constant_value(node)) return Linear{-1, 0, *value};
  const expr::NodeData& data = graph[node];
  if (data.is(Leaf::Kind::coordinate)) return Linear{data.leaf.index, 1, 0};
  if (data.op == Op::negate) return scaled(linear_form(graph, data.a), -1);
  if (data.op == Op::add) return sum(linear_form(graph, data.a), linear_form(graph, data.b));
  if (data.op == Op::multiply) {
    if (const auto a = graph.constant_value(data.a)) return scaled(linear_form(graph, data.b), *a);
    if (const auto b = graph.constant_value(data.b)) return scaled(linear_form(graph, data.a), *b);
  }
  if (data.op == Op::divide) {
    if (const auto b = graph.constant_value(data.b))
      return scaled(linear_form(graph, data.a), 1 / *b);
  }
  return std::nullopt;
}

Relation relation_of(Condition::Kind kind) {
  switch (kind) {
    case Condition::Kind::equal:
      return Relation::equal;
    case Condition::Kind::not_equal:
      return Relation::not_equal;
    case Condition::Kind::less:
      return Relation::less;
    case Condition::Kind::less_equal:
      return Relation::less_equal;
    case Condition::Kind::greater:
      return Relation::greater;
    case Condition::Kind::greater_equal:
      return Relation::greater_equal;
    case Condition::Kind::both:
    case Condition::Kind::either:
    case Condition::Kind::negation:
      break;
  }
  throw std::logic_error("no comparison has a relation");
}

Relation negated(Relation relation) {
  switch (relation) {
    case Relation::equal:
      return Relation::not_equal;
    case Relation::not_equal:
      return Relation::equal;
    case Relation::less:
      return Relation::greater_equal;
    case Relation::less_equal:
      return Relation::greater;
    case Relation::greater:
      return Relation::less_equal;
    case Relation::greater_equal:
      return Relation::less;
  }
  return relation;
}

/// The relation after both sides are multiplied by a negative number.
Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less:
      return Relation::greater;
    case Relation::less_equal:
      return Relation::greater_equal;
    case Relation::greater:
      return Relation::less;
    case Relation::greater_equal:
      return Relation::less_equal;
    case Relation::equal:
    case Relation::not_equal:
      break;
  }
  return relation;
}

/// The coordinates that occur in a comparison.
std::vector<int> coordinates_of(const Graph& graph, const Condition& comparison) {
  std::set<int> found;
  std::set<Node> seen;
  std::vector<Node> next{comparison.left, comparison.right};
  while (!next.empty()) {
    const Node node = next.back();
    next.pop_back();
    if (node < 0 || !seen.insert(node).second) continue;
    if (graph[node].is(Leaf::Kind::coordinate)) found.insert(graph[node].leaf.index);
    for (Node operand : {graph[node].a, graph[node].b}) next.push_back(operand);
  }
  return {found.begin(), found.end()};
}

class Normaliser {
 public:
  explicit Normaliser(const Graph& graph) : graph_(std::make_shared<const Graph>(graph)) {}

  Selection operator()(const Condition& condition, bool negate) const {
    using Kind = Condition::Kind;
    if (condition.kind == Kind::negation) return (*this)(condition.operands.front(), !negate);
    const bool is_both = condition.kind == Kind::both, is_either = condition.kind == Kind::either;
    if (!is_both && !is_either) return {comparison(condition, negate)};
    // De Morgan: not (a and b) is (not a) or (not b).
    Selection result = (*this)(condition.operands.front(), negate);
    for (std::size_t k = 1; k < condition.operands.size(); ++k) {
      const Selection next = (*this)(condition.operands[k], negate);
      result = is_both != negate ? product(result, next) : alternatives(result, next);
    }
    return result;
  }

 private:
  static Selection alternatives(Selection a, const Selection& b) {
    a.insert(a.end(), b.begin(), b.end());
    check_size(a.size());
    return a;
  }

  /// (a1 or a2) and (b1 or b2) is the alternative of all pairs.
  static Selection product(const Selection& a, const Selection& b) {
    check_size(a.size() * b.size());
    Selection pairs;
    for (const Conjunction& left : a)
      for (const Conjunction& right : b) {
        Conjunction& both = pairs.emplace_back(left);
        both.axes.insert(both.axes.end(), right.axes.begin(), right.axes.end());
        both.formulas.insert(both.formulas.end(), right.formulas.begin(), right.formulas.end());
      }
    return pairs;
  }

  static void check_size(std::size_t size) {
    if (size > max_alternatives)
      throw InputError(
          fmt::format("the condition has more than {} alternatives when it is "
                      "multiplied out",
                      max_alternatives));
  }

  Conjunction comparison(const Condition& condition, bool negate) const {
    const Graph& graph = *graph_;
    for (Node side : {condition.left, condition.right})
      if (!expr::jet_entries(graph, {side}).empty() ||
          expr::depends_on(graph, side, Leaf::Kind::normal))
        throw InputError("a condition may depend on the coordinates alone");
    const Relation relation =
        negate ? negated(relation_of(condition.kind)) : relation_of(condition.kind);
    const auto difference =
        sum(linear_form(graph, condition.left), scaled(linear_form(graph, condition.right), -1));
    if (!difference)
      return {{},
              {{[graph = graph_, left = condition.left,
                 right = condition.right](std::span<const double> x) {
                  return expr::evaluate_scalar(*graph, left, x) -
                         expr::evaluate_scalar(*graph, right, x);
                },
                relation, coordinates_of(graph, condition)}}};
    if (difference->slope == 0)
      throw InputError("a comparison in a condition does not depend on any coordinate");
    return {{{difference->axis, difference->slope > 0 ? relation : mirrored(relation),
              -difference->offset / difference->slope}},
            {}};
  }

  std::shared_ptr<const Graph> graph_;
};

}  // namespace

Selection selection_of(const Graph& graph, const Condition& condition) {
  return Normaliser(graph)(condition, false);
}

Region region_where(const Domain& domain, const Graph& graph, const Condition& condition,
                    const std::vector<std::string>& coordinate_names) {
  return select(domain, coordinate_names, selection_of(graph, condition));
}

Region region_where(const Domain& domain, const Region& part, const Graph& graph,
                    const Condition& condition, const std::vector<std::string>& coordinate_names) {
  return select_within(domain, coordinate_names, part, selection_of(graph, condition));
}

}  // namespace engd::geometry
