#pragma once

#include <string_view>

#include "expr/parser.h"
#include "geometry/domain.h"

namespace engd::geometry {

/// The region that `on = "..."` of a term describes:
///     a part by name            boundary.left
///     a condition               x == 0 or y > 0.5
///     a condition within a part boundary and x < 0.5
/// Throws InputError for an unknown part and what region_where refuses, FormulaError (its offset in
/// `text`) for a condition that does not parse.
Region region_on(const Domain& domain, std::string_view text, expr::Graph& graph,
                 const expr::Scope& scope);

}  // namespace engd::geometry
