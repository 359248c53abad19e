#include "network/frozen.h"

#include <algorithm>
#include <complex>

#include "network/activation.h"
#include "network/jet_plan.h"

namespace engd::network {

namespace {

using Real = long double;

/// One network at one point: the used channels of every unknown, by the chain rule of the plan.
class PointSweep {
 public:
  PointSweep(const FrozenNetwork& network, const JetPlan& plan) : network_(network), plan_(plan) {}

  /// result[unknown * used + channel].
  const std::vector<Real>& at(const geometry::PointSet& points, std::ptrdiff_t q) {
    const auto& layers = network_.mlp.layers();
    first_argument(points, q);
    for (std::size_t h = 0; h + 1 < layers.size(); ++h) {
      const bool last = h + 2 == layers.size();
      if (h == 0 && network_.mlp.has_packets())
        make_packets(last);
      else
        activate(static_cast<int>(h), last);
      apply(layers[h + 1], last ? plan_.used() : plan_.closure());
    }
    return z_;
  }

 private:
  void first_argument(const geometry::PointSet& points, std::ptrdiff_t q) {
    const Mlp& mlp = network_.mlp;
    const Layer& layer = mlp.layers().front();
    const auto channels = plan_.closure();
    x_.clear();
    for (int j = 0; j < mlp.dimension(); ++j) x_.push_back(points.coordinate(q, j));
    a_.resize(static_cast<std::size_t>(mlp.input().inputs()) * channels.size());
    mlp.input().evaluate<Real>(x_, channels, plan_.space(), a_.data());
    apply(layer, channels);
  }

  /// From z = w . phi + b and c . phi to the packets (network/mlp.h); a_ are the inputs still.
  void make_packets(bool last) {
    using Complex = std::complex<Real>;
    const Layer& layer = network_.mlp.layers().front();
    const std::size_t from = plan_.closure().size(), to = last ? plan_.used().size() : from;
    below_.swap(a_);
    a_.assign(static_cast<std::size_t>(layer.neurons) * to, 0);
    std::vector<Complex> argument(from);
    for (int i = 0; i < layer.neurons; ++i) {
      const Index envelope = layer.neurons + i;
      const Real s = network_.theta[layer.biases + envelope];
      for (std::size_t c = 0; c < from; ++c)
        argument[c] = {0, z_[static_cast<std::size_t>(i) * from + c]};
      for (int k = 0; k < layer.inputs; ++k) {
        const Real* phi = below_.data() + static_cast<std::size_t>(k) * from;
        const Real away = phi[0] - network_.theta[layer.weights + envelope * layer.inputs + k];
        for (const ChainTerm& term : plan_.inner_terms())
          argument[static_cast<std::size_t>(term.target)] -= s * s * half_square(term, phi, away);
      }
      const Complex packet = std::exp(argument[0]);
      for (const ChainTerm& term : last ? plan_.last_terms() : plan_.inner_terms()) {
        Complex product = Real(term.coefficient) * packet;
        for (int k = 0; k < term.order; ++k)
          product *= argument[static_cast<std::size_t>(term.factor[k])];
        a_[static_cast<std::size_t>(i) * to + static_cast<std::size_t>(term.target)] +=
            product.imag();
      }
    }
  }

  void activate(int hidden, bool last) {
    const int neurons = network_.mlp.layers()[static_cast<std::size_t>(hidden)].outputs;
    below_.swap(a_);
    const std::size_t from = plan_.closure().size();
    const std::size_t to = last ? plan_.used().size() : from;
    const auto terms = last ? plan_.last_terms() : plan_.inner_terms();
    a_.assign(static_cast<std::size_t>(neurons) * to, 0);
    Real sigma[activation_orders];
    for (int i = 0; i < neurons; ++i) {
      const Real* z = z_.data() + static_cast<std::size_t>(i) * from;
      for (int k = 0; k <= plan_.highest_order(); ++k)
        sigma[k] = activation_derivative(network_.mlp.activation(hidden), k, z[0]);
      for (const ChainTerm& term : terms) {
        Real product = Real(term.coefficient) * sigma[term.order];
        for (int k = 0; k < term.order; ++k) product *= z[term.factor[k]];
        a_[static_cast<std::size_t>(i) * to + term.target] += product;
      }
      for (std::size_t c = 0; network_.mlp.skips(hidden) && c < to; ++c)
        a_[static_cast<std::size_t>(i) * to + c] +=
            below_[static_cast<std::size_t>(i) * from +
                   (last ? static_cast<std::size_t>(plan_.closure_index(plan_.used()[c])) : c)];
    }
  }

  void apply(const Layer& layer, std::span<const Channel> channels) {
    const std::size_t n = channels.size();
    const bool first = layer.weights == 0;
    z_.assign(static_cast<std::size_t>(layer.outputs) * n, 0);
    for (int i = 0; i < layer.outputs; ++i) {
      Real* z = z_.data() + static_cast<std::size_t>(i) * n;
      for (std::size_t c = 0; c < n; ++c)
        if (channels[c].order() == 0) z[c] = network_.theta[layer.biases + i];
      for (int j = 0; j < layer.inputs; ++j) {
        const Real w = network_.theta[layer.weights + Index{i} * layer.inputs + j];
        const auto from = static_cast<std::size_t>(first ? network_.mlp.seen(i, j) : j);
        for (std::size_t c = 0; c < n; ++c) z[c] += w * a_[from * n + c];
      }
    }
  }

  const FrozenNetwork& network_;
  const JetPlan& plan_;
  std::vector<Real> x_, z_, a_, below_;
};

}  // namespace

std::vector<double> evaluate(std::span<const FrozenNetwork> networks,
                             std::span<const expr::JetEntry> entries, const expr::Space& space,
                             const geometry::PointSet& points) {
  const JetPlan plan(entries, space);
  std::vector<PointSweep> sweeps;
  for (const FrozenNetwork& network : networks) sweeps.emplace_back(network, plan);
  std::vector<double> values(entries.size() * static_cast<std::size_t>(points.count));
  std::vector<Real> sum(entries.size());
  for (std::ptrdiff_t q = 0; q < points.count; ++q) {
    std::fill(sum.begin(), sum.end(), 0);
    for (std::size_t s = 0; s < networks.size(); ++s) {
      const std::vector<Real>& result = sweeps[s].at(points, q);
      for (std::size_t k = 0; k < entries.size(); ++k) {
        const auto unknown = static_cast<std::size_t>(entries[k].index);
        const auto channel = static_cast<std::size_t>(plan.used_index(entries[k]));
        sum[k] += Real(networks[s].scale[unknown]) * result[unknown * plan.used().size() + channel];
      }
    }
    for (std::size_t k = 0; k < entries.size(); ++k)
      values[k * static_cast<std::size_t>(points.count) + static_cast<std::size_t>(q)] =
          static_cast<double>(sum[k]);
  }
  return values;
}

}  // namespace engd::network
