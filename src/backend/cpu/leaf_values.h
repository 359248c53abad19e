#pragma once

#include "backend/cpu/coefficient_block.h"
#include "backend/cpu/term_network.h"

namespace engd::cpu {

/// The values of a leaf at the points of a block: those of the sample from `first` on, where the
/// network is.
const double* leaf_values(const expr::Leaf& leaf, const energy::Sample& sample, Index first,
                          const TermNetwork& network, const CoefficientBlock& coefficients);

}  // namespace engd::cpu
