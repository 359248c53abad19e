#include <fmt/format.h>

#include "geometry/parts.h"
#include "geometry/patches.h"
#include "io/reader.h"
#include "io/selection.h"
#include "io/suggest.h"

namespace engd::io {
namespace {

std::vector<geometry::Region> read_condition(const Problem& problem, const Value& value) {
  expr::Scope scope = problem.scope;
  scope.allow_unknowns = false;
  expr::Graph graph;
  expr::Condition condition;
  try {
    condition = expr::parse_condition(graph, value.text, scope);
  } catch (const expr::FormulaError& error) {
    throw_formula_error(value, error);
  }
  std::vector<geometry::Region> pieces;
  try {
    pieces = select(problem.domain, graph, condition);
  } catch (const std::invalid_argument& error) {
    throw error_with_caret(*value.source, value.span(0, value.text.size()), error.what());
  }
  if (pieces.empty()) {
    throw error_with_caret(*value.source, value.span(0, value.text.size()),
                           "the condition holds nowhere in the domain " +
                               geometry::to_string(problem.domain, problem.scope.coordinates));
  }
  return pieces;
}

geometry::Region read_part(const Problem& problem, const std::string& path, const Value& value) {
  const std::vector<std::string>& coordinates = problem.scope.coordinates;
  if (auto region = geometry::part_of(problem.domain, coordinates, value.text)) {
    return *std::move(region);
  }
  std::vector<std::string> names = geometry::part_names(coordinates);
  const std::string hint = did_you_mean(value.text, names);
  constexpr std::size_t shown = 24;
  if (names.size() > shown) {
    names.resize(shown);
    names.push_back("... (boundary.NAME.min and boundary.NAME.max for every coordinate)");
  }
  throw bad_value(path, value,
                  fmt::format("no such part{} Parts: {}; or a condition such as \"{} == {}\"",
                              hint.empty() ? "." : hint, list_names(names), coordinates[0],
                              problem.domain.lower[0]));
}

}  // namespace

geometry::Region read_region(const Problem& problem, const std::string& path, const Value& value) {
  std::vector<geometry::Region> pieces;
  for (const Value* item : one_or_several(path, value)) {
    if (expr::looks_like_condition(as_text(path, *item))) {
      for (geometry::Region& piece : read_condition(problem, *item)) {
        pieces.push_back(std::move(piece));
      }
    } else {
      pieces.push_back(read_part(problem, path, *item));
    }
  }
  if (pieces.size() == 1) return std::move(pieces[0]);
  try {
    return geometry::merge(pieces);
  } catch (const InputError& error) {
    throw bad_value(path, value, error.what());
  }
}

}  // namespace engd::io
