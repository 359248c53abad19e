#include <cblas.h>

#include <algorithm>

#include "network/multiply.h"
#include "network/perceptron_block.h"

// The reverse sweep: the transpose of the forward one, layer by layer from the output.
namespace engd::network {

// a_bar of the last hidden layer = cotangent * W^T. With one hidden layer and one output that is
// the cotangent times a number a neuron, which is not written down (see `incoming`).
void PerceptronBlock::reverse_output(const double* theta) {
  const Layer& layer = perceptron_.layers().back();
  const int used = static_cast<int>(plan_.used().size());
  const int rows = used * stride_;
  double* a_bar = reverse_[last()].a_bar.data();
  active_.clear();
  for (int c = 0; special_first() && c < std::ssize(channels_of(0)); ++c) {
    bool open = !shallow();
    for (int o = 0; o < layer.outputs && !open; ++o)
      open = open_[static_cast<std::size_t>(o) * used + c];
    if (open) active_.push_back(c);
  }
  if (layer.outputs > 1) {
    multiply(rows, layer.inputs, layer.outputs, cotangent_.data(), theta + layer.weights, true,
             a_bar);
    return;
  }
  for (int i = 0; i < layer.inputs && !shallow(); ++i) {
    const double w = theta[layer.weights + i];
    double* to = a_bar + Index{i} * rows;
    for (int q = 0; q < rows; ++q) to[q] = w * cotangent_[q];
  }
}

// The transposed chain rule: what a_bar says about sigma(z) becomes z_bar.
void PerceptronBlock::reverse_activation(int h, const double* theta) {
  if (h == 0 && perceptron_.has_packets()) return reverse_packets(theta);
  const int Z = static_cast<int>(plan_.closure().size());
  const int C = static_cast<int>(channels_of(h).size());
  const HiddenLayer& hidden = hidden_[h];
  Reverse& reverse = reverse_[h];
  for (int i = 0; i < perceptron_.layers()[h].outputs; ++i) {
    const double* z = hidden.z.data() + Index{i} * Z * stride_;
    const double* a_bar = reverse.a_bar.data() + Index{i} * C * stride_;
    double* z_bar = reverse.z_bar.data() + Index{i} * Z * stride_;
    std::fill_n(z_bar, Index{Z} * stride_, 0.0);
    for (const ChainTerm& term : terms_of(h)) {
      const double* from = a_bar + Index{term.target} * stride_;
      const double* S = sigma(h, term.order, i);
      const double* next = sigma(h, term.order + 1, i);
      const double* f[expr::max_order];
      double* f_bar[expr::max_order];
      for (int k = 0; k < term.order; ++k) {
        f[k] = z + Index{term.factor[k]} * stride_;
        f_bar[k] = z_bar + Index{term.factor[k]} * stride_;
      }
      const double c = term.coefficient;
      switch (term.order) {
        case 0:
          for (int q = 0; q < stride_; ++q) z_bar[q] += from[q] * next[q];
          break;
        case 1:
          for (int q = 0; q < stride_; ++q) z_bar[q] += from[q] * next[q] * f[0][q];
          for (int q = 0; q < stride_; ++q) f_bar[0][q] += from[q] * S[q];
          break;
        default:
          for (int q = 0; q < stride_; ++q) {
            double product = c * from[q] * next[q];
            for (int k = 0; k < term.order; ++k) product *= f[k][q];
            z_bar[q] += product;
          }
          for (int k = 0; k < term.order; ++k)
            for (int q = 0; q < stride_; ++q) {
              double product = c * from[q] * S[q];
              for (int l = 0; l < term.order; ++l)
                if (l != k) product *= f[l][q];
              f_bar[k][q] += product;
            }
      }
    }
  }
}

// a_bar_c of neuron i in the first layer, as an array times a number.
PerceptronBlock::Scaled PerceptronBlock::incoming(const double* theta, int i, int c) {
  const Layer& out = perceptron_.layers().back();
  if (shallow() && out.outputs == 1) return {cotangent(0, c), theta[out.weights + i]};
  const Index channels = std::ssize(channels_of(0));
  return {reverse_[0].a_bar.data() + (i * channels + c) * stride_, 1.0};
}

// z_bar = sum_c a_bar_c m_c sigma^(k_c + 1) of neuron i in the first layer, at n points.
void PerceptronBlock::reverse_first(const double* theta, int i, int n, double* __restrict z_bar) {
  const auto channels = channels_of(0);
  if (active_.empty()) std::fill_n(z_bar, n, 0.0);
  for (int c : active_) {
    const auto [from, scale] = incoming(theta, i, c);
    const double* next = sigma(0, channels[c].order() + 1, i);
    const double m = scale * monomial_[c * Index{perceptron_.layers()[0].outputs} + i];
    if (c == active_.front())
      for (int q = 0; q < n; ++q) z_bar[q] = m * from[q] * next[q];
    else
      for (int q = 0; q < n; ++q) z_bar[q] += m * from[q] * next[q];
  }
}

// a_bar of the layer below = z_bar * W^T.
void PerceptronBlock::pull_back(int h, const double* theta) {
  const Layer& layer = perceptron_.layers()[h];
  multiply(static_cast<int>(plan_.closure().size()) * stride_, layer.inputs, layer.outputs,
           reverse_[h].z_bar.data(), theta + layer.weights, true, reverse_[h - 1].a_bar.data());
  if (!perceptron_.skips(h)) return;
  const int Z = static_cast<int>(plan_.closure().size());
  const int C = static_cast<int>(channels_of(h).size());
  for (int i = 0; i < layer.outputs; ++i)
    for (int c = 0; c < C; ++c) {
      const double* from = reverse_[h].a_bar.data() + (Index{i} * C + c) * stride_;
      double* to = reverse_[h - 1].a_bar.data() + (Index{i} * Z + channel_below(h, c)) * stride_;
      for (int q = 0; q < stride_; ++q) to[q] += from[q];
    }
}

void PerceptronBlock::rows_of_layer(int l, const double* a, const double* z_bar, int channels,
                                    int value, double* rows, Index ld) const {
  const Layer& layer = perceptron_.layers()[l];
  const Index across = Index{channels} * stride_;
  for (int i = 0; i < layer.outputs; ++i) {
    const double* zb = z_bar + i * across;
    for (int j = 0; j < layer.inputs; ++j) {
      double* to = rows + (layer.weights + Index{i} * layer.inputs + j) * ld;
      const double* aj = a + j * across;
      for (int q = 0; q < n_; ++q) to[q] = zb[q] * aj[q];
      for (int c = 1; c < channels; ++c)
        for (int q = 0; q < n_; ++q)
          to[q] += zb[Index{c} * stride_ + q] * aj[Index{c} * stride_ + q];
    }
    double* to = rows + (layer.biases + i) * ld;
    for (int q = 0; q < n_; ++q) to[q] = value >= 0 ? zb[Index{value} * stride_ + q] : 0.0;
  }
}

void PerceptronBlock::gradient_of_layer(int l, const double* a, const double* z_bar, int channels,
                                        int value, double* g) const {
  const Layer& layer = perceptron_.layers()[l];
  const int down = channels * stride_;
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, layer.inputs, layer.outputs, down, 1.0, a,
              down, z_bar, down, 1.0, g + layer.weights, layer.inputs);
  for (int i = 0; i < layer.outputs && value >= 0; ++i) {
    const double* zb = z_bar + Index{i} * down + Index{value} * stride_;
    double sum = 0;
    for (int q = 0; q < n_; ++q) sum += zb[q];
    g[layer.biases + i] += sum;
  }
}

