#pragma once

#include <string>
#include <vector>

namespace engd::network {

enum class Activation { tanh, sin, gelu, swish, softplus };

/// How weights and biases are drawn at the start.
struct Initialisation {
  enum class Kind {
    normal,  ///< all weights and biases N(0, std^2): the paper, with std = 0.1
    glorot,  ///< weights N(0, 2 / (fan_in + fan_out)), biases zero
    domain,  ///< first-layer neurons whose transition passes through a point of the domain
    lecun    ///< weights N(0, 1 / fan_in), biases zero
  };
  Kind kind = Kind::normal;
  /// For normal: one value for all layers, or one for each layer (hidden layers, then the output).
  std::vector<double> std{0.1};
};

/// A multilayer perceptron from the coordinates to the unknowns.
struct Options {
  std::vector<int> layers{64};  ///< widths of the hidden layers
  Activation activation = Activation::tanh;
  Initialisation init;
  bool normalize = false;  ///< map the domain's box to [-1,1]^d before the first layer
};

}  // namespace engd::network
