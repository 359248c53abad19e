#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "backend/cpu/function_block.h"
#include "network/activation.h"
#include "network/jet_plan.h"
#include "network/mlp.h"
#include "support/types.h"

namespace engd::cpu {

/// A multilayer perceptron on a block of points.
///
/// All channels of a layer stand in one matrix, (channel, point) down and neurons across, so that a
/// layer is one matrix product and an activation runs over contiguous points. The first layer is
/// special: its argument is affine in x, so D^alpha sigma(z_i) = sigma^(|alpha|)(z_i) prod_j
/// W_ij^alpha_j, one array times a number per neuron, and lower derivatives need not be carried at
/// all. Behind an input map that is not affine it is a layer like the others, on the channels of
/// the map.
class NetworkBlock final : public FunctionBlock {
 public:
  NetworkBlock(const network::Mlp& mlp, const network::JetPlan& plan);

  void set_points(int n, const double* const* coordinates) override;
  void forward(const double* theta, bool keep) override;
  const double* output(int unknown, int used_channel) const override;
  void clear_cotangents() override;
  double* open_cotangent(int unknown, int used_channel) override;
  void write_rows(const double* theta, double* rows, Index ld) override;
  void add_gradient(const double* theta, double* g) override;

 private:
  struct HiddenLayer {
    Vector z;      ///< argument, closure channels (but in a first layer that is special)
    Vector a;      ///< result: closure channels, or the used ones in the last hidden layer
    Vector sigma;  ///< sigma^(k)(z) for every order needed, order by order
    Vector z_bar, a_bar;
  };

  double* cotangent(int unknown, int used_channel);
  int last() const { return mlp_.hidden_layers() - 1; }
  bool special_first() const { return mlp_.affine_first(); }
  bool shallow() const { return last() == 0 && special_first(); }
  bool is_active(int channel) const {
    return std::find(active_.begin(), active_.end(), channel) != active_.end();
  }
  std::span<const network::Channel> channels_of(int hidden) const;
  std::span<const network::ChainTerm> terms_of(int hidden) const;
  double* sigma(int hidden, int order, int neuron);
  /// What a hidden layer or the output sees: the result of the layer below, or the input map.
  const double* input_of(int layer) const {
    return layer == 0 ? phi_.data() : hidden_[layer - 1].a.data();
  }
  void evaluate_input(const double* const* coordinates);
  void evaluate_packet(const network::Wave& wave, const double* const* coordinates,
                       const double* cosine, const double* sine, double* to);

  // A first layer of packets: packet_layer.cpp.
  void square_inputs();
  void forward_packets(const double* theta);
  void reverse_packets(const double* theta);
  void finish_packet_rows(const double* theta, double* rows, Index ld) const;
  void gradient_of_packets(const double* theta, double* g);

  double scaled_weight(const double* theta, int neuron, int axis) const;
  /// The coordinate to which weight k of a neuron in a special first layer belongs, at all points.
  const double* seen_by(int neuron, int k) const {
    return x_.data() + Index{seen_[Index{neuron} * mlp_.layers()[0].inputs + k]} * stride_;
  }
  void weigh_first_layer(const double* theta);
  void slope_first_layer(const double* theta);
  void first_argument(const double* theta, int neuron, double* z) const;
  void forward_shallow(const double* theta);
  void forward_first(const double* theta, bool keep);
  void forward_inner(int hidden, const double* theta, bool keep);
  void forward_output(const double* theta);
  void reverse_output(const double* theta);
  void reverse_activation(int hidden, const double* theta);
  struct Scaled {
    const double* values;
    double factor;
  };
  Scaled incoming(const double* theta, int neuron, int channel);
  void reverse_first(const double* theta, int neuron, int n, double* z_bar);
  void pull_back(int hidden, const double* theta);
  /// Channel c of a hidden layer's result, among those of the layer below.
  int channel_below(int hidden, int c) const { return hidden == last() ? below_last_[c] : c; }
  void rows_of_layer(int layer, const double* a, const double* z_bar, int channels, int value,
                     double* rows, Index ld) const;
  void gradient_of_layer(int layer, const double* a, const double* z_bar, int channels, int value,
                         double* g) const;

  const network::Mlp& mlp_;
  const network::JetPlan& plan_;
  int n_ = 0, stride_ = 0;
  std::vector<int> seen_;        ///< Mlp::seen of a special first layer, neuron by neuron
  std::vector<bool> spatial_;    ///< by coordinate
  int value_channel_ = -1;       ///< place of the value among the used channels, -1 if unused
  std::vector<int> used_order_;  ///< of the used channels
  std::vector<int> below_last_;  ///< places of the used channels in the closure
  Vector x_;                     ///< scaled coordinates, padded; only for a special first layer
  Vector phi_;                   ///< closure channels of the inputs otherwise
  std::vector<double> point_;    ///< scratch of evaluate_input
  Vector square_;                ///< channels of |phi|^2 / 2, where packets see phi
  Vector of_layer_;              ///< scratch of gradient_of_packets
  std::vector<HiddenLayer> hidden_;
  Vector output_, cotangent_;
  Matrix parts_;            ///< of the sums that make the outputs of a wide network
  std::vector<bool> open_;  ///< (unknown, channel): its cotangent is not zero
  std::vector<network::WeightedOrder> weighted_;  ///< scratch of forward_shallow
  std::vector<int> active_;                       ///< channels of the first layer with a cotangent
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

}  // namespace engd::cpu