void PerceptronBlock::write_rows(const double* theta, double* rows, Index ld) {
  const Layer& out = perceptron_.layers().back();
  const Layer& first = perceptron_.layers()[0];
  const int used = static_cast<int>(plan_.used().size());
  const int Z = static_cast<int>(plan_.closure().size());
  reverse_output(theta);
  if (!shallow())
    rows_of_layer(last() + 1, input_of(last() + 1), cotangent_.data(), used, value_channel_, rows,
                  ld);
  for (int h = last(); h >= (special_first() ? 1 : 0); --h) {
    reverse_activation(h, theta);
    rows_of_layer(h, input_of(h), reverse_[h].z_bar.data(), Z, 0, rows, ld);
    if (h == 0 && perceptron_.has_packets()) finish_packet_rows(theta, rows, ld);
    if (h > 0) pull_back(h, theta);
  }
  if (!special_first()) return;
  for (int i = 0; i < first.outputs; ++i) {
    double* z_bar = rows + (first.biases + i) * ld;
    reverse_first(theta, i, n_, z_bar);
    for (int j = 0; j < first.inputs; ++j) {
      double* __restrict to = rows + (first.weights + Index{i} * first.inputs + j) * ld;
      const double* x = seen_by(i, j);
      for (int q = 0; q < n_; ++q) to[q] = z_bar[q] * x[q];
    }
    for (const Slope& slope : slopes_[i]) {
      if (!is_active(slope.channel)) continue;
      double* __restrict to = rows + (first.weights + Index{i} * first.inputs + slope.weight) * ld;
      const auto [from, scale] = incoming(theta, i, slope.channel);
      const double* S = sigma(0, channels_of(0)[slope.channel].order(), i);
      const double factor = scale * slope.factor;
      for (int q = 0; q < n_; ++q) to[q] += factor * from[q] * S[q];
    }
    if (!shallow()) continue;
    // The output layer sees a_c = m_c sigma^(k_c), which was not stored.
    for (int o = 0; o < out.outputs; ++o) {
      double* __restrict to = rows + (out.weights + Index{o} * out.inputs + i) * ld;
      if (active_.empty()) std::fill_n(to, n_, 0.0);
      for (int c : active_) {
        const double m = monomial_[c * Index{first.outputs} + i];
        const double* S = sigma(0, plan_.used()[c].order(), i);
        const double* y_bar = cotangent(o, c);
        if (c == active_.front())
          for (int q = 0; q < n_; ++q) to[q] = m * y_bar[q] * S[q];
        else
          for (int q = 0; q < n_; ++q) to[q] += m * y_bar[q] * S[q];
      }
    }
  }
  for (int o = 0; shallow() && o < out.outputs; ++o) {
    double* to = rows + (out.biases + o) * ld;
    for (int q = 0; q < n_; ++q)
      to[q] = value_channel_ >= 0 ? cotangent(o, value_channel_)[q] : 0.0;
  }
}

