#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "expr/graph.h"

namespace engd::expr {

namespace {

/// How tightly the outermost operation of a text binds; brackets go around looser operands.
enum Binding { additive = 1, multiplicative = 2, prefix = 3, exponent = 4, atom = 5 };

struct Text {
  std::string text;
  int binding = atom;
};

/// A shared subexpression is written wherever it is used, so texts could grow exponentially.
constexpr std::size_t longest = 400;

std::string bracketed(const Text& operand, int at_least) {
  return operand.binding >= at_least ? operand.text : fmt::format("({})", operand.text);
}

bool is_negative(const Text& term) {
  return term.binding > additive && term.text.starts_with('-');
}

Text written_sum(const Text& a, const Text& b) {
  if (is_negative(b)) return {a.text + " - " + b.text.substr(1), additive};
  if (is_negative(a)) return {b.text + " - " + a.text.substr(1), additive};
  return {a.text + " + " + b.text, additive};
}

/// J0(x), K1(x), as in formulas.
Text written_of_order(char letter, const Text& order, const Text& b) {
  return {fmt::format("{}{}({})", letter, order.text, b.text), atom};
}

Text written(const NodeData& data, const Text& a, const Text& b) {
  const Op op = data.op;
  if (op == Op::add) return written_sum(a, b);
  if (op == Op::negate) return {fmt::format("-{}", bracketed(a, multiplicative)), prefix};
  if (op == Op::multiply) {
    return {bracketed(a, multiplicative) + "*" + bracketed(b, prefix), multiplicative};
  }
  if (op == Op::divide) {
    return {bracketed(a, multiplicative) + "/" + bracketed(b, exponent), multiplicative};
  }
  if (op == Op::power) return {bracketed(a, atom) + "^" + bracketed(b, atom), exponent};
  if (op == Op::bessel_j) return written_of_order('J', a, b);
  if (op == Op::bessel_y) return written_of_order('Y', a, b);
  if (op == Op::bessel_i) return written_of_order('I', a, b);
  if (op == Op::bessel_k) return written_of_order('K', a, b);
  if (operand_count(op) == 1) return {fmt::format("{}({})", function_name(op), a.text), atom};
  return {fmt::format("{}({}, {})", function_name(op), a.text, b.text), atom};
}

std::string name_in(const std::vector<std::string>& names, int index, const char* otherwise) {
  if (index >= 0 && index < static_cast<int>(names.size())) {
    return names[static_cast<std::size_t>(index)];
  }
  return fmt::format("{}{}", otherwise, index + 1);
}

}  // namespace

namespace {

/// The unknown or a derivative of it, wherever it is taken.
std::string derivative_text(const Leaf& entry, const std::vector<std::string>& coordinates,
                            const std::vector<std::string>& unknowns) {
  const std::string unknown =
      name_in(unknowns, entry.index, "u") +
      std::string(static_cast<std::size_t>(entry.time_order), '\'');  // derivatives in time
  if (entry.laplacian) return fmt::format("laplacian({})", unknown);
  const bool letters = std::all_of(coordinates.begin(), coordinates.end(),
                                   [](const std::string& name) { return name.size() == 1; });
  std::string text = unknown;
  for (int k = 0; k < entry.order(); ++k) {
    if (k == 0 || !letters) text += '_';
    text += name_in(coordinates, entry.axis[static_cast<std::size_t>(k)], "x");
  }
  return text;
}

std::string in_place(Leaf::Place place, const std::string& text) {
  switch (place) {
    case Leaf::Place::here:
      return text;
    case Leaf::Place::partner:
      return fmt::format("shift({})", text);
    case Leaf::Place::start:
      return fmt::format("start({})", text);
  }
  throw std::logic_error("no place of a leaf");
}

}  // namespace

std::string to_string(const Leaf& leaf, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns) {
  switch (leaf.kind) {
    case Leaf::Kind::coordinate:
      return name_in(coordinates, leaf.index, "x");
    case Leaf::Kind::normal:
      return fmt::format("n_{}", name_in(coordinates, leaf.index, "x"));
    case Leaf::Kind::jet:
      return in_place(leaf.place, derivative_text(leaf, coordinates, unknowns));
    case Leaf::Kind::data:
    case Leaf::Kind::field:
    case Leaf::Kind::measured:
    case Leaf::Kind::coefficient:
    case Leaf::Kind::increment:
      break;
  }
  return fmt::format("{}{}", kind_name(leaf.kind), leaf.index + 1);
}

std::string to_string(const Graph& graph, Node f, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns) {
  std::unordered_map<Node, Text> texts{{-1, {}}};
  for (const Node n : reachable(graph, {f})) {
    const NodeData& data = graph[n];
    Text& text = texts[n];
    if (data.op == Op::constant) {
      text = {fmt::format("{}", data.value), data.value < 0 ? prefix : atom};
    } else if (data.op == Op::leaf) {
      text = {to_string(data.leaf, coordinates, unknowns), atom};
    } else {
      text = written(data, texts.at(data.a), texts.at(data.b));
    }
    if (text.text.size() > longest) text = {"...", atom};
  }
  return texts.at(f).text;
}

}  // namespace engd::expr
