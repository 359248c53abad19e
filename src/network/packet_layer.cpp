#include <cmath>

#include "expr/vector_math.h"
#include "network/multiply.h"
#include "network/perceptron_block.h"

// A first layer of packets (network/perceptron.h): a = Im exp(i z - q), q = s^2 h, with
//
//     h = |phi - c|^2 / 2 = |phi|^2 / 2 - c . phi + |c|^2 / 2 .
//
// z and c . phi are one product of matrices; the channels of |phi|^2 / 2 are the same for all
// neurons. In the second half of the layer's rows stand h and the cotangents of q.
namespace engd::network {

namespace {

template <typename Real>
struct Product {
  Real re, im;
};

/// The factors of a term, each -s^2 h + i z of a channel.
template <typename Real, int order>
class Factors {
 public:
  Factors(const ChainTerm& term, Real s2, const Real* z, const Real* h, Index stride)
      : coefficient_(term.coefficient), s2_(s2) {
    for (int k = 0; k < order; ++k) {
      z_[k] = z + term.factor[k] * stride;
      h_[k] = h + term.factor[k] * stride;
    }
  }
  /// The coefficient times all of them but one, at point q.
  Product<Real> at(int q, int without = -1) const {
    Product<Real> product{coefficient_, 0};
    for (int k = 0; k < order; ++k) {
      if (k == without) continue;
      const Real re = -s2_ * h_[k][q], im = z_[k][q];
      product = {product.re * re - product.im * im, product.re * im + product.im * re};
    }
    return product;
  }

