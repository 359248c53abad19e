#pragma once

#include <vector>

#include "support/types.h"

namespace engd::linalg {

/// About `count` of the rows, in order: one of each of so many equal stretches, at a place within
/// it that has no period. (Every fourth point of a Sobol sequence lies in the same quarter of the
/// domain, every third row of three equations belongs to the same.) All rows where they are not
/// twice as many.
std::vector<int> sampled_rows(Index rows, Index count);

}  // namespace engd::linalg
