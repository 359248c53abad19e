#pragma once

#include <string>

#include "problem/problem.h"

namespace engd::automatic {

bool has_energy(const problem::Problem& problem);

/// Why there is no `stationarity` of a problem with an energy; empty where there is.
std::string why_no_stationarity(const problem::Problem& problem);

/// What the least energy asks of the unknowns, as a problem of residuals for the same network: the
/// Euler-Lagrange equation of each unknown inside, and the natural conditions on every piece of the
/// boundary. Where a hard condition u = g + d N leaves only a part of the variations of u free,
/// v = d w, the conditions are those on w:
///
///     (factor of v) d + (factor of dv/dn) dd/dn  =  0 ,   (factor of dv/dn) d  =  0 .
///
/// The problem is there to be measured, not to be solved.
problem::Problem stationarity(const problem::Problem& problem);

}  // namespace engd::automatic
