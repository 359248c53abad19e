// Calls: functions of the language, functions of the scope, and derivatives.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "expr/differential.h"
#include "expr/elaborate.h"
#include "expr/names.h"
#include "expr/shift.h"
#include "expr/synonyms.h"

namespace engd::expr {

namespace {

Value number(Node n) {
  return {{n}, false};
}

std::string arguments(std::size_t count) {
  return count == 1 ? "1 argument" : fmt::format("{} arguments", count);
}

}  // namespace

Value Elaborator::call(const Syntax& syntax) {
  if (frame_.parameters.contains(syntax.text) || frame_.indices.contains(syntax.text)) {
    fail_name(syntax, fmt::format("'{}' is a value here, not a function", syntax.text));
  }
  if (scope_.functions.contains(syntax.text)) return user_function(syntax);
  const BuiltinFunction* function = find_builtin(syntax.text);
  if (function && (function->reserved || !is_declared(scope_, syntax.text))) {
    const auto count = static_cast<int>(syntax.operands.size());
    if (count < function->least || count > function->most) {
      const std::string usage =
          function->usage.empty() ? syntax.text + "(x)" : std::string(function->usage);
      fail(syntax, fmt::format("{} does not take {}; it is used as {}", syntax.text,
                               arguments(syntax.operands.size()), usage));
    }
    return builtin(*function, syntax);
  }
  if (is_declared(scope_, syntax.text) || syntax.text == "pi" || syntax.text == "e") {
    const bool is_unknown = unknown_index(scope_, syntax.text).has_value();
    fail_name(syntax,
              fmt::format("'{}' is not a function; multiplication is written with *{}", syntax.text,
                          is_unknown ? ", and the unknown without arguments: " + syntax.text : ""));
  }
  unknown_function(syntax);
}

/// Whether a name in this part is an unknown, a derivative, or may be one by a function.
bool Elaborator::has_unknown(const Syntax& syntax) const {
  if (syntax.kind == Syntax::Kind::name &&
      (unknown_index(scope_, syntax.text) || derivative_name(scope_, syntax.text) ||
       frame_.parameters.contains(syntax.text)))
    return true;
  if (scope_.functions.contains(syntax.text)) return true;
  return std::ranges::any_of(syntax.operands,
                             [&](const Syntax& operand) { return has_unknown(operand); });
}

void Elaborator::unknown_function(const Syntax& syntax) const {
  const std::string& name = syntax.text;
  if (derivative_name(scope_, name).value_or(DerivativeName{}).along) {
    fail_name(syntax,
              fmt::format("'{}' is a derivative of an unknown, which has no arguments: write {}",
                          name, name));
  }
  if (name == "delta" && syntax.operands.size() == 1 && !has_unknown(syntax.operands[0]))
    fail_name(syntax, fmt::format("unknown function '{}'; {}", name, point_source_instead()));
  if (const auto instead = function_instead(name))
    fail_name(syntax, fmt::format("unknown function '{}'; {}", name, *instead));
  std::vector<std::string> candidates = builtin_names();
  for (const auto& [known, definition] : scope_.functions) candidates.push_back(known);
  const auto guess = closest(name, candidates);
  fail_name(syntax, fmt::format("unknown function '{}'; known: {}{}", name, joined(candidates),
                                guess ? fmt::format("; did you mean '{}'?", *guess) : ""));
}

Value Elaborator::builtin(const BuiltinFunction& function, const Syntax& syntax) {
  const auto argument = [&](std::size_t i) -> const Syntax& { return syntax.operands[i]; };
  switch (function.kind) {
    case Builtin::elementary: {
      const std::vector<Node> a = numbers(function, syntax);
      return number(graph_.unary(function.op, a[0]));
    }
    case Builtin::composed:
      return number(function.formula(graph_, numbers(function, syntax)));
    case Builtin::pow: {
      const Node base = scalar(argument(0));
      return number(graph_.power(base, scalar(argument(1))));
    }
    case Builtin::min:
    case Builtin::max:
      return number(extremum(syntax, function.op));
    case Builtin::sum:
    case Builtin::prod:
      return indexed(syntax, function.op);
    case Builtin::diff:
      return derivative(syntax);
    case Builtin::grad:
      return {gradient(graph_, differentiable(argument(0), syntax), scope_.space), true};
    case Builtin::laplacian:
      return number(laplacian(graph_, differentiable(argument(0), syntax), scope_.space));
    case Builtin::dn: {
      const std::vector<Node> n = normal_vector(syntax);
      const Node f = differentiable(argument(0), syntax);
      return number(dot_product(graph_, n, gradient(graph_, f, scope_.space)));
    }
    case Builtin::div: {
      check_space(syntax);
      const std::vector<Node> v = vector(argument(0));
      if (v.size() != scope_.space.spatial.size()) {
        fail(argument(0), fmt::format("div needs one component for each of the {} spatial "
                                      "coordinates, but this vector has {}",
                                      scope_.space.spatial.size(), v.size()));
      }
      check_differentiable(v, argument(0));
      return number(divergence(graph_, v, scope_.space));
    }
    case Builtin::dot: {
      const std::vector<Node> a = vector(argument(0)), b = vector(argument(1));
      if (a.size() != b.size()) {
        fail(syntax, fmt::format("dot needs vectors of one length, but these have {} and {} "
                                 "components",
                                 a.size(), b.size()));
      }
      return number(dot_product(graph_, a, b));
    }
    case Builtin::shift:
    case Builtin::jump:
      return at_partner(syntax, function.kind == Builtin::jump);
    case Builtin::norm:
    case Builtin::norm2:
      break;
  }
  const std::vector<Node> a = vector(argument(0));
  const Node square = dot_product(graph_, a, a);
  return number(function.kind == Builtin::norm ? graph_.unary(Op::sqrt, square) : square);
}

/// The arguments of a function of numbers.
std::vector<Node> Elaborator::numbers(const BuiltinFunction& function, const Syntax& call) {
  std::vector<Node> values;
  for (const Syntax& argument : call.operands) {
    values.push_back(scalar(argument));
    if (function.of_coordinates && !jet_entries(graph_, {values.back()}).empty()) {
      fail(argument,
           fmt::format("{} works on formulas of the coordinates only, and this part contains an "
                       "unknown or a coefficient",
                       call.text));
    }
  }
  return values;
}

/// shift(f) is f at the partner of the point, jump(f) how much larger that is than f here.
Value Elaborator::at_partner(const Syntax& call, bool jump) {
  if (scope_.shift.empty()) {
    fail_name(call,
              fmt::format("'{}' needs points with partners: a term with shift = ...", call.text));
  }
  Value result = value(call.operands[0]);
  for (Node& f : result.components) {
    if (depends_on(graph_, f, Leaf::Kind::normal)) {
      fail(call.operands[0],
           fmt::format("the normal is known here only: it cannot stand in {}", call.text));
    }
    if (looks_at_partner(graph_, f)) {
      fail(call.operands[0], "a partner has no partner");
    }
    const Node there = shifted(graph_, f, scope_.shift);
    f = jump ? graph_.subtract(there, f) : there;
  }
  return result;
}

Node Elaborator::extremum(const Syntax& call, Op op) {
  Node result = scalar(call.operands[0]);
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    result = graph_.binary(op, result, scalar(call.operands[i]));
  }
  return result;
}

