#include "network/mlp.h"

#include <cmath>

#include "support/random.h"

namespace engd::network {

Mlp::Mlp(const Options& options, const geometry::Box& domain, int unknowns) : options_(options) {
  const int dimension = domain.dimension();
  int inputs = dimension;
  auto widths = options.layers;
  widths.push_back(unknowns);
  for (int outputs : widths) {
    Layer layer{inputs, outputs, parameters_, parameters_ + Index{inputs} * outputs};
    parameters_ = layer.biases + outputs;
    layers_.push_back(layer);
    inputs = outputs;
  }
  centre_.assign(dimension, 0.0);
  scale_.assign(dimension, 1.0);
  if (!options.normalize) return;
  for (int j = 0; j < dimension; ++j) {
    centre_[j] = 0.5 * (domain.lower[j] + domain.upper[j]);
    scale_[j] = 2 / (domain.upper[j] - domain.lower[j]);
  }
}

Vector Mlp::initial(std::uint64_t seed) const {
  using Kind = Initialisation::Kind;
  const Initialisation& init = options_.init;
  Vector theta = Vector::Zero(parameters_);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    const RandomStream random{seed, Purpose::initialisation, static_cast<std::uint32_t>(l), 0};
    double deviation = 0;
    switch (init.kind) {
      case Kind::normal:
        deviation = init.std.size() == 1 ? init.std[0] : init.std[l];
        break;
      case Kind::glorot:
        deviation = std::sqrt(2.0 / (layer.inputs + layer.outputs));
        break;
      case Kind::lecun:
        deviation = std::sqrt(1.0 / layer.inputs);
        break;
    }
    const Index weights = layer.biases - layer.weights;
    const Index drawn = init.kind == Kind::normal ? weights + layer.outputs : weights;
    for (Index k = 0; k < drawn; ++k)
      theta[layer.weights + k] = deviation * random.normal(static_cast<std::uint64_t>(k));
  }
  return theta;
}

}  // namespace engd::network
