#include "check/sized.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace engd::check {

using expr::Node;
using expr::NodeData;
using expr::Op;

namespace {

/// |f(a + d) - f(a)| for a small relative change of the error's size, scaled back: a slope times
/// the error, also where the slope is infinite (the root at 0).
double moved(Op op, const Sized& a, const Sized& b, double value) {
  constexpr double step = 1e-8;
  double most = 0;
  for (const double d : {step, -step}) {
    const double by_a = std::fabs(expr::apply(op, a.value + d * a.error, b.value) - value);
    const double by_b =
        b.error > 0 ? std::fabs(expr::apply(op, a.value, b.value + d * b.error) - value) : 0;
    if (std::isfinite(by_a)) most = std::max(most, by_a);
    if (std::isfinite(by_b)) most = std::max(most, by_b);
  }
  return most / step;
}

Sized operation(Op op, const Sized& a, const Sized& b) {
  Sized result;
  const double v = result.value = expr::apply(op, a.value, b.value);
  const double rounding = std::fabs(v);
  if (op == Op::add) {
    result.size = a.size + b.size;
    result.error = a.error + b.error + rounding;
  } else if (op == Op::multiply) {
    result.size = a.size * b.size;
    result.error = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + rounding;
  } else if (op == Op::divide) {
    result.size = a.size / std::fabs(b.value);
    result.error = (a.error + rounding * b.error) / std::fabs(b.value) + rounding;
  } else if (op == Op::negate) {
    result.size = a.size;
    result.error = a.error;
  } else {
    const bool grows = op == Op::power && b.value > 0;
    result.size = grows ? std::max(rounding, std::pow(a.size, b.value)) : rounding;
    result.error = moved(op, a, b, v) + 2 * rounding;
  }
  return result;
}

}  // namespace

Sized coordinate_of(const expr::Leaf& leaf, std::span<const double> point) {
  assert(leaf.kind == expr::Leaf::Kind::coordinate);
  const double x = point[static_cast<std::size_t>(leaf.index)];
  return {x, std::fabs(x), std::fabs(x)};  // a bound such as 2*pi is rounded
}

SizedFormulas::SizedFormulas(const expr::Graph& graph, std::vector<Node> roots)
    : graph_(graph), roots_(std::move(roots)), nodes_(expr::reachable(graph, roots_)) {
  const auto position = [&](Node n) {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, n) - nodes_.begin());
  };
  for (const Node n : nodes_) {
    const NodeData& data = graph[n];
    const int count = expr::operand_count(data.op);
    a_.push_back(count > 0 ? position(data.a) : 0);
    b_.push_back(count > 1 ? position(data.b) : 0);
  }
  for (const Node root : roots_) root_positions_.push_back(position(root));
  values_.resize(nodes_.size());
}

std::vector<Sized> SizedFormulas::operator()(const std::function<Sized(const expr::Leaf&)>& value) {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const NodeData& data = graph_[nodes_[k]];
    const int count = expr::operand_count(data.op);
    if (data.op == Op::constant) {
      values_[k] = {data.value, std::fabs(data.value), std::fabs(data.value)};
    } else if (data.op == Op::leaf) {
      values_[k] = value(data.leaf);
    } else {
      values_[k] = operation(data.op, values_[a_[k]], count > 1 ? values_[b_[k]] : Sized{});
    }
  }
  std::vector<Sized> results;
  for (const std::size_t at : root_positions_) results.push_back(values_[at]);
  return results;
}

std::vector<Sized> evaluate_sized(const expr::Graph& graph, const std::vector<Node>& roots,
                                  const std::function<Sized(const expr::Leaf&)>& value) {
  return SizedFormulas(graph, roots)(value);
}

}  // namespace engd::check
