#pragma once

#include <map>
#include <numbers>
#include <vector>

#include "backend/reference/dual.h"
#include "network/activation.h"
#include "network/all_kinds.h"
#include "network/trainable.h"

namespace engd::reference {

/// A polynomial in the displacement from a point, cut off above a total degree: the Taylor
/// expansion of a function. Derivatives are coefficients times factorials; nothing else is clever
/// here.
template <typename T>
struct Taylor {
  using Powers = std::vector<int>;
  std::map<Powers, T> terms;
  int degree = 0;
};

template <typename T>
Taylor<T> operator*(const Taylor<T>& a, const Taylor<T>& b) {
  Taylor<T> product{{}, a.degree};
  typename Taylor<T>::Powers powers;
  for (const auto& [p, x] : a.terms)
    for (const auto& [q, y] : b.terms) {
      powers = p;
      int total = 0;
      for (std::size_t j = 0; j < p.size(); ++j) total += powers[j] += q[j];
      if (total <= a.degree) product.terms[powers] += x * y;
    }
  return product;
}

template <typename T>
void add_scaled(Taylor<T>& to, T factor, const Taylor<T>& from) {
  for (const auto& [powers, value] : from.terms) to.terms[powers] += factor * value;
}

template <typename T>
Taylor<T>& operator+=(Taylor<T>& a, const Taylor<T>& b) {
  add_scaled(a, T(1.0), b);
  return a;
}

template <typename T>
Taylor<T> operator*(const T& factor, const Taylor<T>& a) {
  Taylor<T> product{{}, a.degree};
  add_scaled(product, factor, a);
  return product;
}

/// At the point itself, where all powers are zero.
template <typename T>
Taylor<T> operator+(Taylor<T> a, const T& b) {
  const std::vector<int> none(a.terms.begin()->first.size(), 0);
  a.terms[none] = a.terms[none] + b;
  return a;
}

inline double derivative_at(network::Activation activation, int order, double z) {
  return network::activation_derivative(activation, order, z);
}
template <int N>
Dual<N> derivative_at(network::Activation activation, int order, const Dual<N>& z) {
  return chain(z, network::activation_derivative(activation, order, z.value),
               network::activation_derivative(activation, order + 1, z.value));
}

/// sigma(z0 + dz) = sum_k sigma^(k)(z0) dz^k / k!.
template <typename T>
Taylor<T> activate(network::Activation activation, const Taylor<T>& z, int dimension) {
  const std::vector<int> none(dimension, 0);
  Taylor<T> dz = z;
  const T z0 = dz.terms[none];
  dz.terms[none] = T(0.0);
  Taylor<T> result{{}, z.degree}, power{{{none, T(1.0)}}, z.degree};
  double factorial = 1;
  for (int k = 0; k <= z.degree; ++k) {
    if (k > 0) factorial *= k;
    add_scaled(result, derivative_at(activation, k, z0) * T(1 / factorial), power);
    power = power * dz;
  }
  return result;
}

template <typename T>
std::vector<Taylor<T>> expand(const network::Perceptron& perceptron, const std::vector<T>& theta,
                              const std::vector<double>& x, int degree);

/// sum_r prod_k f_kr(x_k): the product of expansions in one coordinate each.
template <typename T>
std::vector<Taylor<T>> expand(const network::Separable& separable, const std::vector<T>& theta,
                              const std::vector<double>& x, int degree) {
  const int d = separable.dimension(), terms = separable.rank() * separable.unknowns();
  const std::vector<int> none(d, 0);
  std::vector<Taylor<T>> products(terms, Taylor<T>{{{none, T(1.0)}}, degree});
  for (int k = 0; k < d; ++k) {
    const network::Perceptron& factor = separable.factors()[k];
    const auto first = theta.begin() + separable.factor_offset(k);
    const std::vector<T> own(first, first + factor.parameters());
    const auto lines = expand(factor, own, {x[k]}, degree);
    for (int r = 0; r < terms; ++r) {
      Taylor<T> lifted{{}, degree};
      for (const auto& [powers, value] : lines[r].terms) {
        auto place = none;
        place[k] = powers[0];
        lifted.terms[place] = value;
      }
      products[r] = products[r] * lifted;
    }
  }
  std::vector<Taylor<T>> sums(separable.unknowns(), Taylor<T>{{{none, T(0.0)}}, degree});
  for (int r = 0; r < terms; ++r) add_scaled(sums[r / separable.rank()], T(1.0), products[r]);
  return sums;
}

/// A coefficient of the equation: a parameter, or its exponential.
template <typename T>
T coefficient(const network::Trainable& trainable, const std::vector<T>& theta, int k) {
  const T t = theta[static_cast<std::size_t>(trainable.first_coefficient() + k)];
  const double exponential = std::exp(value_of(t));
  return trainable.is_positive(k) ? chain(t, exponential, exponential) : t;
}

/// exp(-sum_j decay_j (x_j - middle_j)^2 / 2). In one coordinate e' = -decay (x - middle) e, so
/// that the coefficients of its expansion are (n + 1) c_{n+1} = -decay ((x - middle) c_n +
/// c_{n-1}).
template <typename T>
Taylor<T> envelope(const network::Wave& wave, const std::vector<double>& x, int degree) {
  const std::vector<int> none(x.size(), 0);
  Taylor<T> product{{{none, T(1.0)}}, degree};
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double away = x[j] - wave.middle[j];
    double before = 0, now = std::exp(-0.5 * wave.decay[j] * away * away);
    Taylor<T> line{{}, degree};
    for (int n = 0; n <= degree; ++n) {
      auto powers = none;
      powers[j] = n;
      line.terms[powers] = T(now);
      const double next = -wave.decay[j] * (away * now + before) / (n + 1);
      before = now;
      now = next;
    }
    product = product * line;
  }
  return product;
}

