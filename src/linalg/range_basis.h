#pragma once

#include "support/types.h"

namespace engd::linalg {

/// Orthonormal columns that span the range of B, by QR with column pivoting: those whose pivot is
/// above `cutoff` times the first, and above `least`. Empty where B has no columns, is zero or is
/// not finite.
Matrix range_basis(Matrix B, double cutoff, double least = 0);

}  // namespace engd::linalg
