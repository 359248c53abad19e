#include "io/selection.h"

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>

#include "expr/tape.h"

namespace engd::io {
namespace {

using expr::Condition;
using Kind = Condition::Kind;
using Conjunction = std::vector<Condition>;  ///< of comparisons

Kind opposite(Kind kind) {
  switch (kind) {
    case Kind::equal:
      return Kind::not_equal;
    case Kind::not_equal:
      return Kind::equal;
    case Kind::less:
      return Kind::greater_equal;
    case Kind::less_equal:
      return Kind::greater;
    case Kind::greater:
      return Kind::less_equal;
    case Kind::greater_equal:
      return Kind::less;
    case Kind::both:
      return Kind::either;
    case Kind::either:
      return Kind::both;
    case Kind::negation:
      break;
  }
  return Kind::negation;
}

/// a < b is b > a.
Kind mirrored(Kind kind) {
  switch (kind) {
    case Kind::less:
      return Kind::greater;
    case Kind::less_equal:
      return Kind::greater_equal;
    case Kind::greater:
      return Kind::less;
    case Kind::greater_equal:
      return Kind::less_equal;
    default:
      return kind;
  }
}

/// The condition as alternatives, each a list of comparisons that must all hold.
std::vector<Conjunction> alternatives(const Condition& condition, bool negated) {
  if (condition.kind == Kind::negation) return alternatives(condition.operands[0], !negated);
  const Kind kind = negated ? opposite(condition.kind) : condition.kind;
  if (kind != Kind::both && kind != Kind::either) {
    Condition comparison = condition;
    comparison.kind = kind;
    return {{comparison}};
  }
  std::vector<Conjunction> all;
  if (kind == Kind::both) all.push_back({});
  for (const Condition& operand : condition.operands) {
    const std::vector<Conjunction> some = alternatives(operand, negated);
    if (kind == Kind::either) {
      all.insert(all.end(), some.begin(), some.end());
    } else {
      std::vector<Conjunction> product;
      for (const Conjunction& left : all) {
        for (const Conjunction& right : some) {
          product.push_back(left);
          product.back().insert(product.back().end(), right.begin(), right.end());
        }
      }
      all = std::move(product);
    }
    if (all.size() > 1000) throw std::invalid_argument("the condition has too many alternatives");
  }
  return all;
}

/// A comparison of one coordinate with a number.
struct Bound {
  std::size_t axis = 0;
  Kind kind = Kind::equal;
  double number = 0;
};

std::optional<Bound> as_bound(const expr::Graph& graph, const Condition& comparison) {
  const auto axis_of = [&](expr::Node n) -> std::optional<std::size_t> {
    if (graph[n].op != expr::Op::coordinate) return std::nullopt;
    return static_cast<std::size_t>(graph[n].index);
  };
  if (comparison.kind == Kind::not_equal) return std::nullopt;
  const auto left_axis = axis_of(comparison.left), right_axis = axis_of(comparison.right);
  const auto left = graph.constant_value(comparison.left);
  const auto right = graph.constant_value(comparison.right);
  if (left_axis && right) return Bound{*left_axis, comparison.kind, *right};
  if (right_axis && left) return Bound{*right_axis, mirrored(comparison.kind), *left};
  return std::nullopt;
}

bool compare(double left, Kind kind, double right) {
  switch (kind) {
    case Kind::equal:
      return left == right;
    case Kind::not_equal:
      return left != right;
    case Kind::less:
      return left < right;
    case Kind::less_equal:
      return left <= right;
    case Kind::greater:
      return left > right;
    default:
      return left >= right;
  }
}

/// A number that differs from an end of the interval by rounding alone is meant to be that end.
double snapped(double number, double lower, double upper) {
  const double tolerance = 1e-12 * (upper - lower);
  if (std::abs(number - lower) <= tolerance) return lower;
  if (std::abs(number - upper) <= tolerance) return upper;
  return number;
}

/// The part of the box where the bounds hold; nothing when that is empty. Open and closed ends
/// are the same here: they differ by a set of measure zero.
std::optional<geometry::Patch> cut(const geometry::Box& box, const std::vector<Bound>& bounds) {
  geometry::Patch patch{box.lower, box.upper, -1, 0};
  std::vector<bool> pinned(box.lower.size(), false);
  for (const Bound& bound : bounds) {
    if (bound.kind != Kind::equal) continue;
    const std::size_t j = bound.axis;
    const double value = snapped(bound.number, box.lower[j], box.upper[j]);
    if (!(value >= patch.lower[j] && value <= patch.upper[j])) return std::nullopt;
    patch.lower[j] = patch.upper[j] = value;
    pinned[j] = true;
  }
  for (const Bound& bound : bounds) {
    if (bound.kind == Kind::equal) continue;
    const std::size_t j = bound.axis;
    if (pinned[j]) {
      if (!compare(patch.lower[j], bound.kind, bound.number)) return std::nullopt;
    } else if (bound.kind == Kind::less || bound.kind == Kind::less_equal) {
      patch.upper[j] = std::min(patch.upper[j], bound.number);
    } else {
      patch.lower[j] = std::max(patch.lower[j], bound.number);
    }
    if (!pinned[j] && !(patch.lower[j] < patch.upper[j])) return std::nullopt;
  }
  int pins = 0;
  for (std::size_t j = 0; j < pinned.size(); ++j) {
    if (!pinned[j]) continue;
    ++pins;
    const bool at_lower = patch.lower[j] == box.lower[j];
    if (!at_lower && patch.lower[j] != box.upper[j]) continue;
    patch.normal_axis = static_cast<int>(j);
    patch.normal_sign = at_lower ? -1 : 1;
  }
  if (pins != 1) {  // edges and corners have no normal
    patch.normal_axis = -1;
    patch.normal_sign = 0;
  }
  return patch;
}

}  // namespace

bool holds(const expr::Graph& graph, const Condition& condition, std::span<const double> point) {
  switch (condition.kind) {
    case Kind::negation:
      return !holds(graph, condition.operands[0], point);
    case Kind::both:
      for (const Condition& operand : condition.operands) {
        if (!holds(graph, operand, point)) return false;
      }
      return true;
    case Kind::either:
      for (const Condition& operand : condition.operands) {
        if (holds(graph, operand, point)) return true;
      }
      return false;
    default:
      return compare(expr::evaluate_scalar(graph, condition.left, point), condition.kind,
                     expr::evaluate_scalar(graph, condition.right, point));
  }
}

std::vector<geometry::Region> select(const geometry::Box& box, const expr::Graph& graph,
                                     const Condition& condition) {
  // Predicates outlive this call and the problem that owns the region may move: they share a
  // copy of the graph.
  const auto own_graph = std::make_shared<const expr::Graph>(graph);
  std::vector<geometry::Region> pieces;
  for (const Conjunction& conjunction : alternatives(condition, false)) {
    std::vector<Bound> bounds;
    Condition rest;
    rest.kind = Kind::both;
    for (const Condition& comparison : conjunction) {
      if (const std::optional<Bound> bound = as_bound(graph, comparison)) {
        bounds.push_back(*bound);
      } else if (comparison.kind == Kind::equal) {
        throw std::invalid_argument(
            "an equality must be of the form coordinate == number, a flat piece of the box");
      } else {
        rest.operands.push_back(comparison);
      }
    }
    const std::optional<geometry::Patch> patch = cut(box, bounds);
    if (!patch) continue;
    geometry::Region piece;
    piece.space_dimension = box.dimension();
    piece.patches = {*patch};
    if (!rest.operands.empty()) {
      piece.keep = [own_graph, rest](std::span<const double> point) {
        return holds(*own_graph, rest, point);
      };
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace engd::io
