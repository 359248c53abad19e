#pragma once

#include <memory>
#include <vector>

#include "network/network.h"

namespace engd::network {

/// An unknown number of the equation that is trained beside the network, as a parameter t:
///     c = t ,   or   c = exp(t)   where it is positive.
struct Coefficient {
  double start = 1;
  bool positive = false;
};

/// What is trained: a network and, behind its parameters in theta, the coefficients of the
/// equation.
class Trainable {
 public:
  Trainable(std::shared_ptr<const Network> network, std::vector<Coefficient> coefficients = {})
      : network_(std::move(network)), coefficients_(std::move(coefficients)) {}

  const Network& network() const { return *network_; }
  Index parameters() const { return first_coefficient() + coefficients(); }

  int coefficients() const { return static_cast<int>(coefficients_.size()); }
  Index first_coefficient() const { return network_->parameters(); }  ///< place in theta
  bool is_positive(int k) const { return coefficients_[static_cast<std::size_t>(k)].positive; }
  double coefficient(const double* theta, int k) const;
  double coefficient_slope(const double* theta, int k) const;  ///< d coefficient / d parameter

  /// Of the network and of the coefficients: see Network.
  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const;
  void balance(const Vector& theta, Vector& D) const;
  /// The network is zero, the coefficients are those of the start.
  Vector silent(Vector theta) const;

 private:
  void start_coefficients(Vector& theta) const;

  std::shared_ptr<const Network> network_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace engd::network