void Elaborator::check_space(const Syntax& call) const {
  if (scope_.space.spatial.empty()) {
    fail_name(call, fmt::format("'{}' needs a spatial coordinate, and there is none", call.text));
  }
}

/// The normal of a boundary is the one leaf that has no derivative along the coordinates.
void Elaborator::check_differentiable(const std::vector<Node>& nodes, const Syntax& at) const {
  for (const Node n : nodes) {
    if (depends_on(graph_, n, Leaf::Kind::normal)) {
      fail(at, "the normal cannot be differentiated: it is known on the boundary only");
    }
    if (depends_on(graph_, n, Leaf::Kind::measured))
      fail(at, "measured values cannot be differentiated: they are known at the points only");
  }
}

Node Elaborator::differentiable(const Syntax& argument, const Syntax& call) {
  check_space(call);
  const Node f = scalar(argument);
  check_differentiable({f}, argument);
  return f;
}

/// diff(f, x), diff(f, x, 2), diff(f, x, y), diff(f, x, 2, y, 2), ...
Value Elaborator::derivative(const Syntax& call) {
  Value result = value(call.operands[0]);
  check_differentiable(result.components, call.operands[0]);
  std::vector<int> along;
  bool counted = true;  // a count may follow a coordinate only
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    const Syntax& argument = call.operands[i];
    const NodeData data = graph_[scalar(argument)];
    if (data.is(Leaf::Kind::coordinate)) {
      along.push_back(data.leaf.index);
      counted = false;
    } else if (data.op == Op::constant && !counted) {
      const long order = whole_number(argument, "the order of a derivative");
      if (order < 0 || order > 16) fail(argument, "the order of a derivative is from 0 to 16");
      const int axis = along.back();
      along.pop_back();
      along.insert(along.end(), static_cast<std::size_t>(order), axis);
      counted = true;
    } else {
      fail(argument, fmt::format("diff needs a coordinate here: {}", joined(scope_.coordinates)));
    }
  }
  for (const int axis : along) {
    for (Node& n : result.components) n = total_derivative(graph_, n, axis, scope_.space);
  }
  return result;
}

