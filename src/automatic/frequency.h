#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "automatic/kinds.h"
#include "automatic/runner.h"
#include "automatic/work.h"

namespace engd::automatic {

/// Standard deviations of turns that reach the largest frequency of what the problem states.
std::vector<double> given_frequency(const problem::Problem& problem);

/// The frequency of fixed waves, a number a coordinate, at which a linear equation holds best on
/// fresh points: all coordinates together first, then one after another, in smaller and smaller
/// factors. Each try is one least-squares problem with few waves. Nothing where no try has come to
/// numbers.
std::optional<std::vector<double>> find_frequency(const problem::Problem& problem,
                                                  const Machine& machine, Meter& meter,
                                                  const std::function<bool()>& stop);

}  // namespace engd::automatic
