#pragma once

#include <span>
#include <string_view>

#include "network/options.h"

namespace engd::network {

/// The reverse sweep of a fourth derivative needs the fifth of the activation.
inline constexpr int activation_orders = 6;

/// out[k][i] = sigma^(k)(z[i]) for every k whose pointer is not null; arrays of n values.
void activate(Activation activation, const double* z, int n,
              const std::span<double* const, activation_orders> out);
/// Likewise in wider numbers, value by value: for frozen networks.
void activate(Activation activation, const long double* z, int n,
              const std::span<long double* const, activation_orders> out);

/// y[i] += factor * sigma^(order)(z[i]) for every one of a list: what the output of a network with
/// one hidden layer is made of, without storing sigma.
struct WeightedOrder {
  int order;
  double factor;
  double* y;
};
void accumulate(Activation activation, const double* z, int n,
                std::span<const WeightedOrder> terms);

/// The same at one point, by the C library: for tests and the plain reference.
double activation_derivative(Activation activation, int order, double z);

std::string_view name(Activation activation);

/// The names of activations in problem files and model files, those that were added last.
std::vector<std::pair<std::string, Activation>> activation_names();

}  // namespace engd::network
