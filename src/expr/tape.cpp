#include "expr/tape.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace engd::expr {

/// Chooses instructions for the nodes, orders them, and gives each a place for its result.
class Tape::Compiler {
 public:
  Compiler(Tape& tape, const Graph& graph, std::span<const Node> outputs)
      : tape_(tape), graph_(graph), outputs_(outputs.begin(), outputs.end()) {}

  void run() {
    nodes_ = reachable(graph_, outputs_);
    collect_inputs();
    count_uses();
    for (const Node n : nodes_) select(n);
    order();
    allocate();
    for (const Node n : outputs_) tape_.constants_.push_back(graph_.constant_value(n));
  }

 private:
  void collect_inputs() {
    std::vector<Node> leaves;
    for (const Node n : nodes_) {
      if (is_leaf(n) && !constant(n)) leaves.push_back(n);
    }
    std::sort(leaves.begin(), leaves.end(), [&](Node p, Node q) {
      const NodeData &left = graph_[p], &right = graph_[q];
      return std::tie(left.op, left.index, left.jet) < std::tie(right.op, right.index, right.jet);
    });
    for (const Node n : leaves) {
      const NodeData& data = graph_[n];
      place_[n] = static_cast<std::int32_t>(tape_.inputs_.size());
      tape_.inputs_.push_back({data.op, data.index, data.jet});
    }
  }

  void count_uses() {
    for (const Node n : nodes_) {
      ++uses_[graph_[n].a];
      ++uses_[graph_[n].b];
    }
    for (const Node n : outputs_) uses_[n] += 2;  // an output is never absorbed
  }

  std::optional<double> constant(Node n) const { return graph_.constant_value(n); }
  bool is_leaf(Node n) const { return operand_count(graph_[n].op) == 0; }

  /// The node of kind `op` that only this user needs, so that its code can merge with the user's.
  bool absorbable(Node n, Op op) const { return graph_[n].op == op && uses_.at(n) == 1; }

