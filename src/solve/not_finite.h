#pragma once

#include <string>

#include "solve/window.h"

namespace engd::solve {

/// "the residual of term 'interior' is not finite at x = 0.3, y = 0.1: sqrt of a negative number,
/// -0.02", for the first such place among the points of a term: those of its rule and random ones.
/// Empty where there is none.
std::string describe_not_finite(const Piece& piece, std::uint64_t seed, int threads);

}  // namespace engd::solve
