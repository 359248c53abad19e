#pragma once

#include "support/types.h"

namespace engd::network {

/// Values and derivatives of a network on a block of points, in the numbers `Real`. Each thread has
/// its own.
template <typename Real>
class JetBlock {
 public:
  static constexpr int capacity = 128;  ///< points, a multiple of `padding`
  static constexpr int padding = 8;

  virtual ~JetBlock() = default;

  /// `coordinates[j]` holds coordinate j of n points, 1 <= n <= capacity.
  virtual void set_points(int n, const double* const* coordinates) = 0;

  /// Computes the used channels of all unknowns; `keep` what a reverse sweep needs.
  virtual void forward(const double* theta, bool keep) = 0;
  virtual const Real* output(int unknown, int used_channel) const = 0;
};

/// The same with its transpose: forward for the jets, reverse for rows or a gradient.
class FunctionBlock : public JetBlock<double> {
 public:
  /// The derivative of something with respect to output(unknown, used_channel), to be set before a
  /// reverse sweep, for those that are not zero: clear all, then open what is needed (as zeros).
  virtual void clear_cotangents() = 0;
  virtual double* open_cotangent(int unknown, int used_channel) = 0;

  /// Row q of `rows` (column-major, leading dimension ld, a column a parameter of the network) gets
  /// sum over channels of cotangent_q d output_q / d theta.
  virtual void write_rows(const double* theta, double* rows, Index ld) = 0;
  /// g += sum over the points of the same.
  virtual void add_gradient(const double* theta, double* g) = 0;
};

/// The numbers that networks are evaluated in once their training is over (network/frozen.h).
using Wide = long double;

}  // namespace engd::network
