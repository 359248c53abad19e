#pragma once

#include <string>
#include <utility>
#include <vector>

namespace engd::problem {

/// What a look at a problem can find (check/findings.h); each kind can be silenced by its name.
enum class FindingKind {
  solution,        ///< the given solution does not satisfy what the file asks for
  initial,         ///< a condition at the start of time is missing
  boundary,        ///< a condition on a part of the boundary is missing
  overdetermined,  ///< conditions or equations that are too many, or contradict one another
  corner,          ///< the start of time and the boundary do not fit where they meet
  penalty,         ///< a residual beside an energy, which holds up to its weight only
  ill_posed,       ///< a sign for which the problem has no stable solution
  constant,        ///< an unknown is fixed up to a constant only
  undetermined,    ///< coefficients, or the inside of the domain, that nothing determines
  few_points,      ///< fewer rows than parameters
  solver,          ///< a matrix of rows where one of parameters is much smaller
  not_finite,      ///< a formula without a value at a point of training
  scales,          ///< terms of very different size
  units,           ///< units that do not match
  unused,          ///< a constant or a function that nothing uses
};

/// The names in problem files, one for every kind.
const std::vector<std::pair<std::string, FindingKind>>& finding_kinds();
const std::string& name(FindingKind kind);

}  // namespace engd::problem
