#pragma once

#include <vector>

#include "backend/cpu/coefficient_block.h"
#include "backend/cpu/term_network.h"
#include "energy/term.h"

namespace engd::cpu {

/// The residuals of one density on one block of points, without derivatives in theta. Each thread
/// has its own.
class ResidualBlock {
 public:
  ResidualBlock(const network::Mlp& mlp, const network::JetPlan& plan,
                const energy::Density& density);

  /// Writes sqrt(w) r_k of point first + q to to[k * ld_kind + q], q < n; returns the loss.
  double write(const double* theta, const energy::Sample& sample,
               const std::vector<double>& weights, Index first, int n, double* to, Index ld_kind);

 private:
  const energy::Density& density_;
  TermNetwork network_;
  CoefficientBlock coefficients_;
  Vector results_, workspace_;
  std::vector<const double*> in_;
  std::vector<double*> out_;
};

}  // namespace engd::cpu
