// Units of calls: functions of the language, functions of the file, derivatives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "check/unit_analysis.h"
#include "expr/names.h"
#include "expr/parser.h"

namespace engd::check {

using expr::FormulaError;
using expr::Syntax;
using problem::Unit;

namespace {

bool is_among(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, text) != names.end();
}

}  // namespace

/// The common unit of all arguments.
Measured UnitAnalysis::agreeing(const Syntax& call) {
  Measured result{Unit{}, true, {}};
  for (const Syntax& argument : call.operands) {
    const Measured next = number(argument);
    if (next.plain || !next.unit) {
      if (!next.plain && result.plain) result = next;
      continue;
    }
    if (!result.plain && result.unit && !problem::same(*result.unit, *next.unit))
      fail(argument, fmt::format("this is {}, and another argument of {} {}", unit_text(next),
                                 call.text, unit_text(result)));
    result = {next.unit, false, {}};
  }
  return result;
}

Measured UnitAnalysis::inner(const Quantity& a, const Quantity& b, const Syntax& at) const {
  Measured result;
  for (std::size_t i = 0; i < std::min(a.components.size(), b.components.size()); ++i) {
    const Measured &left = a.components[i], &right = b.components[i];
    if (!left.unit || !right.unit || left.plain || right.plain) continue;
    const Unit unit = *left.unit * *right.unit;
    if (result.unit && !problem::same(*result.unit, unit))
      fail(at, fmt::format("the summands of {} are {} and {}", at.text, unit_text(result),
                           unit_text({unit, false, {}})));
    result.unit = unit;
  }
  return result;
}

Quantity UnitAnalysis::derivative(const Syntax& call) {
  Quantity result = quantity(call.operands[0]);
  Measured last;
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    const Measured along = number(call.operands[i]);
    const double times = along.plain ? along.value.value_or(1) - 1 : 1;
    if (!along.plain) last = along;
    for (Measured& f : result.components) {
      if (f.unit && last.unit)
        f = {*f.unit / problem::power(*last.unit, times), false, {}};
      else
        f = {};
    }
  }
  return result;
}

/// sum(x[i]^2) and prod(x[i]), over the indices given or all members of a family.
Quantity UnitAnalysis::repeated(const Syntax& call, bool product) {
  Quantity body = quantity(call.operands[0]);
  for (Measured& f : body.components) {
    f.value.reset();
    if (product && f.unit && !f.unit->is_one()) f.unit.reset();  // how many factors there are
  }
  return body;
}

Quantity UnitAnalysis::function(const Syntax& syntax) {
  const expr::Definition& definition = problem_.scope.functions.at(syntax.text);
  if (const auto declared = problem_.units.find(syntax.text); declared != problem_.units.end())
    return {{{declared->second, false, {}}}, false};
  if (const auto found = functions_.find(syntax.text); found != functions_.end())
    return found->second;
  Parameters parameters;
  for (std::size_t i = 0; i < std::min(definition.parameters.size(), syntax.operands.size()); ++i)
    parameters[definition.parameters[i]] = quantity(syntax.operands[i]);
  std::swap(parameters_, parameters);
  Quantity result{{{}}, false};
  std::string mistake;
  try {
    result = of(definition.text);
  } catch (const FormulaError& error) {
    const std::string part =
        definition.text.substr(std::min(error.offset, definition.text.size()), error.length);
    mistake = fmt::format("in function '{}', at '{}': {}", syntax.text, part, error.what());
  }
  std::swap(parameters_, parameters);
  // A function without parameters is looked at where it stands.
  if (definition.parameters.empty()) return functions_[syntax.text] = result;
  if (!mistake.empty()) fail(syntax, mistake);
  return result;
}

Quantity UnitAnalysis::call(const Syntax& syntax) {
  const std::string& f = syntax.text;
  const std::vector<int>& spatial = problem_.scope.space.spatial;
  if (problem_.scope.functions.contains(f)) return function(syntax);
  if (f == "diff") return derivative(syntax);
  if (is_among(f, {"sum", "prod"})) return repeated(syntax, f == "prod");
  if (is_among(f, {"shift", "jump"})) return quantity(syntax.operands[0]);
  if (is_among(f, {"min", "max", "hypot"})) return {{agreeing(syntax)}, false};
  if (is_among(f, {"atan2"})) return agreeing(syntax), Quantity{{{Unit{}, false, {}}}, false};
  if (f == "dot")
    return {{inner(quantity(syntax.operands[0]), quantity(syntax.operands[1]), syntax)}, false};
  if (is_among(f, {"norm", "norm2"})) {
    const Quantity v = quantity(syntax.operands[0]);
    Measured square = inner(v, v, syntax);
    if (f == "norm" && square.unit) square.unit = problem::power(*square.unit, 0.5);
    return {{square}, false};
  }
  if (f == "div") {
    const Quantity v = quantity(syntax.operands[0]);
    Quantity inverse;
    for (const int axis : spatial) inverse.components.push_back(slope({Unit{}, false, {}}, axis));
    return {{inner(v, inverse, syntax)}, false};
  }
  const Measured argument = number(syntax.operands[0]);
  if (f == "grad") {
    Quantity result{{}, true};
    for (const int axis : spatial) result.components.push_back(slope(argument, axis));
    return result;
  }
  if (is_among(f, {"dn", "laplacian"})) {
    Quantity slopes, ones;
    for (const int axis : spatial) {
      const Measured first = slope(argument, axis);
      slopes.components.push_back(f == "dn" ? first : slope(first, axis));
      ones.components.push_back({Unit{}, false, {}});
    }
    return {{inner(slopes, ones, syntax)}, false};
  }
  if (is_among(f, {"abs", "floor"})) return {{argument}, false};
  if (is_among(f, {"sign", "heaviside"})) return {{{Unit{}, false, {}}}, false};
  if (is_among(f, {"sqrt", "cbrt"}))
    return {{power(argument, {Unit{}, true, f == "sqrt" ? 0.5 : 1.0 / 3}, syntax)}, false};
  if (f == "pow") return {{power(argument, number(syntax.operands[1]), syntax)}, false};
  if (argument.unit && !argument.unit->is_one())
    fail(syntax.operands[0],
         fmt::format("the argument of {} is {}: it must be a pure number", f, unit_text(argument)));
  return {{{Unit{}, argument.plain, {}}}, false};
}

}  // namespace engd::check
