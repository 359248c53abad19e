#include "network/trainable.h"

#include <cmath>

namespace engd::network {

double Trainable::coefficient(const double* theta, int k) const {
  const double t = theta[first_coefficient() + k];
  return is_positive(k) ? std::exp(t) : t;
}

double Trainable::coefficient_slope(const double* theta, int k) const {
  return is_positive(k) ? coefficient(theta, k) : 1.0;
}

void Trainable::start_coefficients(Vector& theta) const {
  for (int k = 0; k < coefficients(); ++k) {
    const double start = coefficients_[static_cast<std::size_t>(k)].start;
    theta[first_coefficient() + k] = is_positive(k) ? std::log(start) : start;
  }
}

Vector Trainable::initial(std::uint64_t seed, std::uint32_t attempt) const {
  Vector theta = network_->initial(seed, attempt);
  theta.conservativeResize(parameters());
  start_coefficients(theta);
  return theta;
}

void Trainable::balance(const Vector& theta, Vector& D) const {
  D.resize(parameters());
  network_->balance(theta.data(), D.data());
  // A coefficient moves relative to its size, as its logarithm does.
  for (int k = 0; k < coefficients(); ++k) {
    const Index place = first_coefficient() + k;
    const double start = std::fabs(coefficients_[static_cast<std::size_t>(k)].start);
    const double size = std::max(start > 0 ? start : 1.0, std::fabs(theta[place]));
    D[place] = is_positive(k) ? 1.0 : 1 / size;
  }
}

Vector Trainable::silent(Vector theta) const {
  const OutputLayer layer = network_->output_layer();
  theta.segment(layer.weights, layer.size()).setZero();
  start_coefficients(theta);
  return theta;
}

}  // namespace engd::network