 private:
  Real coefficient_, s2_;
  const Real *z_[order + 1], *h_[order + 1];
};

/// visit.template operator()<order>() with the order of a term as a constant.
template <typename Visit>
void with_factors(int order, const Visit& visit) {
  static_assert(expr::max_order == 4);  // what follows has a case for each
  switch (order) {
    case 0:
      return visit.template operator()<0>();
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    default:
      return visit.template operator()<4>();
  }
}

void sine_and_cosine(const double* z, double* sine, double* cosine, int n) {
  expr::vector_sincos(z, sine, cosine, n);
}
void sine_and_cosine(const Wide* z, Wide* sine, Wide* cosine, int n) {
  for (int q = 0; q < n; ++q) {
    sine[q] = std::sin(z[q]);
    cosine[q] = std::cos(z[q]);
  }
}

}  // namespace

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::square_inputs() {
  const Index Z = std::ssize(plan_.closure());
  square_.setZero(Z * stride_);
  std::vector<Real> phi(static_cast<std::size_t>(Z));
  for (int k = 0; k < perceptron_.input().inputs(); ++k)
    for (int q = 0; q < stride_; ++q) {
      for (Index c = 0; c < Z; ++c)
        phi[static_cast<std::size_t>(c)] = input_->jets()[(k * Z + c) * stride_ + q];
      for (const ChainTerm& term : plan_.inner_terms())
        square_[Index{term.target} * stride_ + q] += half_square(term, phi.data(), phi[0]);
    }
}

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::forward_packets(const double* theta) {
  const Layer& layer = perceptron_.layers()[0];
  const Index Z = std::ssize(plan_.closure()), C = std::ssize(channels_of(0));
  HiddenLayer& hidden = hidden_[0];
  apply(0, Z, -1, theta, hidden.z.data());
  for (int i = 0; i < layer.neurons; ++i) {
    Real* z = hidden.z.data() + Index{i} * Z * stride_;
    Real* h = hidden.z.data() + Index{layer.neurons + i} * Z * stride_;
    const double* c = theta + layer.weights + Index{layer.neurons + i} * layer.inputs;
    const Real s = theta[layer.biases + layer.neurons + i], s2 = s * s;
    const double bias = theta[layer.biases + i];
    for (int q = 0; q < stride_; ++q) z[q] += bias;
    Real of_centre = 0;
    for (int k = 0; k < layer.inputs; ++k) of_centre += Real(c[k]) * c[k] / 2;
    for (Index at = 0; at < Z * stride_; ++at) h[at] = square_[at] - h[at];
    for (int q = 0; q < stride_; ++q) h[q] += of_centre;
    Real *sine = sigma(0, 0, i), *cosine = sigma(0, 1, i);
    sine_and_cosine(z, sine, cosine, stride_);
    for (int q = 0; q < stride_; ++q) {
      const Real envelope = std::exp(-s2 * h[q]);
      sine[q] *= envelope;
      cosine[q] *= envelope;
    }
    Real* a = hidden.a.data() + Index{i} * C * stride_;
    std::fill_n(a, C * stride_, Real(0));
    for (const ChainTerm& term : terms_of(0))
      with_factors(term.order, [&]<int order>() {
        const Factors<Real, order> factors(term, s2, z, h, stride_);
        Real* target = a + Index{term.target} * stride_;
        for (int q = 0; q < stride_; ++q) {
          const Product<Real> f = factors.at(q);
          target[q] += f.re * sine[q] + f.im * cosine[q];
        }
      });
  }
}

template void PerceptronJets<double, FunctionBlock>::square_inputs();
template void PerceptronJets<Wide, JetBlock<Wide>>::square_inputs();
template void PerceptronJets<double, FunctionBlock>::forward_packets(const double*);
template void PerceptronJets<Wide, JetBlock<Wide>>::forward_packets(const double*);

// With f the product of a term's factors and e = exp(i z - q), a change of i z - q by i dz - dq
// changes Im(f e) by Re(f e) dz - Im(f e) dq; likewise of a factor, with the product of the others.
void PerceptronBlock::reverse_packets(const double* theta) {
  const Layer& layer = perceptron_.layers()[0];
  const Index Z = std::ssize(plan_.closure()), C = std::ssize(channels_of(0));
  const HiddenLayer& hidden = hidden_[0];
  Reverse& reverse = reverse_[0];
  for (int i = 0; i < layer.neurons; ++i) {
    const Index at_h = Index{layer.neurons + i} * Z * stride_;
    const double *z = hidden.z.data() + Index{i} * Z * stride_, *h = hidden.z.data() + at_h;
    double* z_bar = reverse.z_bar.data() + Index{i} * Z * stride_;
    double* q_bar = reverse.z_bar.data() + at_h;
    std::fill_n(z_bar, Z * stride_, 0.0);
    std::fill_n(q_bar, Z * stride_, 0.0);
    const double s = theta[layer.biases + layer.neurons + i], s2 = s * s;
    const double *sine = sigma(0, 0, i), *cosine = sigma(0, 1, i);
    for (const ChainTerm& term : terms_of(0))
      with_factors(term.order, [&]<int order>() {
        const Factors<double, order> factors(term, s2, z, h, stride_);
        const double* from = reverse.a_bar.data() + (Index{i} * C + Index{term.target}) * stride_;
        for (int k = -1; k < order; ++k) {  // -1: the exponential itself
          const Index channel = k < 0 ? 0 : term.factor[k];
          double *to_z = z_bar + channel * stride_, *to_q = q_bar + channel * stride_;
          for (int q = 0; q < stride_; ++q) {
            const Product<double> f = factors.at(q, k);
            to_z[q] += from[q] * (f.re * cosine[q] - f.im * sine[q]);
            to_q[q] -= from[q] * (f.re * sine[q] + f.im * cosine[q]);
          }
        }
      });
  }
}

// The rows of c and s; those of w and b, and the sums of phi q_bar in the place of c, are there.
//     dq_c / dc_k = s^2 (c_k [value] - phi_k,c) ,   dq_c / ds = 2 s h_c
void PerceptronBlock::finish_packet_rows(const double* theta, double* rows, Index ld) const {
  const Layer& layer = perceptron_.layers()[0];
  const Index Z = std::ssize(plan_.closure());
  for (int i = layer.neurons; i < layer.outputs; ++i) {
    const double *h = hidden_[0].z.data() + Index{i} * Z * stride_,
                 *q_bar = reverse_[0].z_bar.data() + Index{i} * Z * stride_;
    const double s = theta[layer.biases + i];
    for (int k = 0; k < layer.inputs; ++k) {
      const Index place = layer.weights + Index{i} * layer.inputs + k;
      const double c = theta[place];
      double* to = rows + place * ld;
      for (int q = 0; q < n_; ++q) to[q] = s * s * (c * q_bar[q] - to[q]);
    }
    double* to = rows + (layer.biases + i) * ld;
    for (int q = 0; q < n_; ++q) to[q] *= h[q];  // it was the value's q_bar
    for (Index c = 1; c < Z; ++c)
      for (int q = 0; q < n_; ++q) to[q] += h[c * stride_ + q] * q_bar[c * stride_ + q];
    for (int q = 0; q < n_; ++q) to[q] *= 2 * s;
  }
}

void PerceptronBlock::gradient_of_packets(const double* theta, double* g) {
  const Layer& layer = perceptron_.layers()[0];
  const Index Z = std::ssize(plan_.closure()), size = layer.biases + layer.outputs;
  of_layer_.setZero(size);
  gradient_of_layer(0, input_->jets(), reverse_[0].z_bar.data(), static_cast<int>(Z), 0,
                    of_layer_.data());
  for (int i = layer.neurons; i < layer.outputs; ++i) {
    const double *h = hidden_[0].z.data() + Index{i} * Z * stride_,
                 *q_bar = reverse_[0].z_bar.data() + Index{i} * Z * stride_;
    const double s = theta[layer.biases + i];
    double& of_bias = of_layer_[layer.biases + i];  // the sum of the value's q_bar
    for (int k = 0; k < layer.inputs; ++k) {
      const Index place = layer.weights + Index{i} * layer.inputs + k;
      of_layer_[place] = s * s * (theta[place] * of_bias - of_layer_[place]);
    }
    of_bias = 0;
    for (Index c = 0; c < Z; ++c)
      for (int q = 0; q < n_; ++q) of_bias += 2 * s * h[c * stride_ + q] * q_bar[c * stride_ + q];
  }
  for (Index k = 0; k < size; ++k) g[k] += of_layer_[k];
}

}  // namespace engd::network
