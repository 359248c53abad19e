#pragma once

#include "problem/problem.h"

namespace engd::automatic {

/// Some points of a term, at which its coefficients are looked at.
geometry::PointSet probe_points(const problem::Problem& problem, const problem::Term& term);

/// The mean, and the mean square, of a formula at points where unknowns and measured values are
/// zero; 0 where the formula has no number.
double mean_at_zero(const expr::Graph& graph, expr::Node f, const geometry::PointSet& points);
double mean_square_at_zero(const expr::Graph& graph, expr::Node f,
                           const geometry::PointSet& points);

}  // namespace engd::automatic
