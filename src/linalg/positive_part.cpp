#include "linalg/positive_part.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

namespace engd::linalg {

Matrix positive_square_root(const Matrix& H) {
  if (!H.allFinite())
    return Matrix::Constant(H.rows(), H.cols(), std::numeric_limits<double>::quiet_NaN());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(H);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

}  // namespace engd::linalg
