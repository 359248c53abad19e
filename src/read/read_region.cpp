#include "geometry/on.h"
#include "geometry/parts.h"
#include "geometry/patches.h"
#include "read/reader.h"
#include "read/suggest.h"

namespace engd::read {
namespace {

geometry::Region read_piece(const Problem& problem, const Value& value) {
  expr::Scope scope = problem.scope;
  scope.allow_unknowns = false;
  expr::Graph graph;  // predicates hold a copy: the region does not depend on this one
  try {
    return geometry::region_on(problem.domain, value.text, graph, scope);
  } catch (const expr::FormulaError& error) {
    throw_formula_error(value, error);
  } catch (const InputError& error) {
    const std::string hint =
        did_you_mean(value.text, geometry::part_names(problem.domain, problem.scope.coordinates));
    throw error_with_caret(*value.source, value.span(0, value.text.size()), error.what() + hint);
  }
}

}  // namespace

geometry::Region read_region(const Problem& problem, const std::string& path, const Value& value) {
  std::vector<geometry::Region> pieces;
  for (const Value* item : one_or_several(path, value)) {
    as_text(path, *item);
    pieces.push_back(read_piece(problem, *item));
  }
  if (pieces.size() == 1) return std::move(pieces[0]);
  try {
    return geometry::merge(pieces);
  } catch (const InputError& error) {
    throw bad_value(path, value, error.what());
  }
}

}  // namespace engd::read
