#include "backend/cpu/network_block.h"

#include <algorithm>

#include "backend/cpu/multiply.h"
#include "expr/vector_math.h"

namespace engd::cpu {

using network::activation_orders;
using network::ChainTerm;
using network::Channel;
using network::Layer;

namespace {

// The outputs of wide networks are summed in parts, and these in pairs: rounding grows with the
// root of the length.
constexpr int longest_sum = 64, part_of_sum = 32;

}  // namespace

NetworkBlock::NetworkBlock(const network::Mlp& mlp, const network::JetPlan& plan)
    : mlp_(mlp), plan_(plan), hidden_(mlp.hidden_layers()) {
  const auto used = plan.used();
  if (used.front() == Channel{}) value_channel_ = 0;
  for (const Channel& channel : used) {
    used_order_.push_back(channel.order());
    below_last_.push_back(plan.closure_index(channel));
  }
  if (special_first())
    x_.setZero(Index{capacity} * mlp.dimension());
  else
    phi_.setZero(Index{capacity} * std::ssize(plan.closure()) * mlp.input().inputs());
  output_.setZero(Index{capacity} * std::ssize(used) * mlp.unknowns());
  cotangent_ = output_;
  if (const int inputs = mlp.layers().back().inputs; inputs > longest_sum)
    parts_.setZero(output_.size(), (inputs + part_of_sum - 1) / part_of_sum);
  open_.assign(used.size() * static_cast<std::size_t>(mlp.unknowns()), false);
  for (int h = 0; h <= last(); ++h) {
    const Index points = Index{capacity} * mlp.layers()[h].neurons;
    const Index channels = std::ssize(channels_of(h));
    HiddenLayer& layer = hidden_[h];
    layer.sigma.setZero(points * activation_orders);
    layer.a_bar.setZero(points * channels);
    if (!shallow()) layer.a.setZero(points * channels);
    if (h > 0 || !special_first()) {
      layer.z.setZero(Index{capacity} * mlp.layers()[h].outputs * std::ssize(plan.closure()));
      layer.z_bar = layer.z;
    }
  }
  if (!special_first()) return;
  const int neurons = mlp.layers()[0].outputs;
  for (int i = 0; i < neurons; ++i)
    for (int k = 0; k < mlp.layers()[0].inputs; ++k) seen_.push_back(mlp.seen(i, k));
  spatial_.assign(static_cast<std::size_t>(mlp.dimension()), false);
  for (const int j : plan.space().spatial) spatial_[j] = true;
  monomial_.setZero(std::ssize(channels_of(0)) * neurons);
  slopes_.resize(neurons);
  z_bar_first_.setZero(capacity);
  m_bar_first_.setZero(std::ssize(channels_of(0)));
}

std::span<const Channel> NetworkBlock::channels_of(int hidden) const {
  return hidden == last() ? plan_.used() : plan_.closure();
}

std::span<const ChainTerm> NetworkBlock::terms_of(int hidden) const {
  return hidden == last() ? plan_.last_terms() : plan_.inner_terms();
}

double* NetworkBlock::sigma(int hidden, int order, int neuron) {
  const Index neurons = mlp_.layers()[hidden].neurons;
  return hidden_[hidden].sigma.data() + (order * neurons + neuron) * stride_;
}

void NetworkBlock::set_points(int n, const double* const* coordinates) {
  n_ = n;
  stride_ = (n + padding - 1) / padding * padding;
  if (!special_first()) {
    evaluate_input(coordinates);
    if (mlp_.has_packets()) square_inputs();
    return;
  }
  for (int j = 0; j < mlp_.dimension(); ++j) {
    const double centre = mlp_.centre()[j], scale = mlp_.scale()[j];
    double* x = x_.data() + Index{j} * stride_;
    for (int q = 0; q < stride_; ++q) x[q] = scale * (coordinates[j][std::min(q, n - 1)] - centre);
  }
}

// Derivatives of a coordinate are 1 or 0; those of a wave are sines and cosines times numbers.
void NetworkBlock::evaluate_input(const double* const* coordinates) {
  const network::InputMap& input = mlp_.input();
  const auto channels = plan_.closure();
  double* to = phi_.data();
  for (const int j : input.coordinates())
    for (const Channel& channel : channels) {
      const int order = channel.order();
      const double slope = order == 1 && channel.axis[0] == j ? input.scale()[j] : 0.0;
      for (int q = 0; q < stride_; ++q)
        to[q] = order > 0
                    ? slope
                    : input.scale()[j] * (coordinates[j][std::min(q, n_ - 1)] - input.centre()[j]);
      to += stride_;
    }
  alignas(64) double phase[capacity], sine[capacity], cosine[capacity];
  point_.resize(static_cast<std::size_t>(mlp_.dimension()));
  for (const network::Wave& wave : input.waves()) {
    for (int q = 0; q < stride_; ++q) {
      for (int j = 0; j < mlp_.dimension(); ++j) point_[j] = coordinates[j][std::min(q, n_ - 1)];
      phase[q] = input.phase<double>(wave, point_);
    }
    expr::vector_sincos(phase, sine, cosine, stride_);
    if (!wave.decay.empty()) {
      evaluate_packet(wave, coordinates, cosine, sine, to);
      to += 2 * std::ssize(channels) * stride_;
      continue;
    }
    for (const bool of_sine : {false, true})
      for (const Channel& channel : channels) {
        const double factor = network::InputMap::factor(wave, channel, plan_.space());
        const int order = channel.order();
        const double along_cosine = network::InputMap::derivative(of_sine, order, factor, 0.0);
        const double along_sine = network::InputMap::derivative(of_sine, order, 0.0, factor);
        for (int q = 0; q < stride_; ++q) to[q] = along_cosine * cosine[q] + along_sine * sine[q];
        to += stride_;
      }
  }
}

// A Gabor feature: the real parts of all channels, then the imaginary ones.
void NetworkBlock::evaluate_packet(const network::Wave& wave, const double* const* coordinates,
                                   const double* cosine, const double* sine, double* to) {
  const auto channels = plan_.closure();
  const Index imaginary = std::ssize(channels) * stride_;
  for (int q = 0; q < stride_; ++q) {
    for (int j = 0; j < mlp_.dimension(); ++j) point_[j] = coordinates[j][std::min(q, n_ - 1)];
    const std::span<const double> x(point_);
    const double envelope = network::InputMap::envelope(wave, x);
    const std::complex<double> packet(envelope * cosine[q], envelope * sine[q]);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const auto jet =
          packet * network::InputMap::packet_factor(wave, x, channels[c], plan_.space());
      to[static_cast<Index>(c) * stride_ + q] = jet.real();
      to[imaginary + static_cast<Index>(c) * stride_ + q] = jet.imag();
    }
  }
}

