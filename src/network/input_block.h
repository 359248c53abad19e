#pragma once

#include "network/function_block.h"
#include "network/input_map.h"
#include "network/jet_plan.h"

namespace engd::network {

/// What a first layer sees of a block of points: the closure channels of the inputs.
template <typename Real>
class InputBlock {
 public:
  /// Refers to both.
  InputBlock(const InputMap& map, const JetPlan& plan);

  /// The last of the n points stands in the places up to `stride` as well.
  void evaluate(int n, int stride, const double* const* coordinates);
  /// Channel c of input i at point q: (i * channels + c) * stride + q.
  const Real* jets() const { return jets_.data(); }

 private:
  const InputMap& map_;
  const JetPlan& plan_;
  Eigen::Matrix<Real, Eigen::Dynamic, 1> jets_;
  std::vector<Real> point_, point_jets_;  ///< scratch
};

}  // namespace engd::network
