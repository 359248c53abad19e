#pragma once

#include "support/types.h"

namespace engd::linalg {

/// The largest eigenvalue of a positive semidefinite matrix, given by its lower triangle, by ten
/// steps of the power method: a little below it.
double largest_eigenvalue(const Matrix& M);

}  // namespace engd::linalg
