#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "geometry/region.h"
#include "network/function_block.h"
#include "network/jet_plan.h"
#include "network/options.h"
#include "support/types.h"

namespace engd::network {

/// The parameters in which a network is linear, whatever the others are: for each unknown some
/// weights and some biases, the unknowns one after another.
struct OutputLayer {
  Index weights = 0, biases = 0;  ///< offsets into theta; the biases follow the weights
  Index weights_each = 0, biases_each = 0;
  int unknowns = 0;
  Index size() const { return unknowns * (weights_each + biases_each); }
  /// Divides unknown k of the network by a number.
  void divide(int k, double by, Vector& theta) const {
    theta.segment(weights + k * weights_each, weights_each) /= by;
    theta.segment(biases + k * biases_each, biases_each) /= by;
  }
};

/// A network with more neurons that is the same function: what it is made of, and its parameters.
struct Grown {
  Options options;
  Vector theta;
};

/// A parametrised function from the coordinates to the unknowns: its shape, not its numbers. A kind
/// is a class of its own and a name in network/all_kinds.h.
class Network {
 public:
  Network(Options options, int dimension, int unknowns)
      : options_(std::move(options)), dimension_(dimension), unknowns_(unknowns) {}
  virtual ~Network() = default;

  const Options& options() const { return options_; }
  int dimension() const { return dimension_; }
  int unknowns() const { return unknowns_; }
  Index parameters() const { return parameters_; }

  /// Starting parameters; a function of the seed and of the attempt alone.
  virtual Vector initial(std::uint64_t seed, std::uint32_t attempt = 0) const = 0;
  /// Weights D of the parameters in a damping |D d|^2 that treats parameters of all kinds alike.
  virtual void balance(const double* theta, double* D) const = 0;
  virtual OutputLayer output_layer() const = 0;
  /// So many further neurons in every hidden layer: they begin as in a start by the seed, but no
  /// neuron that was there before sees them, nor does the output. Of theta the parameters of the
  /// network are read, which are the first.
  virtual Grown grow(const Vector& theta, int neurons, std::uint64_t seed,
                     std::uint32_t attempt = 0) const = 0;
  /// The parameters of the function x -> u(x + shift e_axis) in place of those of u.
  virtual void move(int axis, double shift, Vector& theta) const = 0;

  /// "2-64-1 tanh": for people.
  virtual std::string text() const = 0;
  /// Work space of the sweeps through the network, in numbers a point: for `used` channels of the
  /// result and `closure` channels that layers carry (JetPlan).
  virtual double sweep_numbers(double used, double closure) const = 0;

  /// Refer to the network and to the plan, which outlive the block.
  virtual std::unique_ptr<FunctionBlock> make_block(const JetPlan& plan) const = 0;
  virtual std::unique_ptr<JetBlock<Wide>> make_wide_block(const JetPlan& plan) const = 0;

 protected:
  Index parameters_ = 0;

 private:
  Options options_;
  int dimension_, unknowns_;
};

}  // namespace engd::network
