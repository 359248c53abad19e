// Whether the units of [units] fit together in every formula.

#include <fmt/format.h>

#include "check/kinds.h"
#include "check/unit_analysis.h"
#include "expr/residual.h"
#include "read/source.h"

namespace engd::check {

namespace {

/// A place within a formula, and the line with a caret; the place of the formula where it is not
/// one in quotes in the file.
std::pair<problem::Place, std::string> marked(const problem::Problem& problem,
                                              const problem::Place& place,
                                              const expr::FormulaError& error) {
  const std::string& text = problem.source_text;
  if (place.line == 0) return {place, ""};
  const std::size_t begin = read::byte_offset(text, {place.line, place.column});
  if (begin >= text.size() || (text[begin] != '"' && text[begin] != '\'')) return {place, ""};
  const std::vector<std::size_t> bytes = read::string_value_bytes(text, begin);
  const std::size_t first = std::min(error.offset, bytes.size() - 1);
  const std::size_t last = std::min(error.offset + error.length, bytes.size() - 1);
  const read::Position position = read::position_of(text, bytes[first]);
  const std::string shown = read::error_with_caret({problem.file, text, true},
                                                   {bytes[first], bytes[last] - bytes[first]}, "")
                                .what();
  return {{place.source, position.line, position.column, place.text},
          shown.substr(std::min(shown.find('\n'), shown.size()))};
}

/// False for words of the program, "u - (measured u)": formulas of the file have been read already.
bool is_formula(const std::string& text) {
  try {
    expr::read_residual(text);
    return true;
  } catch (const expr::FormulaError&) {
    return false;
  }
}

class Look {
 public:
  explicit Look(Subject& subject) : subject_(subject), analysis_(subject.problem) {}

  /// A formula by itself, and in the unit of a name where that has one.
  void at(const std::string& formula, const problem::Place& place, const std::string& name = "") {
    if (!is_formula(formula)) return;
    const auto& units = subject_.problem.units;
    try {
      const Quantity found = analysis_.of(formula);
      const auto unit = units.find(name);
      if (unit != units.end())
        analysis_.require(formula, found, unit->second, fmt::format("'{}'", name));
    } catch (const expr::FormulaError& error) {
      const auto [where, mark] = marked(subject_.problem, place, error);
      subject_.report(problem::FindingKind::units, where, error.what(), mark);
    }
  }

 private:
  Subject& subject_;
  UnitAnalysis analysis_;
};

}  // namespace

void look_at_units(Subject& subject) {
  const problem::Problem& problem = subject.problem;
  if (problem.units.empty()) return;
  Look look(subject);
  for (const auto& [name, function] : problem.scope.functions)
    if (function.parameters.empty()) look.at(function.text, problem.places.at(name), name);
  for (const problem::Term& term : problem.terms)
    for (const problem::Formula* formula : formulas_of(term))
      look.at(formula->text, formula->place);
  for (std::size_t k = 0; k < problem.scope.unknowns.size(); ++k) {
    const std::string& unknown = problem.scope.unknowns[k];
    if (const auto& hard = problem.hard[k]; hard && !hard->is_of_terms)
      look.at(hard->value.text, hard->value.place, unknown);
    if (const auto& solution = problem.solution[k])
      look.at(solution->text, solution->place, unknown);
  }
}

}  // namespace engd::check