void NetworkBlock::forward(const double* theta, bool keep) {
  if (!special_first()) {
    for (int h = 0; h <= last(); ++h) forward_inner(h, theta, keep);
    return forward_output(theta);
  }
  weigh_first_layer(theta);
  if (keep) slope_first_layer(theta);
  if (shallow()) {
    for (int o = 0; o < mlp_.unknowns(); ++o)
      for (int c = 0; c < std::ssize(plan_.used()); ++c)
        std::fill_n(output_.data() + (Index{o} * std::ssize(plan_.used()) + c) * stride_, stride_,
                    c == value_channel_ ? theta[mlp_.layers().back().biases + o] : 0.0);
    if (!keep) return forward_shallow(theta);
  }
  forward_first(theta, keep);
  for (int h = 1; h <= last(); ++h) forward_inner(h, theta, keep);
  if (!shallow()) forward_output(theta);
}

// m_c of every neuron: a product of scaled weights, for the Laplacian the sum of their squares.
void NetworkBlock::weigh_first_layer(const double* theta) {
  const Layer& layer = mlp_.layers()[0];
  const auto channels = channels_of(0);
  for (int c = 0; c < std::ssize(channels); ++c) {
    double* m = monomial_.data() + Index{c} * layer.outputs;
    std::fill_n(m, layer.outputs, channels[c].laplacian ? 0.0 : 1.0);
    for (int i = 0; i < layer.outputs; ++i) {
      if (!channels[c].laplacian) {
        for (int k = 0; k < channels[c].order(); ++k)
          m[i] *= scaled_weight(theta, i, channels[c].axis[k]);
        continue;
      }
      const double* W = theta + layer.weights + Index{i} * layer.inputs;
      for (int k = 0; k < layer.inputs; ++k) {
        const int j = seen_[Index{i} * layer.inputs + k];
        const double w = W[k] * mlp_.scale()[j];
        if (spatial_[j]) m[i] += w * w;
      }
    }
  }
}

double NetworkBlock::scaled_weight(const double* theta, int i, int axis) const {
  const Layer& layer = mlp_.layers()[0];
  const int k = mlp_.weight_of(i, axis);
  return k < 0 ? 0 : theta[layer.weights + Index{i} * layer.inputs + k] * mlp_.scale()[axis];
}

