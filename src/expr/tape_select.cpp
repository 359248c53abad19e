#include "expr/tape_select.h"

#include <cmath>
#include <optional>
#include <utility>

namespace engd::expr {

namespace {

class Selector {
 public:
  Selector(const Graph& graph, const std::vector<Node>& nodes, const std::vector<Node>& outputs)
      : graph_(graph) {
    for (const Node n : nodes) {
      ++uses_[graph[n].a];
      ++uses_[graph[n].b];
    }
    for (const Node n : outputs) uses_[n] += 2;  // an output is never absorbed
    for (const Node n : nodes) select(n);
  }

  std::unordered_map<Node, Instruction> take() { return std::move(selections_); }

 private:
  std::optional<double> constant(Node n) const { return graph_.constant_value(n); }

  /// The node of kind `op` that only this user needs, so that its code can merge with the user's.
  bool absorbable(Node n, Op op) const { return graph_[n].op == op && uses_.at(n) == 1; }

  void select(Node n) {
    if (operand_count(graph_[n].op) == 0) return;
    const NodeData& data = graph_[n];
    Instruction& i = selections_[n];
    i.op = data.op;
    i.a = data.a;
    i.b = data.b;
    if (data.op == Op::add) {
      select_sum(i, data.a, data.b);
    } else if (data.op == Op::multiply) {
      select_with_number(i, Code::multiply, Code::scale, Code::scale);
    } else if (data.op == Op::divide) {
      select_with_number(i, Code::divide, Code::divide_from, Code::divide_by);
    } else if (data.op == Op::power) {
      select_power(i);
    } else if (data.op == Op::negate) {
      i.code = Code::negate;
    } else if (data.op == Op::min) {
      select_blocks(i, Code::minimum);
    } else if (data.op == Op::max) {
      select_blocks(i, Code::maximum);
    } else if (operand_count(data.op) == 2) {
      select_blocks(i, Code::function_of_two);
    } else {
      i.code = Code::function;
    }
  }

  /// `both`: two blocks; `left`: the first operand is a number; `right`: the second one is.
  void select_with_number(Instruction& i, Code both, Code left, Code right) {
    i.code = both;
    if (const auto k = constant(i.a)) {
      i.code = left;
      i.k = *k;
      i.a = i.b;
      i.b = -1;
    } else if (const auto m = constant(i.b)) {
      i.code = right;
      i.k = *m;
      i.b = -1;
    }
  }

  void select_power(Instruction& i) {
    select_with_number(i, Code::power, Code::power_base, Code::power_real);
    if (i.code == Code::power_real && i.k == std::nearbyint(i.k) && std::fabs(i.k) <= 1024) {
      i.code = Code::power_whole;
    }
  }

  /// min, max and functions of two numbers are rare: a number among their operands is spread over a
  /// block.
  void select_blocks(Instruction& i, Code code) {
    i.code = code;
    for (const Node operand : {i.a, i.b}) {
      if (const auto k = constant(operand)) {
        selections_[operand].code = Code::fill;
        selections_[operand].k = *k;
      }
    }
  }

  void select_sum(Instruction& i, Node a, Node b) {
    if (const auto k = constant(a)) {
      i.k = *k;
      i.a = b;
      i.b = -1;
      i.code = Code::shift;
      if (absorbable(b, Op::negate)) {
        i.code = Code::subtract_from;
        i.a = graph_[b].a;
      } else if (absorbable(b, Op::multiply)) {
        take_product(i, b);
        if (i.b < 0) {
          i.m = *k;
          i.code = Code::scale_shift;
        } else {
          i.k = *k;
          i.code = Code::multiply_shift;
        }
      }
      return;
    }
    // The operand that is a product or a negation goes first; products preferred.
    if (!absorbable(a, Op::multiply) && absorbable(b, Op::multiply)) std::swap(a, b);
    if (absorbable(a, Op::multiply)) {
      take_product(i, a);
      if (i.b < 0) {
        i.b = b;
        i.code = Code::scale_add;
      } else {
        i.c = b;
        i.code = Code::multiply_add;
      }
      return;
    }
    if (graph_[b].op != Op::negate) std::swap(a, b);
    i.a = a;
    i.b = b;
    i.code = Code::add;
    if (graph_[b].op != Op::negate) return;
    // a - b, and a - p*q when the product is needed nowhere else
    i.b = graph_[b].a;
    i.code = Code::subtract;
    if (uses_.at(b) > 1) {
      // the negation stays for its other users; subtracting is as cheap as adding it
      --uses_[b];
      ++uses_[i.b];
      return;
    }
    const Node product = i.b;
    if (absorbable(product, Op::multiply) && !constant(graph_[product].a)) {
      i.c = a;
      take_product(i, product);
      i.code = Code::multiply_subtract;
    }
  }

  /// a, b (or a, k with b = -1) from the operands of an absorbed product
  void take_product(Instruction& i, Node product) {
    const NodeData& data = graph_[product];
    i.a = data.a;
    i.b = data.b;
    if (const auto k = constant(data.a)) {
      i.k = *k;
      i.a = data.b;
      i.b = -1;
    }
  }

  const Graph& graph_;
  std::unordered_map<Node, int> uses_;
  std::unordered_map<Node, Instruction> selections_;
};

}  // namespace

std::unordered_map<Node, Instruction> select_instructions(const Graph& graph,
                                                          const std::vector<Node>& nodes,
                                                          const std::vector<Node>& outputs) {
  return Selector(graph, nodes, outputs).take();
}

}  // namespace engd::expr
