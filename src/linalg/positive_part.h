#pragma once

#include "support/types.h"

namespace engd::linalg {

/// For a small symmetric H = V diag(lambda) V^T: the columns sqrt(max(lambda_k, 0)) V_k, so that
/// the product with its transpose is H without its negative part. Not finite where H is not.
Matrix positive_square_root(const Matrix& H);

}  // namespace engd::linalg
