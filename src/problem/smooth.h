#pragma once

#include "problem/problem.h"

namespace engd::problem {

/// Whether a formula of the coordinates has continuous derivatives below order `order` along all
/// coordinates of space, at the start of time: along lines through the domain the derivatives,
/// integrated between points, account for what the function changes by. In periodic coordinates
/// both ends have the same derivatives.
bool is_smooth(Problem& problem, expr::Node f, int order);

}  // namespace engd::problem
