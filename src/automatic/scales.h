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

/// By the sizes that a solution has, and where the equations do not hold yet at least by those that
/// the conditions give. An unknown has its root mean square. A term whose residual is
/// a sum of parts of the size s has the weight
///
///     1 / (s min(s, s_1)) ,
///
/// with s_1 the size that the parts would have if the unknowns turned about once across the domain:
/// 1/s^2 in any units, but for a factor s/s_1 (k^2 for u_xx and the frequency k), since residuals
/// of an equation count less for the solution the faster they oscillate, and those of conditions do
/// not. Measurements with noise have the weight of their likelihood, and the
/// others beside them are not made lighter than in the file. What the file writes stays.
Scales measure_scales(const problem::Problem& problem, const std::vector<solve::Piece>& pieces,
                      const Machine& machine);

/// The choice with these scales, where the file leaves them open.
Choice with_scales(Choice choice, const problem::Problem& problem, const Scales& scales);

}  // namespace engd::automatic
