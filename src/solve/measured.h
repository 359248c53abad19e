#pragma once

#include <optional>
#include <vector>

#include "solve/fresh_points.h"
#include "solve/level.h"

namespace engd::solve {

/// A residual, and beside it the terms that give its size: its summands where it stands, and those
/// of a condition on a boundary inside the domain as well, since all of them may vanish there.
struct Measured {
  std::size_t term = 0, number = 0;  ///< of the residual in that term
  problem::Term residual, here;
  std::optional<problem::Term> inside = {};
};

/// All residuals that have a size, in the graph of the level.
std::vector<Measured> measured_residuals(Level& level);

/// The term with other formulas in place of its residuals.
problem::Term with_formulas(problem::Term term, const std::vector<expr::Node>& formulas);
bool has_unknowns(const expr::Graph& graph, expr::Node f);
/// Where equations hold for the unknowns of some formulas: outside of that they are anything.
geometry::Region home_of(Level& level, const std::vector<expr::Node>& formulas);

/// Root mean squares of the residuals of each term, on fresh points.
RootMeanSquares sizes_of(Level& level, const std::vector<problem::Term>& terms, const Vector& theta,
                         int threads);
/// Root mean squares of the summands of each residual: the root of the sum of their squares.
Vector sizes_of_summands(Level& level, const std::vector<Measured>& all, const Vector& theta,
                         int threads);

}  // namespace engd::solve
