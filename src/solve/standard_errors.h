#pragma once

#include <vector>

#include "linalg/range_basis.h"

namespace engd::solve {

/// How sure the coefficients of an equation are, by the noise of the data (docs/mathematics.md).
struct StandardErrors {
  bool known = false;  ///< false: no term has data, or nothing is left to tell their noise from
  Vector errors;       ///< one a coefficient, of its parameter (its logarithm, where positive)
  std::vector<bool> determined;  ///< false: a change of the network makes up for any change of it
};

/// The rows of the linear problem whose solution is the change of the parameters by noise.
struct LinearModel {
  Matrix network;       ///< B: columns of the network's parameters
  Matrix coefficients;  ///< a: columns of the coefficients
  /// Of every row: its variance by noise, zero in rows of equations. Nothing is known where it is
  /// negative: then rows of one group have one variance, which the residuals tell.
  Vector variance;
  std::vector<int> group;  ///< of rows with unknown variance; -1 elsewhere
  Vector residuals;
};

/// c = (a_B^T a_B)^-1 a_B^T y with a_B = a - (its part in the range of B): the least-squares
/// estimate with the network's parameters left free. Its covariance is that of the noise in y.
StandardErrors standard_errors(LinearModel model);

}  // namespace engd::solve
