#include "expr/tape.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <unordered_map>
#include <utility>

#include "expr/tape_select.h"

namespace engd::expr {

/// Orders the instructions and gives each a place for its result.
class Tape::Compiler {
 public:
  Compiler(Tape& tape, const Graph& graph, std::span<const Node> outputs)
      : tape_(tape), graph_(graph), outputs_(outputs.begin(), outputs.end()) {}

  void run() {
    nodes_ = reachable(graph_, outputs_);
    collect_inputs();
    selections_ = select_instructions(graph_, nodes_, outputs_);
    order();
    pair_sines_with_cosines();
    allocate();
    for (const Node n : outputs_) tape_.constants_.push_back(graph_.constant_value(n));
  }

 private:
  bool is_leaf(Node n) const { return operand_count(graph_[n].op) == 0; }

  void collect_inputs() {
    std::vector<Node> leaves;
    for (const Node n : nodes_) {
      if (graph_[n].op == Op::leaf) leaves.push_back(n);
    }
    std::sort(leaves.begin(), leaves.end(),
              [&](Node p, Node q) { return graph_[p].leaf < graph_[q].leaf; });
    for (const Node n : leaves) {
      place_[n] = static_cast<std::int32_t>(tape_.inputs_.size());
      tape_.inputs_.push_back(graph_[n].leaf);
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

  /// sin(a) and cos(a) come together, where the first of them stands.
  void pair_sines_with_cosines() {
    std::unordered_map<Node, Node> sines, cosines;  // by their argument
    std::vector<Node> kept;
    for (const Node n : sequence_) {
      const NodeData& data = graph_[n];
      if (data.op == Op::sin || data.op == Op::cos) {
        auto& same = data.op == Op::sin ? sines : cosines;
        const auto& other = data.op == Op::sin ? cosines : sines;
        same[data.a] = n;
        if (const auto first = other.find(data.a); first != other.end()) {
          partners_[first->second] = n;
          continue;
        }
      }
      kept.push_back(n);
    }
    sequence_ = std::move(kept);
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
    }
    for (std::size_t s = 0; s < sequence_.size(); ++s) emit(s);
    for (std::size_t k = 0; k < outputs_.size(); ++k) finish_output(k, first_output);
  }

  void emit(std::size_t s) {
    const Node n = sequence_[s];
    Instruction i = selections_.at(n);
    for (std::int32_t* operand : {&i.a, &i.b, &i.c}) {
      if (*operand >= 0) *operand = place_.at(*operand);
    }
    const auto partner = partners_.find(n);
    if (partner == partners_.end()) {
      release_operands(n, s);
      i.out = assign(n);
    } else {  // two results cannot both take the place of the argument
      const bool is_sine = graph_[n].op == Op::sin;
      i.code = Code::sincos;
      i.out = assign(is_sine ? n : partner->second);
      i.second = assign(is_sine ? partner->second : n);
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

  /// Outputs that no instruction writes: numbers, inputs, and repetitions of another output.
  void finish_output(std::size_t k, std::int32_t first_output) {
    const std::int32_t out = first_output + static_cast<std::int32_t>(k);
    Instruction i;
    i.out = out;
    if (const auto value = graph_.constant_value(outputs_[k])) {
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
  std::unordered_map<Node, int> needs_;
  std::unordered_map<Node, Instruction> selections_;
  std::unordered_map<Node, std::int32_t> place_;
  std::unordered_map<Node, std::size_t> last_use_;  // in the sequence
  std::unordered_map<Node, Node> partners_;         // the sine of a cosine or the reverse
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

bool Tape::on_host_only() const {
  return std::any_of(code_.begin(), code_.end(), [](const Instruction& i) {
    const bool function = i.code == Code::function || i.code == Code::function_of_two;
    return function && expr::on_host_only(i.op);
  });
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
