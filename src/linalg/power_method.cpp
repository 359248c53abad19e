#include "linalg/power_method.h"

namespace engd::linalg {

double largest_eigenvalue(const Matrix& M) {
  Vector v = Vector::Ones(M.rows()), product;
  double norm = 0;
  for (int k = 0; k < 10; ++k) {
    product.noalias() = M.selfadjointView<Eigen::Lower>() * v;
    norm = product.norm();
    if (!(norm > 0)) return M.diagonal().maxCoeff();
    v = product / norm;
  }
  return norm;
}

}  // namespace engd::linalg
