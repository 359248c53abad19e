#include <fmt/format.h>

#include <algorithm>
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

Text written(const NodeData& data, const Text& a, const Text& b) {
  switch (data.op) {
    case Op::add:
      if (is_negative(b)) return {a.text + " - " + b.text.substr(1), additive};
      if (is_negative(a)) return {b.text + " - " + a.text.substr(1), additive};
      return {a.text + " + " + b.text, additive};
    case Op::negate:
      return {fmt::format("-{}", bracketed(a, multiplicative)), prefix};
    case Op::multiply:
      return {bracketed(a, multiplicative) + "*" + bracketed(b, prefix), multiplicative};
    case Op::divide:
      return {bracketed(a, multiplicative) + "/" + bracketed(b, exponent), multiplicative};
    case Op::power:
      return {bracketed(a, atom) + "^" + bracketed(b, atom), exponent};
    default:
      break;
  }
  if (operand_count(data.op) == 1) {
    return {fmt::format("{}({})", function_name(data.op), a.text), atom};
  }
  return {fmt::format("{}({}, {})", function_name(data.op), a.text, b.text), atom};
}

std::string name_in(const std::vector<std::string>& names, int index, const char* otherwise) {
  if (index >= 0 && index < static_cast<int>(names.size())) {
    return names[static_cast<std::size_t>(index)];
  }
  return fmt::format("{}{}", otherwise, index + 1);
}

}  // namespace

const char* function_name(Op op) {
  switch (op) {
    case Op::constant:
      return "constant";
    case Op::coordinate:
      return "coordinate";
    case Op::normal:
      return "normal";
    case Op::jet:
      return "jet";
    case Op::add:
      return "+";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::power:
      return "^";
    case Op::negate:
      return "-";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan:
      return "atan";
    case Op::sinh:
      return "sinh";
    case Op::cosh:
      return "cosh";
    case Op::tanh:
      return "tanh";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "abs";
    case Op::sign:
      return "sign";
    case Op::erf:
      return "erf";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::step:
      return "step";
  }
  return "?";
}

std::string to_string(const JetEntry& entry, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns) {
  if (entry.is_coefficient()) return fmt::format("coefficient{}", entry.coefficient() + 1);
  if (entry.unknown >= std::ssize(unknowns) && !unknowns.empty()) {  // at the partner
    JetEntry here = entry;
    here.unknown = static_cast<std::int16_t>(here.unknown - std::ssize(unknowns));
    return fmt::format("shift({})", to_string(here, coordinates, unknowns));
  }
  const std::string unknown = name_in(unknowns, entry.unknown, "u");
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

std::string to_string(const Graph& graph, Node f, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns) {
  std::unordered_map<Node, Text> texts{{-1, {}}};
  for (const Node n : reachable(graph, {f})) {
    const NodeData& data = graph[n];
    Text& text = texts[n];
    switch (data.op) {
      case Op::constant:
        text = {fmt::format("{}", data.value), data.value < 0 ? prefix : atom};
        break;
      case Op::coordinate:
        text = {name_in(coordinates, data.index, "x"), atom};
        break;
      case Op::normal:
        text = {fmt::format("n_{}", name_in(coordinates, data.index, "x")), atom};
        break;
      case Op::jet:
        text = {to_string(data.jet, coordinates, unknowns), atom};
        break;
      default:
        text = written(data, texts.at(data.a), texts.at(data.b));
    }
    if (text.text.size() > longest) text = {"...", atom};
  }
  return texts.at(f).text;
}

}  // namespace engd::expr
