#include "backend/cpu/residual_block.h"

#include <cmath>

#include "backend/cpu/leaf_values.h"

namespace engd::cpu {

ResidualBlock::ResidualBlock(const network::Mlp& mlp, const network::JetPlan& plan,
                             const energy::Density& density)
    : density_(density), network_(mlp, plan, density), coefficients_(mlp) {
  results_.setZero(Index{density.value().outputs()} * FunctionBlock::capacity);
  for (int k = 0; k < density.value().outputs(); ++k)
    out_.push_back(results_.data() + Index{k} * FunctionBlock::capacity);
  workspace_.setZero(static_cast<Index>(density.value().workspace_size()));
}

double ResidualBlock::write(const double* theta, const energy::Sample& sample,
                            const std::vector<double>& weights, Index first, int n, double* to,
                            Index ld_kind) {
  network_.set_points(sample, first, n);
  network_.forward(theta, false);
  coefficients_.forward(theta);
  in_.clear();
  for (const expr::Leaf& input : density_.value().inputs())
    in_.push_back(leaf_values(input, sample, first, network_, coefficients_));
  density_.value().evaluate(n, in_.data(), out_.data(), workspace_.data());
  double sum = 0;
  for (int k = 0; k < density_.values(); ++k)
    for (int q = 0; q < n; ++q) {
      const double r = std::sqrt(weights[static_cast<std::size_t>(first + q)]) *
                       results_[Index{k} * FunctionBlock::capacity + q];
      to[k * ld_kind + q] = r;
      sum += 0.5 * r * r;
    }
  return sum;
}

}  // namespace engd::cpu
