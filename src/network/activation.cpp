#include "network/activation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "expr/vector_math.h"
#include "network/custom_activation.h"

namespace engd::network {

namespace {

constexpr int chunk = 128;
using Orders = std::span<double* const, activation_orders>;

template <typename F>
void fill(double* out, int n, F value) {
  if (out == nullptr) return;
  for (int i = 0; i < n; ++i) out[i] = value(i);
}

// With t = tanh z every derivative is a polynomial in t: d/dz P(t) = P'(t) (1 - t^2).
template <int order>
double tanh_derivative(double t) {
  const double q = t * t;
  if constexpr (order == 0) return t;
  if constexpr (order == 1) return 1 - q;
  if constexpr (order == 2) return -2 * t * (1 - q);
  if constexpr (order == 3) return (6 * q - 2) * (1 - q);
  if constexpr (order == 4) return t * (16 - 24 * q) * (1 - q);
  return (16 + q * (120 * q - 120)) * (1 - q);
}

/// Calls f(integral_constant<k>) for the order given.
template <typename F>
void with_order(int order, F f) {
  static_assert(activation_orders == 6);  // here, and in the derivatives of each activation
  switch (order) {
    case 0:
      return f(std::integral_constant<int, 0>{});
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 3:
      return f(std::integral_constant<int, 3>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    default:
      return f(std::integral_constant<int, 5>{});
  }
}

void activate_tanh(const double* z, int n, Orders out) {
  double t[chunk];
  expr::vector_tanh(z, t, n);
  for (int k = 0; k < activation_orders; ++k)
    with_order(k, [&](auto order) {
      fill(out[order], n, [&](int i) { return tanh_derivative<order>(t[i]); });
    });
}

void accumulate_tanh(const double* z, int n, std::span<const WeightedOrder> terms, int first) {
  double t[chunk];
  expr::vector_tanh(z, t, n);
  for (const WeightedOrder& term : terms)
    with_order(term.order, [&](auto order) {
      double* y = term.y + first;
      const double factor = term.factor;
      for (int i = 0; i < n; ++i) y[i] += factor * tanh_derivative<order>(t[i]);
    });
}

void activate_sin(const double* z, int n, Orders out) {
  double s[chunk], c[chunk];
  expr::vector_sincos(z, s, c, n);
  fill(out[0], n, [&](int i) { return s[i]; });
  fill(out[1], n, [&](int i) { return c[i]; });
  fill(out[2], n, [&](int i) { return -s[i]; });
  fill(out[3], n, [&](int i) { return -c[i]; });
  fill(out[4], n, [&](int i) { return s[i]; });
  fill(out[5], n, [&](int i) { return c[i]; });
}

// The logistic function l = 1/(1 + e^-z) and a = l (1 - l): l' = a, l'' = a (1 - 2l), ...
template <typename Real>
struct Logistic {
  Real l, a;
  Real derivative(int order) const {
    switch (order) {
      case 0:
        return l;
      case 1:
        return a;
      case 2:
        return a * (1 - 2 * l);
      case 3:
        return a * (1 - 6 * a);
      case 4:
        return a * (1 - 2 * l) * (1 - 12 * a);
      default:
        return a * (1 - a * (30 - 120 * a));
    }
  }
};

template <typename Value>
void activate_logistic_family(const double* z, int n, Orders out, Value value) {
  double h[chunk], t[chunk];
  for (int i = 0; i < n; ++i) h[i] = 0.5 * z[i];
  expr::vector_tanh(h, t, n);
  const auto at = [&](int i) {
    return Logistic<double>{0.5 + 0.5 * t[i], 0.25 * (1 - t[i] * t[i])};
  };
  for (int order = 0; order < activation_orders; ++order)
    fill(out[order], n, [&](int i) { return value(order, z[i], at(i)); });
}

template <typename Real>
Real softplus(Real z) {
  return std::max(z, Real(0)) + std::log1p(std::exp(-std::abs(z)));
}

template <typename Real>
Real softplus_derivative(int order, Real z, const Logistic<Real>& logistic) {
  return order == 0 ? softplus(z) : logistic.derivative(order - 1);
}

template <typename Real>
Real swish_derivative(int order, Real z, const Logistic<Real>& logistic) {
  const Real tail = order == 0 ? 0 : Real(order) * logistic.derivative(order - 1);
  return z * logistic.derivative(order) + tail;
}

// gelu(z) = z Phi(z) with the normal distribution Phi and its density phi; phi' = -z phi.
template <typename Real>
Real gelu_derivative(int order, Real z, Real Phi, Real phi) {
  const Real q = z * z;
  switch (order) {
    case 0:
      return z * Phi;
    case 1:
      return Phi + z * phi;
    case 2:
      return phi * (2 - q);
    case 3:
      return phi * z * (q - 4);
    case 4:
      return phi * (q * (7 - q) - 4);
    default:
      return phi * z * (18 + q * (q - 11));
  }
}

template <typename Real>
constexpr Real inverse_sqrt2_v = std::numbers::sqrt2_v<Real> / 2;
template <typename Real>
constexpr Real inverse_sqrt2pi_v = std::numbers::inv_sqrtpi_v<Real> / std::numbers::sqrt2_v<Real>;
constexpr double inverse_sqrt2 = inverse_sqrt2_v<double>;
constexpr double inverse_sqrt2pi = inverse_sqrt2pi_v<double>;

void activate_gelu(const double* z, int n, Orders out) {
  double scaled[chunk], Phi[chunk], phi[chunk];
  for (int i = 0; i < n; ++i) scaled[i] = -inverse_sqrt2 * z[i];
  for (int i = 0; i < n; ++i) Phi[i] = 0.5 * std::erfc(scaled[i]);
  for (int i = 0; i < n; ++i) scaled[i] = -0.5 * z[i] * z[i];
  expr::vector_exp(scaled, phi, n);
  for (int i = 0; i < n; ++i) phi[i] *= inverse_sqrt2pi;
  for (int order = 0; order < activation_orders; ++order)
    fill(out[order], n, [&](int i) { return gelu_derivative(order, z[i], Phi[i], phi[i]); });
}

void activate_added(const NamedActivation& added, const double* z, int n, Orders out) {
  for (int order = 0; order < activation_orders; ++order)
    fill(out[order], n, [&](int i) { return added.function->derivative(order, z[i]); });
}

}  // namespace

void activate(Activation activation, const double* z, int n, Orders out) {
  for (int first = 0; first < n; first += chunk) {
    const int count = std::min(chunk, n - first);
    std::array<double*, activation_orders> part;
    for (int k = 0; k < activation_orders; ++k) part[k] = out[k] ? out[k] + first : nullptr;
    switch (activation.kind) {
      case Activation::tanh:
        activate_tanh(z + first, count, part);
        break;
      case Activation::sin:
        activate_sin(z + first, count, part);
        break;
      case Activation::gelu:
        activate_gelu(z + first, count, part);
        break;
      case Activation::swish:
        activate_logistic_family(z + first, count, part, swish_derivative<double>);
        break;
      case Activation::softplus:
        activate_logistic_family(z + first, count, part, softplus_derivative<double>);
        break;
      case Activation::custom:
        activate_added(*activation.added, z + first, count, part);
        break;
    }
  }
}

void accumulate(Activation activation, const double* z, int n,
                std::span<const WeightedOrder> terms) {
  for (int first = 0; first < n; first += chunk) {
    const int count = std::min(chunk, n - first);
    if (activation == Activation::tanh) {
      accumulate_tanh(z + first, count, terms, first);
      continue;
    }
    double values[activation_orders][chunk];
    std::array<double*, activation_orders> out{};
    for (const WeightedOrder& term : terms) out[term.order] = values[term.order];
    activate(activation, z + first, count, out);
    for (const WeightedOrder& term : terms)
      for (int i = 0; i < count; ++i) term.y[first + i] += term.factor * values[term.order][i];
  }
}

namespace {

template <typename Real>
Real derivative_of(Activation activation, int order, Real z) {
  assert(order >= 0 && order < activation_orders);
  const Real e = std::exp(-std::abs(z));
  const Real l = z >= 0 ? 1 / (1 + e) : e / (1 + e);
  const Logistic<Real> logistic{l, e / ((1 + e) * (1 + e))};
  const Real t = std::tanh(z), q = t * t;
  switch (activation.kind) {
    case Activation::tanh: {
      const Real factor[] = {
          0, 1, -2 * t, 6 * q - 2, t * (16 - 24 * q), 16 - 120 * q + 120 * q * q};
      return order == 0 ? t : factor[order] * (1 - q);
    }
    case Activation::sin:
      return order % 2 == 0 ? Real(order % 4 == 0 ? 1 : -1) * std::sin(z)
                            : Real(order % 4 == 1 ? 1 : -1) * std::cos(z);
    case Activation::gelu:
      return gelu_derivative(order, z, std::erfc(-inverse_sqrt2_v<Real> * z) / 2,
                             inverse_sqrt2pi_v<Real> * std::exp(-z * z / 2));
    case Activation::swish:
      return swish_derivative(order, z, logistic);
    case Activation::softplus:
      return softplus_derivative(order, z, logistic);
    case Activation::custom:
      return activation.added->function->derivative(order, static_cast<double>(z));
  }
  return 0;
}

}  // namespace

double activation_derivative(Activation activation, int order, double z) {
  return derivative_of(activation, order, z);
}

void activate(Activation activation, const long double* z, int n,
              const std::span<long double* const, activation_orders> out) {
  for (int order = 0; order < activation_orders; ++order)
    for (int i = 0; out[order] != nullptr && i < n; ++i)
      out[order][i] = derivative_of(activation, order, z[i]);
}

std::string_view name(Activation activation) {
  switch (activation.kind) {
    case Activation::tanh:
      return "tanh";
    case Activation::sin:
      return "sin";
    case Activation::gelu:
      return "gelu";
    case Activation::swish:
      return "swish";
    case Activation::softplus:
      return "softplus";
    case Activation::custom:
      return activation.added->name;
  }
  return "";
}

std::vector<std::pair<std::string, Activation>> activation_names() {
  std::vector<std::pair<std::string, Activation>> names{
      {"tanh", Activation::tanh},   {"sin", Activation::sin},           {"gelu", Activation::gelu},
      {"swish", Activation::swish}, {"softplus", Activation::softplus},
  };
  for (const NamedActivation* added : added_activations())
    names.emplace_back(added->name, Activation(*added));
  return names;
}

}  // namespace engd::network
