#include "backend/cpu/leaf_values.h"

namespace engd::cpu {

using expr::Leaf;

const double* leaf_values(const Leaf& leaf, const energy::Sample& sample, Index first,
                          const TermNetwork& network, const CoefficientBlock& coefficients) {
  switch (leaf.kind) {
    case Leaf::Kind::coefficient:
      return coefficients.output(leaf.index);
    case Leaf::Kind::jet:
      return network.output(network.place_of(leaf));
    case Leaf::Kind::coordinate:
    case Leaf::Kind::data:
    case Leaf::Kind::field:
    case Leaf::Kind::measured:
    case Leaf::Kind::normal:
    case Leaf::Kind::increment:
      break;
  }
  return sample.values_of(leaf) + first;
}

}  // namespace engd::cpu