// d m_c / d W_ij, where it is not zero: for the reverse sweep.
void NetworkBlock::slope_first_layer(const double* theta) {
  const Layer& layer = mlp_.layers()[0];
  const auto channels = channels_of(0);
  const auto& scale = mlp_.scale();
  for (int i = 0; i < layer.outputs; ++i) {
    const double* W = theta + layer.weights + Index{i} * layer.inputs;
    auto& slopes = slopes_[i];
    slopes.clear();
    for (int c = 0; c < std::ssize(channels); ++c) {
      const auto& axis = channels[c].axis;
      if (channels[c].laplacian) {
        for (int k = 0; k < layer.inputs; ++k)
          if (const int j = seen_[Index{i} * layer.inputs + k]; spatial_[j])
            slopes.push_back({c, k, 2 * W[k] * scale[j] * scale[j]});
        continue;
      }
      const int order = channels[c].order();
      for (int k = 0; k < order; ++k) {  // product rule; equal axes simply add up
        const int weight = mlp_.weight_of(i, axis[k]);
        if (weight < 0) continue;
        double factor = scale[axis[k]];
        for (int l = 0; l < order; ++l)
          if (l != k) factor *= scaled_weight(theta, i, axis[l]);
        slopes.push_back({c, weight, factor});
      }
    }
  }
}

void NetworkBlock::first_argument(const double* theta, int i, double* __restrict z) const {
  const Layer& layer = mlp_.layers()[0];
  const double* W = theta + layer.weights + Index{i} * layer.inputs;
  const double bias = theta[layer.biases + i], w0 = W[0];
  const double* x0 = seen_by(i, 0);
  if (layer.inputs == 1) {
    for (int q = 0; q < stride_; ++q) z[q] = bias + w0 * x0[q];
    return;
  }
  const double w1 = W[1];
  const double* x1 = seen_by(i, 1);
  for (int q = 0; q < stride_; ++q) z[q] = (bias + w0 * x0[q]) + w1 * x1[q];
  for (int k = 2; k < layer.inputs; ++k) {
    const double w = W[k];
    const double* x = seen_by(i, k);
    for (int q = 0; q < stride_; ++q) z[q] += w * x[q];
  }
}

// One hidden layer, nothing kept: each neuron is added to the output as soon as it is known.
void NetworkBlock::forward_shallow(const double* theta) {
  const Layer& layer = mlp_.layers()[0];
  const Layer& out = mlp_.layers().back();
  const auto channels = plan_.used();
  const int C = static_cast<int>(channels.size());
  alignas(64) double z[capacity];
  for (int i = 0; i < layer.outputs; ++i) {
    first_argument(theta, i, z);
    weighted_.clear();
    for (int o = 0; o < out.outputs; ++o)
      for (int c = 0; c < C; ++c)
        weighted_.push_back({used_order_[c],
                             monomial_[c * Index{layer.outputs} + i] *
                                 theta[out.weights + Index{o} * out.inputs + i],
                             output_.data() + (Index{o} * C + c) * stride_});
    network::accumulate(mlp_.activation(0), z, stride_, weighted_);
  }
}

void NetworkBlock::forward_first(const double* theta, bool keep) {
  const Layer& layer = mlp_.layers()[0];
  const Layer& out = mlp_.layers().back();
  const auto channels = channels_of(0);
  const int C = static_cast<int>(channels.size());
  unsigned orders = 0;
  for (const Channel& channel : channels) orders |= (keep ? 3u : 1u) << channel.order();
  alignas(64) double z[capacity];
  for (int i = 0; i < layer.outputs; ++i) {
    first_argument(theta, i, z);
    std::array<double*, activation_orders> s{};
    for (int k = 0; k < activation_orders; ++k)
      if (orders >> k & 1) s[k] = sigma(0, k, keep ? i : 0);
    network::activate(mlp_.activation(0), z, stride_, s);
    for (int c = 0; c < C; ++c) {
      const double* S = s[channels[c].order()];
      const double m = monomial_[c * Index{layer.outputs} + i];
      if (!shallow()) {
        double* a = hidden_[0].a.data() + (Index{i} * C + c) * stride_;
        for (int q = 0; q < stride_; ++q) a[q] = m * S[q];
        continue;
      }
      for (int o = 0; o < out.outputs; ++o) {
        const double factor = m * theta[out.weights + Index{o} * out.inputs + i];
        double* y = output_.data() + (Index{o} * C + c) * stride_;
        for (int q = 0; q < stride_; ++q) y[q] += factor * S[q];
      }
    }
  }
}

