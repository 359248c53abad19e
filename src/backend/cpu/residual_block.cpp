#include "backend/cpu/residual_block.h"

#include <cmath>

namespace engd::cpu {

using expr::Op;

ResidualBlock::ResidualBlock(const network::Trainable& trainable, const network::JetPlan& plan,
                             const energy::Density& density)
    : density_(density), network_(trainable, plan, density), coefficients_(trainable) {
  results_.setZero(Index{density.value().outputs()} * network::FunctionBlock::capacity);
  for (int k = 0; k < density.value().outputs(); ++k)
    out_.push_back(results_.data() + Index{k} * network::FunctionBlock::capacity);
  workspace_.setZero(static_cast<Index>(density.value().workspace_size()));
}

void ResidualBlock::gather_inputs(const energy::Sample& sample, Index first) {
  const auto& points = sample.points;
  in_.clear();
  for (const auto& input : density_.value().inputs()) {
    if (input.kind == Op::jet && input.jet.is_coefficient())
      in_.push_back(coefficients_.output(input.jet.coefficient()));
    else if (input.kind == Op::jet)
      in_.push_back(network_.output(network_.place_of(input.jet)));
    else if (input.kind == Op::normal)
      in_.push_back(points.normals.data() + input.index * points.count + first);
    else if (input.index < points.dimension)
      in_.push_back(points.coordinates.data() + input.index * points.count + first);
    else
      in_.push_back(sample.data.data() + (input.index - points.dimension) * points.count + first);
  }
}

double ResidualBlock::write(const double* theta, const energy::Sample& sample,
                            const std::vector<double>& weights, Index first, int n, double* to,
                            Index ld_kind) {
  network_.set_points(sample, first, n);
  network_.forward(theta, false);
  coefficients_.forward(theta);
  gather_inputs(sample, first);
  density_.value().evaluate(n, in_.data(), out_.data(), workspace_.data());
  double sum = 0;
  for (int k = 0; k < density_.values(); ++k)
    for (int q = 0; q < n; ++q) {
      const double r = std::sqrt(weights[static_cast<std::size_t>(first + q)]) *
                       results_[Index{k} * network::FunctionBlock::capacity + q];
      to[k * ld_kind + q] = r;
      sum += 0.5 * r * r;
    }
  return sum;
}

}  // namespace engd::cpu