void PerceptronBlock::add_gradient(const double* theta, double* g) {
  const Layer& out = perceptron_.layers().back();
  const Layer& first = perceptron_.layers()[0];
  const int used = static_cast<int>(plan_.used().size());
  const int Z = static_cast<int>(plan_.closure().size());
  for (int o = 0; o < out.outputs; ++o)  // padded points do not count
    for (int c = 0; c < used; ++c) std::fill(cotangent(o, c) + n_, cotangent(o, c) + stride_, 0.0);
  reverse_output(theta);
  if (!shallow())
    gradient_of_layer(last() + 1, input_of(last() + 1), cotangent_.data(), used, value_channel_, g);
  for (int h = last(); h >= (special_first() ? 1 : 0); --h) {
    reverse_activation(h, theta);
    if (h == 0 && perceptron_.has_packets())
      gradient_of_packets(theta, g);
    else
      gradient_of_layer(h, input_of(h), reverse_[h].z_bar.data(), Z, 0, g);
    if (h > 0) pull_back(h, theta);
  }
  if (!special_first()) return;
  const auto dot = [&](const double* a, const double* b) {
    double lanes[padding] = {};
    for (int q = 0; q < stride_; q += padding)
      for (int k = 0; k < padding; ++k) lanes[k] += a[q + k] * b[q + k];
    double sum = 0;
    for (double lane : lanes) sum += lane;
    return sum;
  };
  double ones[capacity];
  std::fill_n(ones, stride_, 1.0);
  for (int i = 0; i < first.outputs; ++i) {
    double* z_bar = z_bar_first_.data();
    reverse_first(theta, i, stride_, z_bar);
    g[first.biases + i] += dot(z_bar, ones);
    for (int j = 0; j < first.inputs; ++j)
      g[first.weights + Index{i} * first.inputs + j] += dot(z_bar, seen_by(i, j));
    // m_bar_c, the sum of a_bar_c sigma^(k_c): of the monomials, and with one output of its weight.
    for (int c : active_) {
      const auto [from, scale] = incoming(theta, i, c);
      m_bar_first_[c] = dot(from, sigma(0, channels_of(0)[c].order(), i));
      if (shallow() && out.outputs == 1)
        g[out.weights + i] += monomial_[c * Index{first.outputs} + i] * m_bar_first_[c];
      m_bar_first_[c] *= scale;
    }
    for (const Slope& slope : slopes_[i])
      if (is_active(slope.channel))
        g[first.weights + Index{i} * first.inputs + slope.weight] +=
            slope.factor * m_bar_first_[slope.channel];
    for (int o = 0; shallow() && out.outputs > 1 && o < out.outputs; ++o)
      for (int c : active_)
        g[out.weights + Index{o} * out.inputs + i] +=
            monomial_[c * Index{first.outputs} + i] *
            dot(cotangent(o, c), sigma(0, plan_.used()[c].order(), i));
  }
  for (int o = 0; shallow() && o < out.outputs && value_channel_ >= 0; ++o)
    g[out.biases + o] += dot(cotangent(o, value_channel_), ones);
}

}  // namespace engd::network
