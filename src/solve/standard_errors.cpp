#include "solve/standard_errors.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

namespace engd::solve {

namespace {

// Columns of the network are nearly dependent: what is below this part of the largest pivot is
// rounding.
constexpr double range_cutoff = 1e-11;
// Parameters are of the size of 1, and the model is linear in changes that are not larger: columns
// whose pivot is below this part of the noise would need longer ones to follow it.
constexpr double reach_of_steps = 0.1;
// A coefficient is determined where so much of its column is out of the network's reach.
constexpr double reach_cutoff = 1e-9;
// Coefficients that change the data in the same way: singular values of their columns of length 1.
constexpr double alike_cutoff = 1e-7;

double least_noise(const Vector& variance) {
  double least = std::numeric_limits<double>::infinity();
  for (const double v : variance)
    if (v > 0) least = std::min(least, std::sqrt(v));
  return std::isfinite(least) ? least : 0;
}

/// Twice, because once leaves rounding of the size of what was removed.
void remove_range(const Matrix& Q, Matrix& a) {
  for (int k = 0; k < 2; ++k) a -= Q * (Q.transpose() * a);
}

/// Variances of the groups whose noise is not known: s^2 = |r|^2 / (rows - parameters spent on
/// them), where the latter are the trace of the projection onto all columns.
bool estimate_variances(LinearModel& model, const Matrix& Q, const Matrix& a) {
  const Index rows = model.residuals.size();
  const Matrix of_coefficients = linalg::range_basis(a, alike_cutoff);
  const int groups = 1 + *std::max_element(model.group.begin(), model.group.end());
  std::vector<double> squares(static_cast<std::size_t>(groups)), freedom(squares);
  for (Index i = 0; i < rows; ++i) {
    const int g = model.group[static_cast<std::size_t>(i)];
    if (g < 0) continue;
    squares[static_cast<std::size_t>(g)] += model.residuals[i] * model.residuals[i];
    freedom[static_cast<std::size_t>(g)] +=
        1 - Q.row(i).squaredNorm() - of_coefficients.row(i).squaredNorm();
  }
  for (Index i = 0; i < rows; ++i) {
    const int g = model.group[static_cast<std::size_t>(i)];
    if (g < 0) continue;
    if (!(freedom[static_cast<std::size_t>(g)] > 0.5)) return false;  // the data are interpolated
    model.variance[i] = squares[static_cast<std::size_t>(g)] / freedom[static_cast<std::size_t>(g)];
  }
  return true;
}

}  // namespace

StandardErrors standard_errors(LinearModel model) {
  StandardErrors result;
  const Index count = model.coefficients.cols(), rows = model.coefficients.rows();
  result.determined.assign(static_cast<std::size_t>(count), true);
  result.errors.setZero(count);
  if (rows == 0 || !(model.variance.cwiseAbs().maxCoeff() > 0) || !model.coefficients.allFinite() ||
      !model.network.allFinite())
    return result;
  const Vector lengths = model.coefficients.colwise().norm();
  Matrix a = model.coefficients;
  for (const bool noise_is_known : {false, true}) {  // at first it may not be
    const double smallest = noise_is_known ? least_noise(model.variance) : 0;
    const Matrix Q = linalg::range_basis(model.network, range_cutoff, reach_of_steps * smallest);
    a = model.coefficients;
    remove_range(Q, a);
    result.known = estimate_variances(model, Q, a);
    if (!result.known) return result;
  }

  const Vector left = a.colwise().norm();
  Vector scale = Vector::Zero(count);
  for (Index k = 0; k < count; ++k)
    if (left[k] > reach_cutoff * lengths[k]) scale[k] = 1 / left[k];
  const Eigen::JacobiSVD<Matrix> svd(a * scale.asDiagonal(),
                                     Eigen::ComputeThinU | Eigen::ComputeThinV);
  Vector inverse = svd.singularValues();
  for (Index i = 0; i < inverse.size(); ++i) {
    const bool kept = inverse[i] > alike_cutoff;
    for (Index k = 0; k < count; ++k)
      if (!kept && std::fabs(svd.matrixV()(k, i)) > 1e-3)
        result.determined[static_cast<std::size_t>(k)] = false;
    inverse[i] = kept ? 1 / inverse[i] : 0;
  }
  // Row k: how c_k answers to the rows.
  const Matrix answer =
      scale.asDiagonal() * svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
  result.errors = (answer.cwiseAbs2() * model.variance).cwiseSqrt();
  return result;
}

}  // namespace engd::solve
