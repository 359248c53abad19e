#include "check/unit_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/names.h"
#include "expr/residual.h"

namespace engd::check {

using expr::FormulaError;
using expr::Syntax;
using problem::Unit;

void fail(const Syntax& at, const std::string& message) {
  throw FormulaError(at.offset, at.length, message);
}

std::string unit_text(const Measured& a) {
  const std::string text = problem::to_string(*a.unit);
  return text == "1" ? "a pure number" : "in " + text;
}

namespace {

const Measured free_unit{};
const Measured one{Unit{}, false, {}};

Measured plain(std::optional<double> value) {
  return {Unit{}, true, value};
}

Measured times(const Measured& a, const Measured& b, bool divided) {
  if (a.plain && a.value == 0.0) return free_unit;
  Measured result;
  if (a.unit && b.unit) result.unit = divided ? *a.unit / *b.unit : *a.unit * *b.unit;
  result.plain = a.plain && b.plain;
  if (a.value && b.value) result.value = divided ? *a.value / *b.value : *a.value * *b.value;
  return result;
}

/// The common unit of two summands; nothing where they have none.
std::optional<Measured> common(const Measured& a, const Measured& b) {
  if (a.plain && b.plain) return plain({});
  if (a.plain || !a.unit) return b.plain ? a : b;
  if (b.plain || !b.unit) return a;
  if (!problem::same(*a.unit, *b.unit)) return std::nullopt;
  return a;
}

Quantity scalar(const Measured& a) {
  return {{a}, false};
}

}  // namespace

Quantity UnitAnalysis::of(const std::string& formula) {
  return quantity(expr::read_residual(formula));
}

void UnitAnalysis::require(const std::string& formula, const Quantity& quantity, const Unit& unit,
                           const std::string& what) const {
  for (const Measured& component : quantity.components)
    if (component.unit && !component.plain && !problem::same(*component.unit, unit))
      throw FormulaError(0, formula.size(),
                         fmt::format("{} is {}, and the formula {}", what,
                                     unit_text({unit, false, {}}), unit_text(component)));
}

Quantity UnitAnalysis::quantity(const Syntax& syntax) {
  if (++depth_ > 400) fail(syntax, "the formula is nested too deeply for its units");
  Quantity result;
  switch (syntax.kind) {
    case Syntax::Kind::number:
      result = scalar(plain(syntax.value));
      break;
    case Syntax::Kind::name:
      result = name(syntax);
      break;
    case Syntax::Kind::call:
      result = call(syntax);
      break;
    case Syntax::Kind::index:
      result = index(syntax);
      break;
    case Syntax::Kind::sum:
      result = sum(syntax);
      break;
    case Syntax::Kind::product:
      result = product(syntax);
      break;
    case Syntax::Kind::power:
      result = scalar(power(number(syntax.operands[0]), number(syntax.operands[1]), syntax));
      break;
    case Syntax::Kind::negate:
      result = quantity(syntax.operands[0]);
      for (Measured& component : result.components)
        if (component.value) component.value = -*component.value;
      break;
    case Syntax::Kind::vector:
      result.is_vector = true;
      for (const Syntax& component : syntax.operands)
        result.components.push_back(number(component));
      break;
  }
  --depth_;
  return result;
}

Measured UnitAnalysis::number(const Syntax& syntax) {
  const Quantity found = quantity(syntax);
  return found.components.empty() ? free_unit : found.components.front();
}

Quantity UnitAnalysis::sum(const Syntax& syntax) {
  Quantity total = quantity(syntax.operands[0]);
  for (std::size_t i = 1; i < syntax.operands.size(); ++i) {
    const Syntax& operand = syntax.operands[i];
    const Quantity next = quantity(operand);
    for (std::size_t c = 0; c < std::min(total.components.size(), next.components.size()); ++c) {
      Measured& a = total.components[c];
      const Measured& b = next.components[c];
      const auto both = common(a, b);
      if (!both)
        fail(operand,
             fmt::format("this is {}, and what it is added to {} (numbers in formulas have "
                         "no unit: a constant with a name can have one)",
                         unit_text(b), unit_text(a)));
      const bool valued = a.value && b.value;
      const double value =
          valued ? (syntax.inverse[i] ? *a.value - *b.value : *a.value + *b.value) : 0;
      a = *both;
      a.value = valued ? std::optional(value) : std::nullopt;
    }
  }
  return total;
}

Quantity UnitAnalysis::product(const Syntax& syntax) {
  Quantity total = quantity(syntax.operands[0]);
  for (std::size_t i = 1; i < syntax.operands.size(); ++i) {
    const Quantity factor = quantity(syntax.operands[i]);
    Quantity next{{}, total.is_vector || factor.is_vector};
    for (const Measured& a : total.components)
      for (const Measured& b : factor.components)
        next.components.push_back(times(a, b, syntax.inverse[i]));
    total = std::move(next);
  }
  return total;
}

Measured UnitAnalysis::power(const Measured& base, const Measured& exponent,
                             const Syntax& at) const {
  if (exponent.unit && !exponent.unit->is_one())
    fail(at, fmt::format("the exponent is {}: it must be a pure number", unit_text(exponent)));
  Measured result;
  result.plain = base.plain && exponent.plain;
  if (base.value && exponent.value) result.value = std::pow(*base.value, *exponent.value);
  if (!base.unit) return result;
  if (base.unit->is_one()) {
    result.unit = Unit{};
  } else if (exponent.value) {
    result.unit = problem::power(*base.unit, *exponent.value);
  } else {
    fail(at, fmt::format("the base is {}: its exponent must be a number that is known",
                         unit_text(base)));
  }
  return result;
}

Measured UnitAnalysis::of_name(const std::string& name) const {
  Measured result;
  const auto unit = problem_.units.find(name);
  if (unit != problem_.units.end()) result.unit = unit->second;
  const auto constant = problem_.scope.constants.find(name);
  if (constant != problem_.scope.constants.end()) result.value = constant->second;
  return result;
}

/// A member of a family has its own unit or that of the family.
Measured UnitAnalysis::of_axis(int axis) const {
  const Measured own = of_name(problem_.scope.coordinates[static_cast<std::size_t>(axis)]);
  if (own.unit) return own;
  for (const expr::Family& family : problem_.scope.families)
    if (axis >= family.first && axis < family.first + family.count) return of_name(family.name);
  return own;
}

Measured UnitAnalysis::slope(const Measured& f, int axis) const {
  return times({f.unit, false, {}}, of_axis(axis), true);
}

std::optional<Measured> UnitAnalysis::derivative_name(const std::string& text) const {
  const auto found = expr::derivative_name(problem_.scope, text);
  if (!found || !found->along) return std::nullopt;
  Measured unit = of_name(problem_.scope.unknowns[static_cast<std::size_t>(found->unknown)]);
  for (const int axis : *found->along) unit = slope(unit, axis);
  return unit;
}

Quantity UnitAnalysis::name(const Syntax& syntax) {
  const std::string& text = syntax.text;
  const expr::Scope& scope = problem_.scope;
  if (const auto found = parameters_.find(text); found != parameters_.end()) return found->second;
  if (const auto axis = expr::coordinate_index(scope, text)) return scalar(of_axis(*axis));
  if (scope.functions.contains(text)) return function(syntax);
  if (const expr::Family* family = expr::find_family(scope, text)) {
    Quantity all{{}, true};
    for (int i = 0; i < family->count; ++i) all.components.push_back(of_axis(family->first + i));
    return all;
  }
  if (expr::is_declared(scope, text) || problem_.units.contains(text)) return scalar(of_name(text));
  if (text == "pi") return scalar(plain(std::numbers::pi));
  if (text == "e") return scalar(plain(std::numbers::e));
  if (text == "n") return {std::vector<Measured>(scope.space.spatial.size(), one), true};
  if (text.starts_with("n_") && expr::coordinate_index(scope, text.substr(2))) return scalar(one);
  if (const auto derivative = derivative_name(text)) return scalar(*derivative);
  return scalar(plain({}));  // an index of a sum
}

Quantity UnitAnalysis::index(const Syntax& syntax) {
  const Syntax& base = syntax.operands[0];
  if (base.kind == Syntax::Kind::name && !parameters_.contains(base.text)) {
    // u_x[i], the derivative along a member of a family
    const auto derivative = expr::derivative_name(problem_.scope, base.text);
    const expr::Family* family = derivative && !expr::is_declared(problem_.scope, base.text)
                                     ? expr::find_family(problem_.scope, derivative->suffix)
                                     : nullptr;
    if (family)
      return scalar(
          slope(of_name(problem_.scope.unknowns[static_cast<std::size_t>(derivative->unknown)]),
                family->first));
  }
  const Quantity whole = quantity(base);
  if (whole.components.empty()) return scalar(free_unit);
  const auto at = number(syntax.operands[1]).value;
  const auto size = static_cast<double>(whole.components.size());
  const std::size_t k = at && *at >= 1 && *at <= size ? static_cast<std::size_t>(*at) - 1 : 0;
  return scalar(whole.components[k]);
}

}  // namespace engd::check
