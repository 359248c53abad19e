#pragma once

#include <string>
#include <vector>

#include "expr/parser.h"
#include "geometry/region.h"

namespace engd::io {

/// The pieces of a box that a condition selects. Written as "or" of "and" of comparisons, each
/// "and" is a piece: `coordinate == number` pins a coordinate, inequalities between a coordinate
/// and a number cut the box (so that measures stay exact), and everything else becomes the
/// region's predicate. Pieces may overlap. Throws std::invalid_argument, with a sentence, for a
/// condition that does not describe pieces of a box.
std::vector<geometry::Region> select(const geometry::Box& box, const expr::Graph& graph,
                                     const expr::Condition& condition);

/// A condition at one point.
bool holds(const expr::Graph& graph, const expr::Condition& condition,
           std::span<const double> point);

}  // namespace engd::io
