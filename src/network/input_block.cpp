#include "network/input_block.h"

#include <algorithm>

#include "expr/vector_math.h"

namespace engd::network {

namespace {

// A Gabor feature: the real parts of all channels, then the imaginary ones.
void evaluate_packet(const Wave& wave, const JetPlan& plan, int n, int stride,
                     const double* const* coordinates, const double* cosine, const double* sine,
                     std::vector<double>& point, double* to) {
  const auto channels = plan.closure();
  const Index imaginary = std::ssize(channels) * stride;
  for (int q = 0; q < stride; ++q) {
    for (std::size_t j = 0; j < point.size(); ++j) point[j] = coordinates[j][std::min(q, n - 1)];
    const std::span<const double> x(point);
    const double envelope = InputMap::envelope(wave, x);
    const std::complex<double> packet(envelope * cosine[q], envelope * sine[q]);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const auto jet = packet * InputMap::packet_factor(wave, x, channels[c], plan.space());
      to[static_cast<Index>(c) * stride + q] = jet.real();
      to[imaginary + static_cast<Index>(c) * stride + q] = jet.imag();
    }
  }
}

}  // namespace

template <typename Real>
InputBlock<Real>::InputBlock(const InputMap& map, const JetPlan& plan)
    : map_(map), plan_(plan), point_(static_cast<std::size_t>(map.dimension())) {
  const Index numbers = map.inputs() * std::ssize(plan.closure());
  jets_.setZero(JetBlock<Real>::capacity * numbers);
  point_jets_.resize(static_cast<std::size_t>(numbers));
}

template <>
void InputBlock<Wide>::evaluate(int n, int stride, const double* const* coordinates) {
  for (int q = 0; q < stride; ++q) {
    for (int j = 0; j < map_.dimension(); ++j) point_[j] = coordinates[j][std::min(q, n - 1)];
    map_.evaluate<Wide>(point_, plan_.closure(), plan_.space(), point_jets_.data());
    for (std::size_t k = 0; k < point_jets_.size(); ++k)
      jets_[static_cast<Index>(k) * stride + q] = point_jets_[k];
  }
}

// Derivatives of a coordinate are 1 or 0; those of a wave are sines and cosines times numbers.
template <>
void InputBlock<double>::evaluate(int n, int stride, const double* const* coordinates) {
  const auto channels = plan_.closure();
  double* to = jets_.data();
  for (const int j : map_.coordinates())
    for (const Channel& channel : channels) {
      const int order = channel.order();
      const double slope = order == 1 && channel.axis[0] == j ? map_.scale()[j] : 0.0;
      for (int q = 0; q < stride; ++q)
        to[q] = order > 0
                    ? slope
                    : map_.scale()[j] * (coordinates[j][std::min(q, n - 1)] - map_.centre()[j]);
      to += stride;
    }
  constexpr int capacity = JetBlock<double>::capacity;
  alignas(64) double phase[capacity], sine[capacity], cosine[capacity];
  for (const Wave& wave : map_.waves()) {
    for (int q = 0; q < stride; ++q) {
      for (int j = 0; j < map_.dimension(); ++j) point_[j] = coordinates[j][std::min(q, n - 1)];
      phase[q] = map_.phase<double>(wave, point_);
    }
    expr::vector_sincos(phase, sine, cosine, stride);
    if (!wave.decay.empty()) {
      evaluate_packet(wave, plan_, n, stride, coordinates, cosine, sine, point_, to);
      to += 2 * std::ssize(channels) * stride;
      continue;
    }
    for (const bool of_sine : {false, true})
      for (const Channel& channel : channels) {
        const double factor = InputMap::factor(wave, channel, plan_.space());
        const int order = channel.order();
        const double along_cosine = InputMap::derivative(of_sine, order, factor, 0.0);
        const double along_sine = InputMap::derivative(of_sine, order, 0.0, factor);
        for (int q = 0; q < stride; ++q) to[q] = along_cosine * cosine[q] + along_sine * sine[q];
        to += stride;
      }
  }
}

template class InputBlock<double>;
template class InputBlock<Wide>;

}  // namespace engd::network
