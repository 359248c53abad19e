#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace engd::network {

struct NamedActivation;

/// sigma of the hidden layers: one of ours, or one that was added (network/custom_activation.h).
struct Activation {
  enum Kind : int { tanh, sin, gelu, swish, softplus, custom };

  constexpr Activation(Kind one) : kind(one) {}
  explicit Activation(const NamedActivation& function) : kind(custom), added(&function) {}
  bool operator==(const Activation&) const = default;

  Kind kind;
  const NamedActivation* added = nullptr;  ///< of custom; never goes
};

/// How weights and biases are drawn at the start.
struct Initialisation {
  enum class Kind {
    normal,  ///< all weights and biases N(0, std^2): the paper, with std = 0.1
    domain,  ///< first-layer neurons whose transition passes through a random point of the box
    glorot,  ///< weights N(0, 2 / (fan_in + fan_out)), biases zero
    lecun    ///< weights N(0, 1 / fan_in), biases zero
  };
  Kind kind = Kind::normal;
  /// For normal and domain: one value for all layers, or one for each layer (hidden layers, then
  /// the output). Of the first layer in domain: for the box mapped to [-1,1]^d. Empty: 0.1 for
  /// normal; for domain 2 / d^(5/4), then 1 / sqrt(fan_in), at last 0.8 / sqrt(fan_in).
  std::vector<double> std;
  double frequency = 1;  ///< factor of the first layer's deviation where `std` does not give it
  /// For domain: factors of the first layer's weights by coordinate, for solutions that vary faster
  /// along one than along another. Empty: 1.
  std::vector<double> scale = {};
  double scale_of(int axis) const {
    return scale.empty() ? 1.0 : scale[static_cast<std::size_t>(axis)];
  }
  /// For domain: so many coordinates have weights in a neuron of the first layer, the next ones in
  /// turn; the others begin at zero. For sums of functions of few variables. 0: all have.
  int connections = 0;
};

/// Random waves that the network sees beside the coordinates, cos and sin of 2 pi s with s = turns
/// across the box, turns_j ~ N(0, scale_j^2); whole numbers in periodic coordinates.
struct FourierFeatures {
  int count = 0;                    ///< pairs of waves; 0: none
  std::vector<double> scale = {1};  ///< one for all coordinates, or one for each
  std::uint64_t seed = 0;           ///< of their own: all seeds of a run have the same
  /// Instead a first layer of sines, sin(w.x + b) with w and b drawn so, trained like all others;
  /// of Gabor features one of packets (network/perceptron.h).
  bool trainable = false;
  /// Gabor features: the waves are multiplied by exp(-|y - c|^2 / (2 width^2)), y where x lies in
  /// the box as parts of its sides, c random there; along periodic coordinates nothing fades. 0:
  /// not.
  double width = 0;
  double scale_of(int axis) const {
    return scale[scale.size() == 1 ? 0 : static_cast<std::size_t>(axis)];
  }
};

/// A network from the coordinates to the unknowns; what belongs to some kinds only is said there
/// (network/kinds.h).
struct Options {
  std::vector<int> layers{64};  ///< widths of the hidden layers
  Activation activation = Activation::tanh;
  Initialisation init;
  bool normalize = false;  ///< map the domain's box to [-1,1]^d before the first layer
  /// Coordinates x in [a, b] in which the network is periodic: it sees cos(2 pi k (x-a)/(b-a)) and
  /// sin(2 pi k (x-a)/(b-a)) in their place, k = 1 .. harmonics.
  std::vector<int> periodic = {};
  int harmonics = 1;
  FourierFeatures fourier = {};
  /// A hidden layer with as many neurons as the one below adds to what it gets: a + sigma(W a + b).
  bool skip = false;
  /// So many coordinates are seen by a neuron of the first layer, the next ones in turn; it has no
  /// weights for the others. 0: all are.
  int connections = 0;
  /// Above 0: u = sum_r prod_k f_kr(x_k), r = 1 .. separable, where every coordinate has a network
  /// of its own, made of all the rest that is said here.
  int separable = 0;
  std::string kind =
      {};  ///< a name of network/kinds.h; empty: by the rest, a perceptron or separable
};

}  // namespace engd::network
