#include "backend/cpu/coefficient_block.h"

#include "network/trainable.h"

namespace engd::cpu {

CoefficientBlock::CoefficientBlock(const network::Trainable& trainable)
    : trainable_(trainable),
      values_(Matrix::Zero(network::FunctionBlock::capacity, trainable.coefficients())),
      cotangents_(values_) {}

void CoefficientBlock::forward(const double* theta) {
  for (int k = 0; k < trainable_.coefficients(); ++k)
    values_.col(k).setConstant(trainable_.coefficient(theta, k));
}

void CoefficientBlock::write_rows(const double* theta, int n, double* rows, Index ld) const {
  for (int k = 0; k < trainable_.coefficients(); ++k) {
    const double slope = trainable_.coefficient_slope(theta, k);
    double* to = rows + (trainable_.first_coefficient() + k) * ld;
    for (int q = 0; q < n; ++q) to[q] = slope * cotangents_(q, k);
  }
}

void CoefficientBlock::add_gradient(const double* theta, int n, double* g) const {
  for (int k = 0; k < trainable_.coefficients(); ++k)
    g[trainable_.first_coefficient() + k] +=
        trainable_.coefficient_slope(theta, k) * cotangents_.col(k).head(n).sum();
}

}  // namespace engd::cpu
