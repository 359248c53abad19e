#pragma once

#include <string>
#include <vector>

#include "expr/parser.h"
#include "geometry/selection.h"

namespace engd::geometry {

/// A condition of the problem file in disjunctive normal form. Comparisons that are linear in one
/// coordinate ("2*x - 1 <= 0") become bounds of that coordinate, all others formulas, which hold a
/// copy of the graph. Throws InputError for a comparison without coordinates, or with an unknown
/// or a normal, and for a condition with too many alternatives.
Selection selection_of(const expr::Graph& graph, const expr::Condition& condition);

/// The part of the domain where the condition holds: see select.
Region region_where(const Domain& domain, const expr::Graph& graph,
                    const expr::Condition& condition,
                    const std::vector<std::string>& coordinate_names);

/// The same within a part: "boundary and x < 0.5".
Region region_where(const Domain& domain, const Region& part, const expr::Graph& graph,
                    const expr::Condition& condition,
                    const std::vector<std::string>& coordinate_names);

}  // namespace engd::geometry
