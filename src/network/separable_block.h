#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "network/perceptron_block.h"
#include "network/separable.h"

namespace engd::network {

/// A separable network on a block of points, forward. Its derivatives are those of the factors,
/// D^alpha u_o = sum_r prod_k f_k,(o,r)^(alpha_k)(x_k).
template <typename Real, typename Base>
class SeparableJets : public Base {
 public:
  SeparableJets(const Separable& separable, const JetPlan& plan);

  void set_points(int n, const double* const* coordinates) override;
  void forward(const double* theta, bool keep) override;
  const Real* output(int unknown, int used_channel) const override {
    return output_.data() + static_cast<Index>(place(unknown, used_channel)) * capacity;
  }

 protected:
  using Base::capacity;
  using Numbers = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
  using FactorBlock =
      std::conditional_t<std::is_same_v<Real, double>, PerceptronBlock, PerceptronJets<Real, Base>>;
  /// One product of derivatives of the factors, in channel `channel`: by coordinate its order.
  struct Product {
    int channel;
    std::vector<int> order;
  };
  std::size_t place(int unknown, int channel) const {
    return static_cast<std::size_t>(unknown) * used_ + static_cast<std::size_t>(channel);
  }
  const Real* factor(const Product& product, int axis, int component) const {
    return blocks_[static_cast<std::size_t>(axis)].output(component, product.order[axis]);
  }

  const Separable& separable_;
  std::size_t used_;
  std::vector<Product> products_;
  std::vector<JetPlan> plans_;  ///< of the factors: all orders up to the one needed
  std::vector<FactorBlock> blocks_;
  int n_ = 0;
  Numbers output_, before_;
};

/// Forward and reverse.
class SeparableBlock final : public SeparableJets<double, FunctionBlock> {
 public:
  SeparableBlock(const Separable& separable, const JetPlan& plan);

  void clear_cotangents() override;
  double* open_cotangent(int unknown, int used_channel) override;
  void write_rows(const double* theta, double* rows, Index ld) override;
  void add_gradient(const double* theta, double* g) override;

 private:
  void reverse();

  Vector cotangent_, after_;
  std::vector<bool> open_;
};

}  // namespace engd::network
