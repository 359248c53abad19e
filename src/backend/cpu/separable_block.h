#pragma once

#include <vector>

#include "backend/cpu/network_block.h"

namespace engd::cpu {

/// A separable network, u_o(x) = sum_r prod_k f_k,(o,r)(x_k), on a block of points. Its derivatives
/// are those of the factors, D^alpha u_o = sum_r prod_k f_k,(o,r)^(alpha_k)(x_k), and the factors
/// are networks of one coordinate each.
class SeparableBlock final : public FunctionBlock {
 public:
  SeparableBlock(const network::Mlp& mlp, const network::JetPlan& plan);

  void set_points(int n, const double* const* coordinates) override;
  void forward(const double* theta, bool keep) override;
  const double* output(int unknown, int used_channel) const override;
  void clear_cotangents() override;
  double* open_cotangent(int unknown, int used_channel) override;
  void write_rows(const double* theta, double* rows, Index ld) override;
  void add_gradient(const double* theta, double* g) override;

 private:
  /// One product of derivatives of the factors, in channel `channel`: by coordinate its order.
  struct Product {
    int channel;
    std::vector<int> order;
  };
  std::size_t place(int unknown, int channel) const {
    return static_cast<std::size_t>(unknown) * used_ + static_cast<std::size_t>(channel);
  }
  const double* factor(const Product& product, int axis, int component) const {
    return blocks_[static_cast<std::size_t>(axis)].output(component, product.order[axis]);
  }
  void reverse();

  const network::Mlp& mlp_;
  std::size_t used_;
  std::vector<Product> products_;
  std::vector<network::JetPlan> plans_;  ///< of the factors: all orders up to the one needed
  std::vector<NetworkBlock> blocks_;
  int n_ = 0, stride_ = 0;
  Vector output_, cotangent_, before_, after_;
  std::vector<bool> open_;
};

}  // namespace engd::cpu