/// e^a = e^a0 sum_n (a - a0)^n / n!.
template <typename T>
Taylor<T> exp(Taylor<T> exponent) {
  const int degree = exponent.degree;
  const std::vector<int> none(exponent.terms.begin()->first.size(), 0);
  const T at_point = exponent.terms[none];
  exponent.terms[none] = T(0.0);
  const double e = std::exp(value_of(at_point));
  Taylor<T> sum{{{none, T(0.0)}}, degree}, power{{{none, T(1.0)}}, degree};
  T factor = chain(at_point, e, e);
  for (int n = 0; n <= degree; ++n) {
    add_scaled(sum, factor, power);
    power = power * exponent;
    factor = factor * T(1.0 / (n + 1));
  }
  return sum;
}

/// exp(-s^2 |v|^2 / 2), v = phi - c.
template <typename T>
Taylor<T> trained_envelope(const std::vector<Taylor<T>>& phi, const T* c, T s) {
  const std::vector<int> none(phi.front().terms.begin()->first.size(), 0);
  Taylor<T> exponent{{{none, T(0.0)}}, phi.front().degree};
  for (std::size_t k = 0; k < phi.size(); ++k) {
    Taylor<T> v = phi[k];
    v.terms[none] = v.terms[none] - c[k];
    add_scaled(exponent, T(-0.5) * s * s, v * v);
  }
  return exp(exponent);
}

/// What a first layer sees of x.
template <typename T>
std::vector<Taylor<T>> expand_inputs(const network::InputMap& map, const std::vector<double>& x,
                                     int degree) {
  const int d = map.dimension();
  const std::vector<int> none(d, 0);
  std::vector<Taylor<T>> values;
  const auto affine = [&](double value, const std::vector<double>& slope) {
    Taylor<T> input{{{none, T(value)}}, degree};
    for (int j = 0; j < d && degree > 0; ++j) {
      auto one = none;
      one[j] = 1;
      if (slope[j] != 0) input.terms[one] = T(slope[j]);
    }
    return input;
  };
  for (const int j : map.coordinates()) {
    std::vector<double> slope(d, 0.0);
    slope[j] = map.scale()[j];
    values.push_back(affine(map.scale()[j] * (x[j] - map.centre()[j]), slope));
  }
  for (const network::Wave& wave : map.waves()) {
    const double phase = map.phase<double>(wave, x), quarter = 0.5 * std::numbers::pi;
    for (const double shift : {quarter, 0.0}) {  // cos(p) = sin(p + pi/2)
      values.push_back(
          activate(network::Activation::sin, affine(phase + shift, wave.frequency), d));
      if (!wave.decay.empty()) values.back() = values.back() * envelope<T>(wave, x, degree);
    }
  }
  return values;
}

/// The Taylor expansions of all unknowns at x, up to a degree.
template <typename T>
std::vector<Taylor<T>> expand(const network::Perceptron& perceptron, const std::vector<T>& theta,
                              const std::vector<double>& x, int degree) {
  const int d = perceptron.dimension();
  const std::vector<int> none(d, 0);
  std::vector<Taylor<T>> values = expand_inputs<T>(perceptron.input(), x, degree);
  for (std::size_t l = 0; l < perceptron.layers().size(); ++l) {
    const network::Layer& layer = perceptron.layers()[l];
    std::vector<Taylor<T>> next;
    const bool packets = l == 0 && perceptron.has_packets();
    for (int i = 0; i < layer.neurons; ++i) {
      Taylor<T> z{{{none, theta[layer.biases + i]}}, degree};
      for (int j = 0; j < layer.inputs; ++j)
        add_scaled(z, theta[layer.weights + Index{i} * layer.inputs + j],
                   values[l == 0 ? perceptron.seen(i, j) : j]);
      const bool last = l + 1 == perceptron.layers().size();
      next.push_back(last ? z : activate(perceptron.activation(static_cast<int>(l)), z, d));
      if (packets) {
        const Index envelope = layer.neurons + i;
        next.back() =
            next.back() * trained_envelope(values,
                                           theta.data() + layer.weights + envelope * layer.inputs,
                                           theta[layer.biases + envelope]);
      }
      if (!last && perceptron.skips(static_cast<int>(l)))
        add_scaled(next.back(), T(1.0), values[i]);
    }
    values = next;
  }
  return values;
}

/// A kind that is written as a formula of what its first layer sees, in any numbers: `define`.
template <typename Kind, typename T>
requires requires {
  &Kind::template define<Taylor<T>, T>;
}
std::vector<Taylor<T>> expand(const Kind& kind, const std::vector<T>& theta,
                              const std::vector<double>& x, int degree) {
  return kind.define(theta.data(), expand_inputs<T>(kind.input(), x, degree));
}

/// That of any kind.
template <typename T>
std::vector<Taylor<T>> expand(const network::Network& network, const std::vector<T>& theta,
                              const std::vector<double>& x, int degree) {
  return network::visit(network, [&](const auto& kind) { return expand(kind, theta, x, degree); });
}

}  // namespace engd::reference
