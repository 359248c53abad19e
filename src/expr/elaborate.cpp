#include "expr/elaborate.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "expr/names.h"

namespace engd::expr {

namespace {

constexpr int max_expansion_depth = 500;  // parts within parts, through functions
constexpr const char* further_unknown =
    ": give a derivative a name of its own, a further unknown w with the equation \"w == u_xx\", "
    "and "
    "write w_xxx for u_xxxxx";
constexpr long max_steps = 5'000'000;  // of the whole expansion

Value number(Node n) {
  return {{n}, false};
}

std::string described(const Value& value) {
  if (!value.is_vector) return "a number";
  return fmt::format("a vector of length {}", value.components.size());
}

}  // namespace

void fail(const Syntax& at, const std::string& message) {
  throw FormulaError(at.offset, at.length, message);
}

void fail_name(const Syntax& at, const std::string& message) {
  throw FormulaError(at.name_offset, at.name_length, message);
}

Node Elaborator::scalar(const Syntax& syntax) {
  const Value result = value(syntax);
  if (result.is_vector) {
    fail(syntax, fmt::format("a number is needed here, but this is {}; dot(a, b) makes a number of "
                             "two vectors",
                             described(result)));
  }
  return result.components[0];
}

std::vector<Node> Elaborator::vector(const Syntax& syntax) {
  const Value result = value(syntax);
  if (!result.is_vector) {
    fail(syntax, "a vector is needed here, such as grad(u) or [a, b], but this is a number");
  }
  return result.components;
}

/// The number itself, or the one before a product: numbers are multiplied first. Else 1.
double Elaborator::constant_factor(Node n) const {
  if (const auto constant = graph_.constant_value(n)) return *constant;
  const NodeData data = graph_[n];
  if (data.op != Op::multiply) return 1;
  return graph_.constant_value(data.a).value_or(1) * graph_.constant_value(data.b).value_or(1);
}

Value Elaborator::value(const Syntax& syntax) {
  if (depth_ >= max_expansion_depth) fail(syntax, "functions are nested too deeply");
  if (++steps_ > max_steps) fail(syntax, "the formula expands to too many operations");
  ++depth_;
  try {
    Value result = meaning(syntax);
    --depth_;
    for (const Node n : result.components) {
      const double factor = constant_factor(n);
      if (!std::isfinite(factor)) {
        fail(syntax, std::isnan(factor) ? "this part has no value: it is not a number"
                                        : "this part is infinite");
      }
    }
    return result;
  } catch (const std::length_error& error) {  // too many nodes, or too high a derivative
    const std::string words = error.what();
    fail(syntax, words + (words.starts_with("derivatives") ? further_unknown : ""));
  }
}

Value Elaborator::meaning(const Syntax& syntax) {
  switch (syntax.kind) {
    case Syntax::Kind::number:
      return number(graph_.constant(syntax.value));
    case Syntax::Kind::name:
      return name(syntax);
    case Syntax::Kind::call:
      return call(syntax);
    case Syntax::Kind::index:
      return index(syntax);
    case Syntax::Kind::sum:
      return sum(syntax);
    case Syntax::Kind::product:
      return product(syntax);
    case Syntax::Kind::power:
      return power(syntax);
    case Syntax::Kind::vector:
      return vector_literal(syntax);
    case Syntax::Kind::negate:
      break;
  }
  Value result = value(syntax.operands[0]);
  for (Node& n : result.components) n = graph_.negate(n);
  return result;
}

Value Elaborator::combined(Op op, const Value& a, const Value& b, const Syntax& at) {
  Value result;
  result.is_vector = a.is_vector || b.is_vector;
  if (op == Op::add) {
    if (a.is_vector != b.is_vector) {
      fail(at, fmt::format("{} and {} cannot be added; add to each component, [a + c, b + c]",
                           described(a), described(b)));
    }
    if (a.components.size() != b.components.size())
      fail(at, fmt::format("{} and {} cannot be added", described(a), described(b)));
    for (std::size_t i = 0; i < a.components.size(); ++i) {
      result.components.push_back(graph_.add(a.components[i], b.components[i]));
    }
    return result;
  }
  if (a.is_vector && b.is_vector && op == Op::multiply) {
    fail(at, "two vectors cannot be multiplied; the inner product is dot(a, b)");
  }
  if (b.is_vector && op == Op::divide) fail(at, "a vector cannot be a divisor");
  for (const Node x : a.components) {
    for (const Node y : b.components) result.components.push_back(graph_.binary(op, x, y));
  }
  return result;
}

Value Elaborator::sum(const Syntax& syntax) {
  Value total = value(syntax.operands[0]);
  for (std::size_t i = 1; i < syntax.operands.size(); ++i) {
    Value term = value(syntax.operands[i]);
    if (syntax.inverse[i]) {
      for (Node& n : term.components) n = graph_.negate(n);
    }
    total = combined(Op::add, total, term, syntax.operands[i]);
  }
  return total;
}

Value Elaborator::product(const Syntax& syntax) {
  Value total = value(syntax.operands[0]);
  for (std::size_t i = 1; i < syntax.operands.size(); ++i) {
    const Value factor = value(syntax.operands[i]);
    if (syntax.inverse[i] && !factor.is_vector &&
        graph_.constant_value(factor.components[0]) == 0) {
      fail(syntax.operands[i], "division by zero");
    }
    total =
        combined(syntax.inverse[i] ? Op::divide : Op::multiply, total, factor, syntax.operands[i]);
  }
  return total;
}

Value Elaborator::power(const Syntax& syntax) {
  const Value base = value(syntax.operands[0]);
  if (base.is_vector) {
    fail(syntax.operands[0],
         fmt::format("{} has no powers; the square of its length is norm2(v), as in norm2(grad(u))",
                     described(base)));
  }
  return number(graph_.power(base.components[0], scalar(syntax.operands[1])));
}

Value Elaborator::vector_literal(const Syntax& syntax) {
  if (syntax.operands.empty()) fail(syntax, "a vector needs components: [a, b]");
  Value result{{}, true};
  for (const Syntax& component : syntax.operands) {
    const Value one = value(component);
    if (one.is_vector)
      fail(component,
           "a component is a number, and this is a vector: there are no matrices; the product of "
           "one with grad(u) is written by its components, [a11*u_x + a12*u_y, a21*u_x + a22*u_y]");
    result.components.push_back(one.components[0]);
  }
  return result;
}

Value Elaborator::name(const Syntax& syntax) {
  const std::string& text = syntax.text;
  if (const auto found = frame_.indices.find(text); found != frame_.indices.end()) {
    return number(graph_.constant(static_cast<double>(found->second)));
  }
  if (const auto found = frame_.parameters.find(text); found != frame_.parameters.end()) {
    return found->second;
  }
  if (const auto axis = coordinate_index(scope_, text)) return number(graph_.coordinate(*axis));
  if (const auto k = unknown_index(scope_, text)) return number(unknown(syntax, value_of(*k)));
  if (const auto k = coefficient_index(scope_, text))
    return number(unknown(syntax, coefficient_entry(*k)));
  if (const auto found = scope_.constants.find(text); found != scope_.constants.end()) {
    return number(graph_.constant(found->second));
  }
  if (const auto found = scope_.measured.find(text); found != scope_.measured.end()) {
    return number(graph_.leaf(Leaf::of(Leaf::Kind::measured, found->second)));
  }
  if (scope_.functions.contains(text)) return user_function(syntax);
  if (const Family* family = find_family(scope_, text)) {
    Value result{{}, true};
    for (int i = 0; i < family->count; ++i) {
      result.components.push_back(graph_.coordinate(family->first + i));
    }
    return result;
  }
  if (text == "pi") return number(graph_.constant(std::numbers::pi));
  if (text == "e") return number(graph_.constant(std::numbers::e));
  if (is_normal(text)) return {normal_vector(syntax), true};
  if (text.starts_with("n_") && is_normal("n")) {
    if (const auto axis = coordinate_index(scope_, text.substr(2))) {
      return number(normal(syntax, *axis));
    }
  }
  return number(derivative_by_name(syntax));
}

Node Elaborator::derivative_by_name(const Syntax& syntax) {
  const std::string& text = syntax.text;
  for (const auto& [parameter, bound] : frame_.parameters) {
    if (text.starts_with(parameter + "_") &&
        split_coordinates(scope_, text.substr(parameter.size() + 1))) {
      fail(syntax,
           fmt::format("'{0}' is a parameter here; its derivatives are written diff({0}, x)",
                       parameter));
    }
  }
  const auto derivative = derivative_name(scope_, text);
  if (!derivative) unknown_name(syntax);
  const std::string& base = scope_.unknowns[static_cast<std::size_t>(derivative->unknown)];
  if (!derivative->along) {
    fail(syntax,
         fmt::format("'{}' is no derivative of '{}': '{}' is not made of the coordinates {}{}",
                     text, base, derivative->suffix, joined(scope_.coordinates),
                     suffix_hint(derivative->suffix, base)));
  }
  if (!derivative->other_reading.empty()) {
    fail(syntax, fmt::format("'{}' has two readings, {} and {}: write the one that is meant", text,
                             diff_text(scope_, *derivative), derivative->other_reading));
  }
  // On a boundary n_x is the normal's component as well.
  if (base == "n" && scope_.allow_normal && coordinate_index(scope_, derivative->suffix)) {
    fail(syntax, fmt::format("'{0}' has two readings here, the derivative diff(n, {1}) of the "
                             "unknown 'n' and the component of the normal: write diff(n, {1}), or "
                             "give the unknown another name to use the normal",
                             text, derivative->suffix));
  }
  JetEntry entry = value_of(derivative->unknown);
  for (const int axis : *derivative->along) entry = entry.differentiated(axis);
  return unknown(syntax, entry);
}

/// What may have been meant by u_n and u_t where there is no such coordinate.
std::string Elaborator::suffix_hint(const std::string& suffix, const std::string& unknown) const {
  if (suffix == "n") return fmt::format("; the normal derivative is dn({})", unknown);
  if (suffix == "t") return "; the time is one of the variables, too: variables = [..., \"t\"]";
  return "";
}

Node Elaborator::unknown(const Syntax& syntax, const JetEntry& entry) {
  if (!scope_.allow_unknowns) {
    const std::string& name =
        (entry.is_coefficient() ? scope_.coefficients
                                : scope_.unknowns)[static_cast<std::size_t>(entry.index)];
    fail(syntax, fmt::format("the {} '{}' cannot be used here: only the coordinates, constants and "
                             "functions of them",
                             entry.is_coefficient() ? "coefficient" : "unknown", name));
  }
  return graph_.jet(entry);
}

bool Elaborator::is_normal(const std::string& text) const {
  return text == "n" && !is_declared(scope_, "n") && !frame_.parameters.contains("n") &&
         !frame_.indices.contains("n");
}

Node Elaborator::normal(const Syntax& syntax, int coordinate) {
  if (!scope_.allow_normal) {
    fail_name(syntax, fmt::format("'{}' needs the outward normal, which {}", syntax.text,
                                  scope_.no_normal.empty() ? "is known on boundaries only"
                                                           : scope_.no_normal));
  }
  return graph_.normal(coordinate);
}

std::vector<Node> Elaborator::normal_vector(const Syntax& syntax) {
  check_space(syntax);
  std::vector<Node> components;
  for (const int axis : scope_.space.spatial) components.push_back(normal(syntax, axis));
  return components;
}

void Elaborator::unknown_name(const Syntax& syntax) const {
  std::vector<std::string> local, candidates;
  for (const auto& [parameter, bound] : frame_.parameters) local.push_back(parameter);
  for (const auto& [letter, bound] : frame_.indices) local.push_back(letter);
  if (const BuiltinFunction* function = find_builtin(syntax.text)) {
    fail_name(syntax, fmt::format("'{}' is a function: its arguments are missing, {}", syntax.text,
                                  function->usage.empty() ? syntax.text + "(x)"
                                                          : std::string(function->usage)));
  }
  // w_x where w is no unknown: what was meant is a derivative.
  const std::size_t cut = syntax.text.rfind('_');
  if (cut != std::string::npos && cut > 0 && scope_.allow_unknowns &&
      split_coordinates(scope_, syntax.text.substr(cut + 1))) {
    const std::string base = syntax.text.substr(0, cut);
    fail_name(
        syntax,
        fmt::format("'{}' is no derivative: '{}' is {}; unknowns: {}{}", syntax.text, base,
                    is_declared(scope_, base) ? "not an unknown, write diff(" + base + ", ...)"
                                              : "not declared",
                    joined(scope_.unknowns),
                    base == "n" ? "; the normal has no name where 'n' is declared" : ""));
  }
  const std::string hint = likely_meaning(scope_, syntax.text);
  fail_name(syntax, fmt::format("unknown name '{}'{}", syntax.text,
                                known_names(scope_, syntax.text, local, {"pi"}, hint)));
}

long Elaborator::whole_number(const Syntax& syntax, const std::string& what) {
  const auto found = graph_.constant_value(scalar(syntax));
  if (!found || *found != std::nearbyint(*found) || std::fabs(*found) > 1e9) {
    fail(syntax, what + " must be a whole number");
  }
  return static_cast<long>(*found);
}

long Elaborator::component(const Syntax& index, long count, const std::string& of) {
  std::vector<std::string> free;
  free_names(index, {}, free);
  if (!free.empty()) {
    fail(index, fmt::format("the index '{}' has no value here: use it inside sum(...) or prod(...)",
                            free[0]));
  }
  const long i = whole_number(index, "an index");
  if (i < 1 || i > count) {
    fail(index, fmt::format("the index {} of '{}' is outside 1..{}", i, of, count));
  }
  return i;
}

Value Elaborator::index(const Syntax& syntax) {
  const Syntax& base = syntax.operands[0];
  const Syntax& subscript = syntax.operands[1];
  const bool free_standing =
      base.kind == Syntax::Kind::name && !frame_.parameters.contains(base.text);
  if (free_standing) {
    if (const Family* family = find_family(scope_, base.text)) {
      const long i = component(subscript, family->count, base.text);
      return number(graph_.coordinate(family->first + static_cast<int>(i) - 1));
    }
    if (is_normal(base.text)) {
      const auto& spatial = scope_.space.spatial;
      const long i = component(subscript, static_cast<long>(spatial.size()), "n");
      return number(normal(base, spatial[static_cast<std::size_t>(i - 1)]));
    }
    // u_x[i], the derivative along a member of the family x
    if (!is_declared(scope_, base.text)) {
      const auto derivative = derivative_name(scope_, base.text);
      const Family* family = derivative ? find_family(scope_, derivative->suffix) : nullptr;
      if (family) {
        const long i = component(subscript, family->count, family->name);
        return number(unknown(
            base,
            value_of(derivative->unknown).differentiated(family->first + static_cast<int>(i) - 1)));
      }
    }
  }
  const Value whole = value(base);
  if (!whole.is_vector) fail(base, "only vectors and families of coordinates have components");
  const long i = component(subscript, static_cast<long>(whole.components.size()), base.text);
  return number(whole.components[static_cast<std::size_t>(i - 1)]);
}

}  // namespace engd::expr
