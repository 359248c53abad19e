#pragma once

#include <functional>

#include "automatic/scales.h"
#include "automatic/work.h"

namespace engd::automatic {

/// Before a race: a small network, trained for a few iterations, tells the sizes; then another one
/// that begins with these, since what is of the wrong size is trained badly. What the trials cost
/// is a small part of the budget; where it would be more, the sizes are left open.
Scales find_scales(const problem::Problem& problem, const Machine& machine, Meter& meter,
                   const std::function<bool()>& stop);

}  // namespace engd::automatic
