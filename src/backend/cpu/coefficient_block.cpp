#include "backend/cpu/coefficient_block.h"

#include "backend/cpu/function_block.h"

namespace engd::cpu {

CoefficientBlock::CoefficientBlock(const network::Mlp& mlp)
    : mlp_(mlp),
      values_(Matrix::Zero(FunctionBlock::capacity, mlp.coefficients())),
      cotangents_(values_) {}

void CoefficientBlock::forward(const double* theta) {
  for (int k = 0; k < mlp_.coefficients(); ++k)
    values_.col(k).setConstant(mlp_.coefficient(theta, k));
}

void CoefficientBlock::write_rows(const double* theta, int n, double* rows, Index ld) const {
  for (int k = 0; k < mlp_.coefficients(); ++k) {
    const double slope = mlp_.coefficient_slope(theta, k);
    double* to = rows + (mlp_.first_coefficient() + k) * ld;
    for (int q = 0; q < n; ++q) to[q] = slope * cotangents_(q, k);
  }
}

void CoefficientBlock::add_gradient(const double* theta, int n, double* g) const {
  for (int k = 0; k < mlp_.coefficients(); ++k)
    g[mlp_.first_coefficient() + k] +=
        mlp_.coefficient_slope(theta, k) * cotangents_.col(k).head(n).sum();
}

}  // namespace engd::cpu
