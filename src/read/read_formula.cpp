#include <fmt/format.h>

#include <span>

#include "expr/names.h"
#include "expr/residual.h"
#include "expr/tape.h"
#include "read/reader.h"

namespace engd::read {

void throw_formula_error(const Value& value, const expr::FormulaError& error) {
  throw error_with_caret(*value.source, value.span(error.offset, error.length), error.what());
}

std::string formula_text(const std::string& path, const Value& value) {
  const bool number = value.kind == Value::Kind::integer || value.kind == Value::Kind::real;
  if (number) return fmt::format("{}", as_real(path, value));
  if (value.kind != Value::Kind::text ||
      value.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw bad_value(path, value, "must be a formula in quotes");
  }
  return value.text;
}

namespace {

Formula unread_formula(const std::string& path, const Value& value) {
  Formula formula;
  formula.text = formula_text(path, value);
  formula.place = value.place();
  formula.place.text = formula.text;
  return formula;
}

}  // namespace

std::vector<Formula> read_residual(Problem& problem, const std::string& path, const Value& value,
                                   const expr::Scope& scope) {
  Formula formula = unread_formula(path, value);
  std::vector<Formula> formulas;
  try {
    const expr::Residual residual = expr::parse_residual(problem.graph, formula.text, scope);
    for (const expr::Node component : residual.components) {
      formula.node = component;
      if (residual.is_vector) ++formula.component;
      formulas.push_back(formula);
    }
  } catch (const expr::FormulaError& error) {
    throw_formula_error(value, error);
  }
  return formulas;
}

Formula read_formula(Problem& problem, const std::string& path, const Value& value,
                     const expr::Scope& scope) {
  Formula formula = unread_formula(path, value);
  try {
    formula.node = expr::parse(problem.graph, formula.text, scope);
  } catch (const expr::FormulaError& error) {
    throw_formula_error(value, error);
  }
  return formula;
}

namespace {

/// Of a name that a constant cannot use: what stands for a formula of the coordinates there.
std::string of_the_place(const Problem& problem, const std::string& path, const std::string& name) {
  if (!expr::coordinate_index(problem.scope, name) && !expr::find_family(problem.scope, name))
    return "";
  const std::string known =
      fmt::format("unknown name '{0}'; '{0}' is a coordinate, and here stands a number: ", name);
  if (path.starts_with("constants."))
    return known + "a formula of the coordinates is a function, under [functions]";
  if (path.starts_with("coefficients."))
    return known + fmt::format(
                       "a coefficient that depends on the place is a further unknown, unknowns = "
                       "[..., \"{}\"]",
                       path.substr(path.find('.') + 1));
  return "";
}

}  // namespace

double read_constant(const Problem& problem, const std::string& path, const Value& value,
                     Range range) {
  if (value.kind != Value::Kind::text) {
    if (value.kind != Value::Kind::integer && value.kind != Value::Kind::real) {
      throw bad_value(path, value,
                      "must be " + range.words("a finite number") + ", or a formula of constants");
    }
    return as_real(path, value, range);
  }
  expr::Scope scope;
  scope.constants = problem.scope.constants;
  scope.allow_unknowns = false;
  expr::Graph graph;
  double number = 0;
  try {
    const std::string text = formula_text(path, value);
    number =
        expr::evaluate_scalar(graph, expr::parse(graph, text, scope), std::span<const double>{});
  } catch (const expr::FormulaError& error) {
    const std::string words = of_the_place(
        problem, path, value.text.substr(std::min(error.offset, value.text.size()), error.length));
    if (!words.empty())
      throw_formula_error(value, expr::FormulaError(error.offset, error.length, words));
    throw_formula_error(value, error);
  }
  if (!range.contains(number)) {
    throw bad_value(path, value,
                    fmt::format("is {}: must be {}", number, range.words("a finite number")));
  }
  return number;
}

}  // namespace engd::read
