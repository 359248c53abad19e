#pragma once

#include <cstdint>
#include <vector>

#include "geometry/region.h"
#include "network/input_map.h"
#include "network/options.h"
#include "support/random.h"
#include "support/types.h"

namespace engd::network {

/// Where a layer's numbers stand in theta: W row by row (neuron by neuron), then b.
struct Layer {
  int inputs = 0, outputs = 0;    ///< inputs: weights of a row
  Index weights = 0, biases = 0;  ///< offsets into theta
  int neurons = 0;                ///< what it hands on: as many as outputs, but of packets half
};

/// A first layer of packets, trained Gabor features of what it sees, phi:
///
///     a_i = exp(-q_i) sin(z_i) ,   z_i = w_i . phi + b_i ,   q_i = s_i^2 |phi - c_i|^2 / 2 .
///
/// It has 2 m rows for its m neurons: w_i and b_i, then c_i (among the weights) and s_i (among the
/// biases). With the complex argument i z - q it is the imaginary part of an exponential, and so
/// the chain rule is that of exp with complex numbers.

/// The map x -> W_L sigma(... sigma(W_1 phi(x) + b_1) ...) + b_L: its shape, not its numbers.
class Mlp {
 public:
  Mlp(const Options& options, const geometry::Box& domain, int unknowns);

  const Options& options() const { return options_; }
  const InputMap& input() const { return input_; }  ///< phi
  int dimension() const { return input_.dimension(); }
  int unknowns() const { return unknowns_; }
  const std::vector<Layer>& layers() const { return layers_; }
  int hidden_layers() const { return static_cast<int>(layers_.size()) - 1; }
  Index parameters() const { return parameters_; }  ///< with the coefficients, which are the last

  int coefficients() const { return static_cast<int>(options_.coefficients.size()); }
  Index first_coefficient() const { return parameters_ - coefficients(); }  ///< place in theta
  double coefficient(const double* theta, int k) const;
  double coefficient_slope(const double* theta, int k) const;  ///< d coefficient / d parameter

  /// A separable network: its factors, each of one coordinate, with rank() outputs an unknown; the
  /// parameters of factor k begin at factor_offset(k).
  bool is_separable() const { return options_.separable > 0; }
  int rank() const { return options_.separable; }
  const std::vector<Mlp>& factors() const { return factors_; }
  Index factor_offset(int k) const { return offsets_[static_cast<std::size_t>(k)]; }

  /// The input to which weight k of a row in the first layer belongs: k, unless neurons see some
  /// coordinates only.
  int seen(int row, int k) const { return is_sparse() ? turn(row, k) : k; }
  /// The weight k of a row in the first layer that belongs to an input, -1 where it has none.
  int weight_of(int row, int input) const;
  /// After so many neurons coordinates have had their turns (turn, below).
  int round() const { return round_; }

  /// Whether the first layer is one of packets (above).
  bool has_packets() const { return has_wave_layer() && options_.fourier.width > 0; }
  /// Whether the argument of the first layer's activation is an affine function of x.
  bool affine_first() const { return input_.is_affine() && !has_packets(); }

  /// Of a hidden layer: sines where features are trained, else what the options say.
  Activation activation(int hidden) const {
    return hidden == 0 && has_wave_layer() ? Activation::sin : options_.activation;
  }
  /// Whether a hidden layer adds to its input.
  bool skips(int hidden) const {
    return options_.skip && hidden > 0 && layers_[hidden].inputs == layers_[hidden].neurons;
  }

  /// Coordinates are fed as scale_j (x_j - centre_j): the map to [-1,1]^d, or nothing.
  const std::vector<double>& centre() const { return input_.centre(); }
  const std::vector<double>& scale() const { return input_.scale(); }

  /// Starting parameters; a function of the seed and of the attempt alone.
  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const;

  /// Weights of the parameters in a damping |D d|^2 that treats both sides of a neuron alike. With
  /// a the norm of its outgoing weights, changes of the neuron's incoming parameters by dw and of
  /// the outgoing ones by da change the function by terms like a sigma'' dw^2 and sigma' da dw
  /// beyond the linear ones. D grows with a for dw and falls with it for da: a^(1/4) and a^(-1/4).
  void balance(const Vector& theta, Vector& D) const;

 private:
  bool has_wave_layer() const { return options_.fourier.trainable; }
  void draw_wave_layer(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;
  void place_packets(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;
  void balance_packets(const Vector& theta, Vector& D) const;
  std::vector<double> inputs_at_random(const RandomStream& random, int place) const;
  void balance_coefficients(const Vector& theta, Vector& D) const;
  void start_coefficients(Vector& theta) const;
  void make_factors(const geometry::Box& domain);
  double deviation_of(std::size_t layer) const;
  double default_deviation_of(std::size_t layer) const;
  bool starts_connected(int neuron, int input) const;
  bool is_sparse() const { return options_.connections > 0 && options_.connections < dimension(); }
  /// Coordinate k of those that belong to a neuron, the next ones in turn. A round begins one
  /// further than that before it, so that d neurons begin at each of d coordinates once.
  int turn(int neuron, int k) const {
    return static_cast<int>((Index{neuron} * connections_ + neuron % dimension() / round_ + k) %
                            dimension());
  }
  void place_transitions(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;

  Options options_;
  InputMap input_;
  std::vector<Layer> layers_;
  std::vector<double> lower_, upper_;
  Index parameters_ = 0;
  int unknowns_ = 0;
  int connections_ = 0, round_ = 1;  ///< of a first layer whose neurons take turns
  std::vector<Mlp> factors_;
  std::vector<Index> offsets_;  ///< of the factors
};

}  // namespace engd::network
