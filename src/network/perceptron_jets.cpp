#include <algorithm>

#include "network/multiply.h"
#include "network/perceptron_block.h"

namespace engd::network {

namespace {

// The outputs of wide networks are summed in parts, and these in pairs: rounding grows with the
// root of the length.
constexpr int longest_sum = 64, part_of_sum = 32;

}  // namespace

template <typename Real, typename Base>
PerceptronJets<Real, Base>::PerceptronJets(const Perceptron& perceptron, const JetPlan& plan)
    : perceptron_(perceptron), plan_(plan), hidden_(perceptron.hidden_layers()) {
  const auto used = plan.used();
  if (used.front() == Channel{}) value_channel_ = 0;
  for (const Channel& channel : used) below_last_.push_back(plan.closure_index(channel));
  if (!special_first()) input_.emplace(perceptron.input(), plan);
  output_.setZero(Index{capacity} * std::ssize(used) * perceptron.unknowns());
  if (const int inputs = perceptron.layers().back().inputs; is_double && inputs > longest_sum)
    parts_.setZero(output_.size(), (inputs + part_of_sum - 1) / part_of_sum);
  for (int h = 0; h <= last(); ++h) {
    const Index points = Index{capacity} * perceptron.layers()[h].neurons;
    HiddenLayer& layer = hidden_[h];
    layer.sigma.setZero(points * activation_orders);
    if (!shallow()) layer.a.setZero(points * std::ssize(channels_of(h)));
    if (h > 0 || !special_first())
      layer.z.setZero(Index{capacity} * perceptron.layers()[h].outputs *
                      std::ssize(plan.closure()));
  }
}

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::set_points(int n, const double* const* coordinates) {
  n_ = n;
  stride_ = (n + padding - 1) / padding * padding;
  input_->evaluate(n, stride_, coordinates);
  if (perceptron_.has_packets()) square_inputs();
}

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::forward(const double* theta, bool keep) {
  for (int h = 0; h <= last(); ++h) forward_inner(h, theta, keep);
  forward_output(theta);
}

/// W a of a layer, `a` its input in so many channels. In wide numbers W a + b: there sums begin
/// with the bias, which stands in the channel `value` (-1: in none).
template <typename Real, typename Base>
void PerceptronJets<Real, Base>::apply(int l, Index channels, int value, const double* theta,
                                       Real* result) const {
  const Layer& layer = perceptron_.layers()[l];
  const Index rows = channels * stride_;
  const Real* a = input_of(l);
  if constexpr (is_double) {
    multiply(static_cast<int>(rows), layer.outputs, layer.inputs, a, theta + layer.weights, false,
             result);
  } else {
    for (Index i = 0; i < layer.outputs; ++i) {
      Real* z = result + i * rows;
      std::fill_n(z, rows, Real(0));
      if (value >= 0) std::fill_n(z + value * stride_, stride_, Real(theta[layer.biases + i]));
      for (int j = 0; j < layer.inputs; ++j) {
        const Real w = theta[layer.weights + i * layer.inputs + j];
        const Real* from = a + (l == 0 ? perceptron_.seen(static_cast<int>(i), j) : j) * rows;
        for (Index q = 0; q < rows; ++q) z[q] += w * from[q];
      }
    }
  }
}

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::forward_inner(int h, const double* theta, bool keep) {
  if (h == 0 && perceptron_.has_packets()) return forward_packets(theta);
  const Layer& layer = perceptron_.layers()[h];
  const int Z = static_cast<int>(plan_.closure().size());
  const int C = static_cast<int>(channels_of(h).size());
  HiddenLayer& hidden = hidden_[h];
  apply(h, Z, 0, theta, hidden.z.data());
  unsigned orders = 0;
  for (const ChainTerm& term : terms_of(h)) orders |= (keep ? 3u : 1u) << term.order;
  for (int i = 0; i < layer.outputs; ++i) {
    Real* z = hidden.z.data() + Index{i} * Z * stride_;
    Real* a = hidden.a.data() + Index{i} * C * stride_;
    if constexpr (is_double) {
      const double bias = theta[layer.biases + i];
      for (int q = 0; q < stride_; ++q) z[q] += bias;
    }
    std::array<Real*, activation_orders> s{};
    for (int k = 0; k < activation_orders; ++k)
      if (orders >> k & 1) s[k] = sigma(h, k, keep ? i : 0);
    activate(perceptron_.activation(h), z, stride_, s);
    std::fill_n(a, Index{C} * stride_, Real(0));
    for (const ChainTerm& term : terms_of(h)) {
      Real* target = a + Index{term.target} * stride_;
      const Real* S = s[term.order];
      const Real* f[expr::max_order];
      for (int k = 0; k < term.order; ++k) f[k] = z + Index{term.factor[k]} * stride_;
      const Real c = term.coefficient;
      static_assert(expr::max_order == 4);
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
    for (int c = 0; perceptron_.skips(h) && c < C; ++c) {
      const Real* from = input_of(h) + (Index{i} * Z + channel_below(h, c)) * stride_;
      Real* to = a + Index{c} * stride_;
      for (int q = 0; q < stride_; ++q) to[q] += from[q];
    }
  }
}

template <typename Real, typename Base>
void PerceptronJets<Real, Base>::forward_output(const double* theta) {
  const Layer& layer = perceptron_.layers().back();
  const int C = static_cast<int>(plan_.used().size());
  if constexpr (!is_double) {
    apply(last() + 1, C, value_channel_, theta, output_.data());
    return;
  } else if (layer.inputs <= longest_sum) {
    apply(last() + 1, C, value_channel_, theta, output_.data());
  } else {
    const double* a = hidden_[last()].a.data();
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
    Real* y = output_.data() + (Index{o} * C + value_channel_) * stride_;
    for (int q = 0; q < stride_; ++q) y[q] += theta[layer.biases + o];
  }
}

template class PerceptronJets<double, FunctionBlock>;
template class PerceptronJets<Wide, JetBlock<Wide>>;

}  // namespace engd::network
