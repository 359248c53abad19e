#include "network/perceptron_block.h"

// The special first layer, whose argument is affine in x.
namespace engd::network {

PerceptronBlock::PerceptronBlock(const Perceptron& perceptron, const JetPlan& plan)
    : PerceptronJets(perceptron, plan) {
  const auto used = plan.used();
  for (const Channel& channel : used) used_order_.push_back(channel.order());
  cotangent_ = output_;
  open_.assign(used.size() * static_cast<std::size_t>(perceptron.unknowns()), false);
  for (int h = 0; h <= last(); ++h)
    reverse_.push_back(
        {hidden_[h].z, Vector::Zero(Index{capacity} * perceptron.layers()[h].neurons *
                                    std::ssize(channels_of(h)))});
  if (!special_first()) return;
  x_.setZero(Index{capacity} * perceptron.dimension());
  const int neurons = perceptron.layers()[0].outputs;
  for (int i = 0; i < neurons; ++i)
    for (int k = 0; k < perceptron.layers()[0].inputs; ++k) seen_.push_back(perceptron.seen(i, k));
  spatial_.assign(static_cast<std::size_t>(perceptron.dimension()), false);
  for (const int j : plan.space().spatial) spatial_[j] = true;
  monomial_.setZero(std::ssize(channels_of(0)) * neurons);
  slopes_.resize(neurons);
  z_bar_first_.setZero(capacity);
  m_bar_first_.setZero(std::ssize(channels_of(0)));
}

void PerceptronBlock::set_points(int n, const double* const* coordinates) {
  if (!special_first()) return PerceptronJets::set_points(n, coordinates);
  n_ = n;
  stride_ = (n + padding - 1) / padding * padding;
  for (int j = 0; j < perceptron_.dimension(); ++j) {
    const double centre = perceptron_.centre()[j], scale = perceptron_.scale()[j];
    double* x = x_.data() + Index{j} * stride_;
    for (int q = 0; q < stride_; ++q) x[q] = scale * (coordinates[j][std::min(q, n - 1)] - centre);
  }
}

void PerceptronBlock::forward(const double* theta, bool keep) {
  if (!special_first()) return PerceptronJets::forward(theta, keep);
  weigh_first_layer(theta);
  if (keep) slope_first_layer(theta);
  if (shallow()) {
    for (int o = 0; o < perceptron_.unknowns(); ++o)
      for (int c = 0; c < std::ssize(plan_.used()); ++c)
        std::fill_n(output_.data() + (Index{o} * std::ssize(plan_.used()) + c) * stride_, stride_,
                    c == value_channel_ ? theta[perceptron_.layers().back().biases + o] : 0.0);
    if (!keep) return forward_shallow(theta);
  }
  forward_first(theta, keep);
  for (int h = 1; h <= last(); ++h) forward_inner(h, theta, keep);
  if (!shallow()) forward_output(theta);
}

// m_c of every neuron: a product of scaled weights, for the Laplacian the sum of their squares.
void PerceptronBlock::weigh_first_layer(const double* theta) {
  const Layer& layer = perceptron_.layers()[0];
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
        const double w = W[k] * perceptron_.scale()[j];
        if (spatial_[j]) m[i] += w * w;
      }
    }
  }
}

double PerceptronBlock::scaled_weight(const double* theta, int i, int axis) const {
  const Layer& layer = perceptron_.layers()[0];
  const int k = perceptron_.weight_of(i, axis);
  return k < 0 ? 0 : theta[layer.weights + Index{i} * layer.inputs + k] * perceptron_.scale()[axis];
}

// d m_c / d W_ij, where it is not zero: for the reverse sweep.
void PerceptronBlock::slope_first_layer(const double* theta) {
  const Layer& layer = perceptron_.layers()[0];
  const auto channels = channels_of(0);
  const auto& scale = perceptron_.scale();
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
        const int weight = perceptron_.weight_of(i, axis[k]);
        if (weight < 0) continue;
        double factor = scale[axis[k]];
        for (int l = 0; l < order; ++l)
          if (l != k) factor *= scaled_weight(theta, i, axis[l]);
        slopes.push_back({c, weight, factor});
      }
    }
  }
}

void PerceptronBlock::first_argument(const double* theta, int i, double* __restrict z) const {
  const Layer& layer = perceptron_.layers()[0];
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
void PerceptronBlock::forward_shallow(const double* theta) {
  const Layer& layer = perceptron_.layers()[0];
  const Layer& out = perceptron_.layers().back();
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
    network::accumulate(perceptron_.activation(0), z, stride_, weighted_);
  }
}

void PerceptronBlock::forward_first(const double* theta, bool keep) {
  const Layer& layer = perceptron_.layers()[0];
  const Layer& out = perceptron_.layers().back();
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
    activate(perceptron_.activation(0), z, stride_, s);
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

void PerceptronBlock::clear_cotangents() {
  cotangent_.setZero();
  std::fill(open_.begin(), open_.end(), false);
}

double* PerceptronBlock::open_cotangent(int unknown, int used_channel) {
  open_[static_cast<std::size_t>(unknown) * plan_.used().size() + used_channel] = true;
  return cotangent(unknown, used_channel);
}

}  // namespace engd::network
