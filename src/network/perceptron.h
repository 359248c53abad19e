#pragma once

#include <vector>

#include "network/input_map.h"
#include "network/kinds.h"
#include "network/network.h"
#include "support/random.h"

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
class Perceptron final : public Network {
 public:
  static Kind kind();
  Perceptron(const Options& options, const geometry::Box& domain, int unknowns);

  const InputMap& input() const { return input_; }  ///< phi
  const std::vector<Layer>& layers() const { return layers_; }
  int hidden_layers() const { return static_cast<int>(layers_.size()) - 1; }

  /// The input to which weight k of a row in the first layer belongs: k, unless neurons see some
  /// coordinates only.
  int seen(int row, int k) const { return is_sparse() ? turn(row, k) : k; }
  /// The weight k of a row in the first layer that belongs to an input, -1 where it has none.
  int weight_of(int row, int input) const;
  /// After so many neurons coordinates have had their turns (turn, below).
  int round() const { return round_; }

  /// Whether the first layer is one of packets (above).
  bool has_packets() const { return has_wave_layer() && options().fourier.width > 0; }
  /// Whether the argument of the first layer's activation is an affine function of x.
  bool affine_first() const { return input_.is_affine() && !has_packets(); }

  /// Of a hidden layer: sines where features are trained, else what the options say.
  Activation activation(int hidden) const {
    return hidden == 0 && has_wave_layer() ? Activation::sin : options().activation;
  }
  /// Whether a hidden layer adds to its input.
  bool skips(int hidden) const {
    return options().skip && hidden > 0 && layers_[hidden].inputs == layers_[hidden].neurons;
  }

  /// Coordinates are fed as scale_j (x_j - centre_j): the map to [-1,1]^d, or nothing.
  const std::vector<double>& centre() const { return input_.centre(); }
  const std::vector<double>& scale() const { return input_.scale(); }

  Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const override;

  /// Weights of the parameters in a damping |D d|^2 that treats both sides of a neuron alike. With
  /// a the norm of its outgoing weights, changes of the neuron's incoming parameters by dw and of
  /// the outgoing ones by da change the function by terms like a sigma'' dw^2 and sigma' da dw
  /// beyond the linear ones. D grows with a for dw and falls with it for da: a^(1/4) and a^(-1/4).
  void balance(const double* theta, double* D) const override;
  OutputLayer output_layer() const override;
  Grown grow(const Vector& theta, int neurons, std::uint64_t seed,
             std::uint32_t attempt = 0) const override;
  void move(int axis, double shift, Vector& theta) const override;
  /// Likewise in a network whose parameters begin at an offset.
  void move(int axis, double shift, Index offset, Vector& theta) const;
  std::string text() const override;
  double sweep_numbers(double used, double closure) const override;
  std::unique_ptr<FunctionBlock> make_block(const JetPlan& plan) const override;
  std::unique_ptr<JetBlock<Wide>> make_wide_block(const JetPlan& plan) const override;

 private:
  bool has_wave_layer() const { return options().fourier.trainable; }
  void draw_wave_layer(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;
  void place_packets(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;
  void balance_packets(const double* theta, double* D) const;
  std::vector<double> inputs_at_random(const RandomStream& random, int place) const;
  double deviation_of(std::size_t layer) const;
  double default_deviation_of(std::size_t layer) const;
  bool starts_connected(int neuron, int input) const;
  bool is_sparse() const {
    return options().connections > 0 && options().connections < dimension();
  }
  /// Coordinate k of those that belong to a neuron, the next ones in turn. A round begins one
  /// further than that before it, so that d neurons begin at each of d coordinates once.
  int turn(int neuron, int k) const {
    return static_cast<int>((Index{neuron} * connections_ + neuron % dimension() / round_ + k) %
                            dimension());
  }
  void place_transitions(std::uint64_t seed, std::uint32_t attempt, Vector& theta) const;

  InputMap input_;
  std::vector<Layer> layers_;
  std::vector<double> lower_, upper_;
  int connections_ = 0, round_ = 1;  ///< of a first layer whose neurons take turns
};

/// Of a perceptron that sees so many coordinates, and so many others as waves.
double count_perceptron(const Options& options, double coordinates, double periodic,
                        double outputs);

}  // namespace engd::network
