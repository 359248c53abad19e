#pragma once

#include <vector>

#include "automatic/choice.h"
#include "automatic/runner.h"

namespace engd::automatic {

/// What brings residuals and unknowns to size one. Found by the race, in powers of ten.
struct Scales {
  std::vector<double> weights;   ///< by term; empty: those of the file
  std::vector<double> unknowns;  ///< their sizes; empty: 1
  bool operator==(const Scales&) const = default;
};

/// By the sizes that a solution has. An unknown has its root mean square, and a term whose residual
/// is a sum of parts of the size s has the weight 1/s^2, so that units make no difference: beside
/// u_xx, of the size k^2 u for the frequency k, a condition on u is heavier by k^4. Where the
/// equations do not hold yet, unknowns and parts are at least as large as slow functions that come
/// to what the conditions give. Measurements with noise have the weight of their likelihood, and
/// the others beside them are not made lighter than in the file; beside an energy all weights are a
/// part of the problem. What the file writes stays.
Scales measure_scales(const problem::Problem& problem, const std::vector<solve::Piece>& pieces,
                      const Machine& machine);

/// The choice with these scales, where the file leaves them open and the choice has no weights of
/// its own, as that of least squares has.
Choice with_scales(Choice choice, const problem::Problem& problem, const Scales& scales);

}  // namespace engd::automatic
