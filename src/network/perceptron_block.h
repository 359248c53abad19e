#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

#include "network/activation.h"
#include "network/function_block.h"
#include "network/input_block.h"
#include "network/jet_plan.h"
#include "network/perceptron.h"

namespace engd::network {

/// A multilayer perceptron on a block of points, forward, in the numbers `Real`.
///
/// All channels of a layer stand in one matrix, (channel, point) down and neurons across, so that a
/// layer is one matrix product and an activation runs over contiguous points. (perceptron_jets.cpp)
template <typename Real, typename Base>
class PerceptronJets : public Base {
 public:
  PerceptronJets(const Perceptron& perceptron, const JetPlan& plan);

  void set_points(int n, const double* const* coordinates) override;
  void forward(const double* theta, bool keep) override;
  const Real* output(int unknown, int used_channel) const override {
    return output_.data() + (Index{unknown} * std::ssize(plan_.used()) + used_channel) * stride_;
  }

 protected:
  using Base::capacity;
  using Base::padding;
  using Numbers = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
  struct HiddenLayer {
    Numbers z;      ///< argument, closure channels (but in a first layer that is special)
    Numbers a;      ///< result: closure channels, or the used ones in the last hidden layer
    Numbers sigma;  ///< sigma^(k)(z) for every order needed, order by order
  };

  int last() const { return perceptron_.hidden_layers() - 1; }
  /// A first layer whose argument is affine in x: the double sweeps have a way of their own there.
  bool special_first() const { return is_double && perceptron_.affine_first(); }
  bool shallow() const { return last() == 0 && special_first(); }
  std::span<const Channel> channels_of(int hidden) const {
    return hidden == last() ? plan_.used() : plan_.closure();
  }
  std::span<const ChainTerm> terms_of(int hidden) const {
    return hidden == last() ? plan_.last_terms() : plan_.inner_terms();
  }
  Real* sigma(int hidden, int order, int neuron) {
    const Index neurons = perceptron_.layers()[hidden].neurons;
    return hidden_[hidden].sigma.data() + (order * neurons + neuron) * stride_;
  }
  /// What a hidden layer or the output sees: the result of the layer below, or the input map.
  const Real* input_of(int layer) const {
    return layer == 0 ? input_->jets() : hidden_[layer - 1].a.data();
  }
  /// Channel c of a hidden layer's result, among those of the layer below.
  int channel_below(int hidden, int c) const { return hidden == last() ? below_last_[c] : c; }
  void forward_inner(int hidden, const double* theta, bool keep);
  void forward_output(const double* theta);

  static constexpr bool is_double = std::is_same_v<Real, double>;
  const Perceptron& perceptron_;
  const JetPlan& plan_;
  int n_ = 0, stride_ = 0;
  int value_channel_ = -1;       ///< place of the value among the used channels, -1 if unused
  std::vector<int> below_last_;  ///< places of the used channels in the closure
  std::optional<InputBlock<Real>> input_;  ///< but for a special first layer
  Numbers square_;                         ///< channels of |phi|^2 / 2, where packets see phi
  std::vector<HiddenLayer> hidden_;
  Numbers output_;

 private:
  void apply(int layer, Index channels, int value, const double* theta, Real* result) const;
  // A first layer of packets: packet_layer.cpp.
  void square_inputs();
  void forward_packets(const double* theta);

  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> parts_;  ///< of sums of a wide network
};

/// Forward and reverse. The first layer is special: its argument is affine in x, so D^alpha
/// sigma(z_i) = sigma^(|alpha|)(z_i) prod_j W_ij^alpha_j, one array times a number per neuron, and
/// lower derivatives need not be carried at all. Behind an input map that is not affine it is a
/// layer like the others, on the channels of the map. (perceptron_block.cpp,
/// perceptron_reverse.cpp)
class PerceptronBlock final : public PerceptronJets<double, FunctionBlock> {
 public:
  PerceptronBlock(const Perceptron& perceptron, const JetPlan& plan);

  void set_points(int n, const double* const* coordinates) override;
  void forward(const double* theta, bool keep) override;
  void clear_cotangents() override;
  double* open_cotangent(int unknown, int used_channel) override;
  void write_rows(const double* theta, double* rows, Index ld) override;
  void add_gradient(const double* theta, double* g) override;

 private:
  struct Reverse {
    Vector z_bar, a_bar;  ///< cotangents of a hidden layer
  };

  double* cotangent(int unknown, int used_channel) {
    return cotangent_.data() + (Index{unknown} * std::ssize(plan_.used()) + used_channel) * stride_;
  }
  bool is_active(int channel) const {
    return std::find(active_.begin(), active_.end(), channel) != active_.end();
  }

  // A first layer of packets: packet_layer.cpp.
  void reverse_packets(const double* theta);
  void finish_packet_rows(const double* theta, double* rows, Index ld) const;
  void gradient_of_packets(const double* theta, double* g);

  double scaled_weight(const double* theta, int neuron, int axis) const;
  /// The coordinate to which weight k of a neuron in a special first layer belongs, at all points.
  const double* seen_by(int neuron, int k) const {
    return x_.data() + Index{seen_[Index{neuron} * perceptron_.layers()[0].inputs + k]} * stride_;
  }
  void weigh_first_layer(const double* theta);
  void slope_first_layer(const double* theta);
  void first_argument(const double* theta, int neuron, double* z) const;
  void forward_shallow(const double* theta);
  void forward_first(const double* theta, bool keep);
  void reverse_output(const double* theta);
  void reverse_activation(int hidden, const double* theta);
  struct Scaled {
    const double* values;
    double factor;
  };
  Scaled incoming(const double* theta, int neuron, int channel);
  void reverse_first(const double* theta, int neuron, int n, double* z_bar);
  void pull_back(int hidden, const double* theta);
  void rows_of_layer(int layer, const double* a, const double* z_bar, int channels, int value,
                     double* rows, Index ld) const;
  void gradient_of_layer(int layer, const double* a, const double* z_bar, int channels, int value,
                         double* g) const;

  std::vector<Reverse> reverse_;  ///< a hidden layer
  Vector cotangent_;
  std::vector<int> seen_;        ///< Perceptron::seen of a special first layer, neuron by neuron
  std::vector<bool> spatial_;    ///< by coordinate
  std::vector<int> used_order_;  ///< of the used channels
  Vector x_;                     ///< scaled coordinates, padded; only for a special first layer
  Vector of_layer_;              ///< scratch of gradient_of_packets
  std::vector<bool> open_;       ///< (unknown, channel): its cotangent is not zero
  std::vector<WeightedOrder> weighted_;  ///< scratch of forward_shallow
  std::vector<int> active_;              ///< channels of the first layer with a cotangent
  // First layer: the monomials m_c = prod_j (W_ij s_j)^alpha_j and their derivatives in W_ij, where
  // i sees j.
  struct Slope {
    int channel, weight;
    double factor;
  };
  Vector monomial_;                         ///< (channel, neuron)
  std::vector<std::vector<Slope>> slopes_;  ///< a neuron: d m_c / d W_ij where it is not zero
  Vector z_bar_first_;                      ///< cotangent of z, one neuron
  Vector m_bar_first_;                      ///< cotangent of m_c summed over points, one neuron
};

}  // namespace engd::network
