#pragma once

#include <optional>
#include <set>

#include "check/misfit.h"
#include "check/term_points.h"

namespace engd::check {

/// What a formula that should be zero is where the unknowns are the given solution.
struct AtSolution {
  std::set<int> unknowns;
  Misfit misfit;
};

/// Whether the solution gives a derivative of an unknown: not where the file says that it is known
/// up to a constant, or a function of time, that the derivative does not lose.
bool is_known(const Subject& subject, const expr::JetEntry& entry);
/// Whether the solution of every unknown, and every coefficient, of a formula is given.
bool is_known(const Subject& subject, expr::Node formula);

/// At points of a term; nothing where the solution of one of the unknowns is not known. Throws
/// InputError where a solution is not finite inside the domain.
std::optional<AtSolution> at_solution(Subject& subject, const problem::Term& term,
                                      const TermPoints& points, expr::Node formula);

/// How many points can be looked at, when one takes so many operations.
std::size_t affordable(std::size_t operations);

}  // namespace engd::check
