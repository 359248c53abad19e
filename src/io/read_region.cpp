#include <fmt/format.h>

#include <optional>

#include "geometry/condition.h"
#include "geometry/parts.h"
#include "geometry/patches.h"
#include "io/reader.h"
#include "io/suggest.h"

namespace engd::io {
namespace {

/// "boundary and x < 0.5": the part that a condition is meant within, if it begins with one.
struct Within {
  std::optional<geometry::Region> part;
  std::size_t condition = 0;  ///< where the condition begins
};

Within leading_part(const Problem& problem, const std::string& text) {
  constexpr std::string_view joint = " and ";
  const std::size_t end = text.find(joint);
  if (end == std::string::npos) return {};
  const auto part =
      geometry::part_of(problem.domain, problem.scope.coordinates, text.substr(0, end));
  if (!part) return {};
  return {part, end + joint.size()};
}

geometry::Region read_condition(const Problem& problem, const Value& value) {
  expr::Scope scope = problem.scope;
  scope.allow_unknowns = false;
  const Within within = leading_part(problem, value.text);
  expr::Graph graph;
  expr::Condition condition;
  try {
    condition = expr::parse_condition(graph, value.text.substr(within.condition), scope);
  } catch (const expr::FormulaError& error) {
    throw_formula_error(value, {error.offset + within.condition, error.length, error.what()});
  }
  try {
    const std::vector<std::string>& names = problem.scope.coordinates;
    if (!within.part) return geometry::region_where(problem.domain, graph, condition, names);
    return geometry::region_where(problem.domain, *within.part, graph, condition, names);
  } catch (const InputError& error) {
    throw error_with_caret(*value.source, value.span(0, value.text.size()), error.what());
  }
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
    const bool condition = expr::looks_like_condition(as_text(path, *item));
    pieces.push_back(condition ? read_condition(problem, *item) : read_part(problem, path, *item));
  }
  if (pieces.size() == 1) return std::move(pieces[0]);
  try {
    return geometry::merge(pieces);
  } catch (const InputError& error) {
    throw bad_value(path, value, error.what());
  }
}

}  // namespace engd::io
