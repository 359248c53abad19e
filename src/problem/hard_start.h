#pragma once

#include "problem/problem.h"

namespace engd::problem {

/// Makes hard conditions of the terms that say what unknowns are at the start of time a: residuals
///
///     c (u - g)   and, for an equation of second order in time,   c' (u_t - h)
///
/// on all of the start, with constants c, c', give
///
///     u = g(x, a) + (t - a) h(x, a) + ((t - a)/(b - a))^m N ,
///
/// m = 1 without h, else 2. Terms that say nothing else are left out. Unknowns stay as they are
/// which have a hard condition already, or whose start is not smooth: between the points of
/// training nobody would see the jump of a derivative. Returns for how many unknowns it was done.
int hold_start(Problem& problem);

}  // namespace engd::problem
