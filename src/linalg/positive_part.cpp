#include "linalg/positive_part.h"

#include <cmath>
#include <limits>

namespace engd::linalg {

namespace {

/// One rotation of Jacobi's method: makes H(i, j) zero and keeps H = V^T (original) V.
void rotate(Matrix& H, Matrix& V, Index i, Index j) {
  const double theta = (H(j, j) - H(i, i)) / (2 * H(i, j));
  const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::hypot(theta, 1.0));
  const double c = 1 / std::hypot(t, 1.0), s = t * c;
  for (Index k = 0; k < H.rows(); ++k) {
    const double a = H(k, i), b = H(k, j);
    H(k, i) = c * a - s * b;
    H(k, j) = s * a + c * b;
  }
  for (Index k = 0; k < H.rows(); ++k) {
    const double a = H(i, k), b = H(j, k);
    H(i, k) = c * a - s * b;
    H(j, k) = s * a + c * b;
  }
  for (Index k = 0; k < V.rows(); ++k) {
    const double a = V(k, i), b = V(k, j);
    V(k, i) = c * a - s * b;
    V(k, j) = s * a + c * b;
  }
}

}  // namespace

Matrix positive_square_root(const Matrix& matrix) {
  const Index n = matrix.rows();
  if (!matrix.allFinite()) return Matrix::Constant(n, n, std::numeric_limits<double>::quiet_NaN());
  Matrix H = matrix, V = Matrix::Identity(n, n);
  constexpr int most_sweeps = 30;  // convergence is quadratic: about six are needed
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool diagonal = true;
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j) {
        const double small =
            std::numeric_limits<double>::epsilon() * std::sqrt(std::fabs(H(i, i) * H(j, j)));
        if (std::fabs(H(i, j)) <= small) continue;
        diagonal = false;
        rotate(H, V, i, j);
      }
    if (diagonal) break;
  }
  for (Index k = 0; k < n; ++k) V.col(k) *= std::sqrt(std::fmax(H(k, k), 0.0));
  return V;
}

}  // namespace engd::linalg
