#pragma once

#include "network/trainable.h"
#include "support/types.h"

namespace engd::cpu {

/// The coefficients of the equation on a block of points, as outputs that are the same at every
/// point: what NetworkBlock is to the unknowns.
class CoefficientBlock {
 public:
  explicit CoefficientBlock(const network::Trainable& trainable);

  void forward(const double* theta);
  const double* output(int k) const { return column(values_, k); }

  void clear_cotangents() { cotangents_.setZero(); }
  double* cotangent(int k) { return cotangents_.col(k).data(); }
  /// The last columns of n rows, and the last entries of a gradient, as NetworkBlock has the first.
  void write_rows(const double* theta, int n, double* rows, Index ld) const;
  void add_gradient(const double* theta, int n, double* g) const;

 private:
  static const double* column(const Matrix& m, int k) { return m.col(k).data(); }

  const network::Trainable& trainable_;
  Matrix values_, cotangents_;  ///< points down, coefficients across
};

}  // namespace engd::cpu