Value Elaborator::user_function(const Syntax& syntax) {
  const Definition& definition = scope_.functions.at(syntax.text);
  const std::vector<std::string>& parameters = definition.parameters;
  if (syntax.kind == Syntax::Kind::call && parameters.empty()) {
    fail(syntax, fmt::format("'{0}' takes no arguments: write {0}", syntax.text));
  }
  if (syntax.operands.size() != parameters.size()) {
    fail(syntax, fmt::format("'{0}' takes {1}: {0}({2})", syntax.text, arguments(parameters.size()),
                             joined(parameters)));
  }
  if (std::find(expanding_.begin(), expanding_.end(), syntax.text) != expanding_.end()) {
    fail_name(syntax, fmt::format("function '{}' is defined by itself: {} -> {}", syntax.text,
                                  fmt::join(expanding_, " -> "), syntax.text));
  }
  if (const auto found = expanded_.find(syntax.text); found != expanded_.end()) {
    return found->second;
  }
  Frame frame;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    frame.parameters[parameters[i]] = value(syntax.operands[i]);
  }
  Value result = expansion(syntax.text, syntax, std::move(frame));
  if (parameters.empty()) expanded_[syntax.text] = result;
  return result;
}

/// The body of a function with its own names only; its mistakes are reported where it is used.
Value Elaborator::expansion(const std::string& function, const Syntax& use, Frame frame) {
  const std::string& text = scope_.functions.at(function).text;
  expanding_.push_back(function);
  std::swap(frame_, frame);
  try {
    auto body = bodies_.find(function);
    if (body == bodies_.end()) body = bodies_.emplace(function, read_formula(text)).first;
    Value result = value(body->second);
    std::swap(frame_, frame);
    expanding_.pop_back();
    return result;
  } catch (const FormulaError& error) {
    // of functions within functions the innermost is named, and the outermost use is marked
    if (failed_inside_) fail_name(use, error.what());
    failed_inside_ = true;
    const std::string part = text.substr(std::min(error.offset, text.size()), error.length);
    fail_name(use, fmt::format("in function '{}'{}: {}", function,
                               part.empty() ? "" : fmt::format(", at '{}'", part), error.what()));
  }
}

}  // namespace engd::expr
