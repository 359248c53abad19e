#include "optim/anderson.h"

#include <Eigen/QR>
#include <algorithm>

namespace engd::optim {

namespace {

// Differences that are combinations of the others but for so much add nothing.
constexpr double dependent = 1e-12;

}  // namespace

void Anderson::remember(const Vector& f, const Vector& z) {
  if (df_.rows() != f.size()) {
    df_.resize(f.size(), memory);
    moves_.resize(f.size(), memory);
    products_.resize(memory, memory);
  }
  const Index place = (steps_ - 1) % memory;
  df_.col(place) = f - f_;
  moves_.col(place) = z - z_ + df_.col(place);
  count_ = std::min<Index>(steps_, memory);
  products_.col(place).head(count_).noalias() = df_.leftCols(count_).transpose() * df_.col(place);
  products_.row(place).head(count_) = products_.col(place).head(count_).transpose();
}

void Anderson::advance(const Vector& f, Vector& z) {
  if (steps_ > 0) remember(f, z);
  ++steps_;
  f_ = f;
  z_ = z;
  z += f;
  if (count_ == 0) return;
  // Columns of unit length: their sizes differ by many digits.
  const Vector lengths = products_.diagonal().head(count_).cwiseSqrt();
  if (!(lengths.minCoeff() > 0)) return;
  const Vector scale = lengths.cwiseInverse();
  const Matrix cosines =
      scale.asDiagonal() * products_.topLeftCorner(count_, count_) * scale.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<Matrix> factor;
  factor.setThreshold(dependent);
  factor.compute(cosines);
  Vector rotated = df_.leftCols(count_).transpose() * f;
  rotated.array() *= scale.array();
  const Vector shares = scale.cwiseProduct(factor.solve(rotated));
  z.noalias() -= moves_.leftCols(count_) * shares;
}

}  // namespace engd::optim
