#pragma once

#include <vector>

#include "solve/measured.h"

namespace engd::solve {

/// The size of a derivative of a function of the size `size` that turns about once across the
/// domain: u_x is as large as 2 u over the length of the domain along x.
double slow_size(const problem::Problem& problem, const expr::JetEntry& entry, double size);

/// The sizes of residuals: those of their summands. Where all summands vanish with the solution
/// (u_x + v_y in a channel, u_t - u_xx of a steady state that is linear), a part of what slow
/// functions of the unknowns' sizes would make of the residual: the root of the sum of squares of
/// dr/d(D^a u) * slow_size(D^a u).
Vector sizes_of_residuals(Level& level, const std::vector<Measured>& all, const Vector& theta,
                          int threads);

}  // namespace engd::solve