  void select(Node n) {
    if (is_leaf(n)) return;
    const NodeData& data = graph_[n];
    Instruction& i = selections_[n];
    i.op = data.op;
    i.a = data.a;
    i.b = data.b;
    switch (data.op) {
      case Op::add:
        select_sum(i, data.a, data.b);
        break;
      case Op::multiply:
        select_with_number(i, Code::multiply, Code::scale, Code::scale);
        break;
      case Op::divide:
        select_with_number(i, Code::divide, Code::divide_from, Code::divide_by);
        break;
      case Op::power:
        select_power(i);
        break;
      case Op::negate:
        i.code = Code::negate;
        break;
      case Op::min:
        select_extremum(i, Code::minimum);
        break;
      case Op::max:
        select_extremum(i, Code::maximum);
        break;
      default:
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

  /// min and max are rare: a number among their operands is spread over a block.
  void select_extremum(Instruction& i, Code code) {
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

  std::array<Node, 3> operands(Node n) const {
    const auto found = selections_.find(n);
    if (found == selections_.end()) return {-1, -1, -1};
    const Instruction& i = found->second;
    return {i.a, i.b, i.c};
  }

  /// Registers a formula needs when its most demanding operand is computed first (Sethi, Ullman).
  void count_needs() {
    for (const Node n : nodes_) {
      std::array<int, 3> need{};
      const std::array<Node, 3> below = operands(n);
      for (std::size_t k = 0; k < 3; ++k) need[k] = below[k] < 0 ? 0 : needs_[below[k]];
      std::sort(need.begin(), need.end(), std::greater<>());
      needs_[n] = is_leaf(n) ? 0 : std::max({1, need[0], need[1] + 1, need[2] + 2});
    }
  }

  void order() {
    count_needs();
    std::unordered_map<Node, int> state;  // 1: operands pending, 2: done
    std::vector<Node> stack(outputs_.rbegin(), outputs_.rend());
    while (!stack.empty()) {
      const Node n = stack.back();
      if (state[n] != 0 || !selections_.contains(n)) {
        if (state[n] == 1) sequence_.push_back(n);
        state[n] = 2;
        stack.pop_back();
        continue;
      }
      state[n] = 1;
      std::array<Node, 3> below = operands(n);
      std::sort(below.begin(), below.end(),
                [&](Node p, Node q) { return need_of(p) < need_of(q); });
      for (const Node operand : below) {
        if (operand >= 0 && state[operand] == 0) stack.push_back(operand);
      }
    }
  }

  int need_of(Node n) const { return n < 0 ? -1 : needs_.at(n); }

  /// Walks the sequence with a list of free registers. The result of an instruction may take the
  /// register of an operand that is used for the last time: instructions work element by element.
  void allocate() {
    const auto first_output = static_cast<std::int32_t>(tape_.inputs_.size());
    first_register_ = first_output + static_cast<std::int32_t>(outputs_.size());
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (!is_leaf(outputs_[k])) {
        place_.try_emplace(outputs_[k], first_output + static_cast<std::int32_t>(k));
      }
    }
    for (std::size_t s = 0; s < sequence_.size(); ++s) {
      for (const Node operand : operands(sequence_[s])) last_use_[operand] = s;
      const NodeData& data = graph_[sequence_[s]];
      position_[sequence_[s]] = s;
      if (data.op == Op::sin) sines_[data.a] = sequence_[s];
      if (data.op == Op::cos) cosines_[data.a] = sequence_[s];
    }
    for (std::size_t s = 0; s < sequence_.size(); ++s) emit(s);
    for (std::size_t k = 0; k < outputs_.size(); ++k) finish_output(k, first_output);
  }

  void emit(std::size_t s) {
    const Node n = sequence_[s];
    if (computed_.contains(n)) return;
    Instruction i = selections_.at(n);
    for (std::int32_t* operand : {&i.a, &i.b, &i.c}) {
      if (*operand >= 0) *operand = place_.at(*operand);
    }
    const Node partner = paired(n);
    if (partner < 0) {
      release_operands(n, s);
      i.out = assign(n);
    } else {
      // sin(a) and cos(a) at once; two results cannot both take the place of a
      const bool n_is_sine = graph_[n].op == Op::sin;
      i.code = Code::sincos;
      i.out = assign(n_is_sine ? n : partner);
      i.second = assign(n_is_sine ? partner : n);
      computed_.insert(partner);
      std::size_t& last = last_use_.at(graph_[n].a);
      if (last == position_.at(partner)) last = s;
      release_operands(n, s);
    }
    tape_.code_.push_back(i);
  }

  void release_operands(Node n, std::size_t now) {
    std::array<Node, 3> below = operands(n);
    std::sort(below.begin(), below.end());
    const auto end = std::unique(below.begin(), below.end());
    for (auto operand = below.begin(); operand != end; ++operand) {
      if (*operand < 0 || last_use_.at(*operand) != now) continue;
      const std::int32_t place = place_.at(*operand);
      if (place >= first_register_) free_.push_back(place);
    }
  }

  std::int32_t assign(Node n) {
    if (const auto found = place_.find(n); found != place_.end()) return found->second;
    if (free_.empty()) free_.push_back(first_register_ + tape_.registers_++);
    const std::int32_t place = free_.back();
    free_.pop_back();
    place_[n] = place;
    return place;
  }

  /// For sin(a) the node of cos(a) and the reverse, where both are needed; else -1.
  Node paired(Node n) const {
    const Op op = graph_[n].op;
    if (op == Op::sin || op == Op::cos) {
      const auto& partners = op == Op::sin ? cosines_ : sines_;
      const auto found = partners.find(graph_[n].a);
      if (found != partners.end()) return found->second;
    }
    return -1;
  }

  /// Outputs that no instruction writes: numbers, inputs, and repetitions of another output.
  void finish_output(std::size_t k, std::int32_t first_output) {
    const std::int32_t out = first_output + static_cast<std::int32_t>(k);
    Instruction i;
    i.out = out;
    if (const auto value = constant(outputs_[k])) {
      i.code = Code::fill;
      i.k = *value;
    } else if (place_.at(outputs_[k]) != out) {
      i.code = Code::copy;
      i.a = place_.at(outputs_[k]);
    } else {
      return;
    }
    tape_.code_.push_back(i);
  }

  Tape& tape_;
  const Graph& graph_;
  std::vector<Node> outputs_, nodes_, sequence_;
  std::unordered_map<Node, int> uses_, needs_;
  /// How a node is computed: the instruction with nodes, not blocks, as operands. A node that is
  /// part of its only user's instruction is mentioned by none and gets no code.
  std::unordered_map<Node, Instruction> selections_;
  std::unordered_map<Node, std::int32_t> place_;
  std::unordered_map<Node, std::size_t> position_, last_use_;  // in the sequence
  std::unordered_map<Node, Node> sines_, cosines_;             // by their argument
  std::unordered_set<Node> computed_;                          // together with their partner
  std::vector<std::int32_t> free_;
  std::int32_t first_register_ = 0;
};

Tape::Tape(const Graph& graph, std::span<const Node> outputs) {
  Compiler(*this, graph, outputs).run();
}

int Tape::outputs() const {
  return static_cast<int>(constants_.size());
}

std::optional<double> Tape::constant_output(int k) const {
  return constants_[static_cast<std::size_t>(k)];
}

std::size_t Tape::workspace_size() const {
  return static_cast<std::size_t>(registers_) * block;
}

void Tape::evaluate(int n, const double* const* in, double* const* out, double* workspace) const {
  assert(n >= 0 && n <= block);
  const auto inputs = static_cast<std::int32_t>(inputs_.size());
  const auto outputs = static_cast<std::int32_t>(constants_.size());
  const auto written = [&](std::int32_t place) -> double* {
    if (place < inputs) return nullptr;
    if (place < inputs + outputs) return out[place - inputs];
    return workspace + static_cast<std::ptrdiff_t>(place - inputs - outputs) * block;
  };
  const auto read = [&](std::int32_t place) -> const double* {
    return place >= 0 && place < inputs ? in[place] : written(place);
  };
  for (const Instruction& i : code_) {
    execute(i, n, written(i.out), written(i.second), read(i.a), read(i.b), read(i.c));
  }
}

}  // namespace engd::expr