void NetworkBlock::forward_inner(int h, const double* theta, bool keep) {
  if (h == 0 && mlp_.has_packets()) return forward_packets(theta);
  const Layer& layer = mlp_.layers()[h];
  const int Z = static_cast<int>(plan_.closure().size());
  const int C = static_cast<int>(channels_of(h).size());
  HiddenLayer& hidden = hidden_[h];
  multiply(Z * stride_, layer.outputs, layer.inputs, input_of(h), theta + layer.weights, false,
           hidden.z.data());
  unsigned orders = 0;
  for (const ChainTerm& term : terms_of(h)) orders |= (keep ? 3u : 1u) << term.order;
  for (int i = 0; i < layer.outputs; ++i) {
    double* z = hidden.z.data() + Index{i} * Z * stride_;
    double* a = hidden.a.data() + Index{i} * C * stride_;
    const double bias = theta[layer.biases + i];
    for (int q = 0; q < stride_; ++q) z[q] += bias;
    std::array<double*, activation_orders> s{};
    for (int k = 0; k < activation_orders; ++k)
      if (orders >> k & 1) s[k] = sigma(h, k, keep ? i : 0);
    network::activate(mlp_.activation(h), z, stride_, s);
    std::fill_n(a, Index{C} * stride_, 0.0);
    for (const ChainTerm& term : terms_of(h)) {
      double* target = a + Index{term.target} * stride_;
      const double* S = s[term.order];
      const double* f[expr::max_order];
      for (int k = 0; k < term.order; ++k) f[k] = z + Index{term.factor[k]} * stride_;
      const double c = term.coefficient;
      switch (term.order) {
        case 0:
          for (int q = 0; q < stride_; ++q) target[q] += S[q];
          break;
        case 1:
          for (int q = 0; q < stride_; ++q) target[q] += S[q] * f[0][q];
          break;
        case 2:
          for (int q = 0; q < stride_; ++q) target[q] += c * S[q] * f[0][q] * f[1][q];
          break;
        case 3:
          for (int q = 0; q < stride_; ++q) target[q] += c * S[q] * f[0][q] * f[1][q] * f[2][q];
          break;
        default:
          for (int q = 0; q < stride_; ++q)
            target[q] += c * S[q] * f[0][q] * f[1][q] * f[2][q] * f[3][q];
      }
    }
    for (int c = 0; mlp_.skips(h) && c < C; ++c) {
      const double* from = input_of(h) + (Index{i} * Z + channel_below(h, c)) * stride_;
      double* to = a + Index{c} * stride_;
      for (int q = 0; q < stride_; ++q) to[q] += from[q];
    }
  }
}

void NetworkBlock::forward_output(const double* theta) {
  const Layer& layer = mlp_.layers().back();
  const int C = static_cast<int>(plan_.used().size());
  const double* a = hidden_[last()].a.data();
  if (layer.inputs <= longest_sum) {
    multiply(C * stride_, layer.outputs, layer.inputs, a, theta + layer.weights, false,
             output_.data());
  } else {
    for (Index p = 0; p < parts_.cols(); ++p) {
      const int first = static_cast<int>(p) * part_of_sum;
      multiply_part(C * stride_, layer.outputs, std::min(part_of_sum, layer.inputs - first), a,
                    theta + layer.weights, first, layer.inputs, parts_.col(p).data());
    }
    for (Index left = parts_.cols(); left > 1; left = (left + 1) / 2)
      for (Index p = 0; p < left / 2; ++p) parts_.col(p) += parts_.col(left - 1 - p);
    output_ = parts_.col(0);
  }
  for (int o = 0; o < layer.outputs && value_channel_ >= 0; ++o) {
    double* y = output_.data() + (Index{o} * C + value_channel_) * stride_;
    for (int q = 0; q < stride_; ++q) y[q] += theta[layer.biases + o];
  }
}

const double* NetworkBlock::output(int unknown, int used_channel) const {
  return output_.data() + (Index{unknown} * std::ssize(plan_.used()) + used_channel) * stride_;
}

double* NetworkBlock::cotangent(int unknown, int used_channel) {
  return cotangent_.data() + (Index{unknown} * std::ssize(plan_.used()) + used_channel) * stride_;
}

void NetworkBlock::clear_cotangents() {
  cotangent_.setZero();
  std::fill(open_.begin(), open_.end(), false);
}

double* NetworkBlock::open_cotangent(int unknown, int used_channel) {
  open_[static_cast<std::size_t>(unknown) * plan_.used().size() + used_channel] = true;
  return cotangent(unknown, used_channel);
}

}  // namespace engd::cpu
